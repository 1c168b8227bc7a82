internal import SystemCalls

/// The messages of a server for the user, without progress lines.
struct ServerMessages {
  private var tail = TextTail()
  private var line: [UInt8] = []

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"): endLine()
      // The line will be overwritten.
      case UInt8(ascii: "\r"): line.removeAll()
      default: if line.count < TextTail.limit { line.append(byte) }
      }
    }
  }

  /// May contain control characters.
  var text: String {
    var all = self
    all.endLine()
    return all.tail.text
  }

  private mutating func endLine() {
    defer { line.removeAll() }
    guard !isProgress else { return }
    tail.append(line + [UInt8(ascii: "\n")])
  }

  /// Such as `Resolving deltas: 100% (3/3), done`.
  private var isProgress: Bool {
    zip(line, line.dropFirst(1)).contains { $0 == UInt8(ascii: "%") && $1 == UInt8(ascii: " ") }
      && line.contains(UInt8(ascii: "("))
  }
}
