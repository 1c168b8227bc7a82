/// Splits texts into lines and numbers them: equal lines have the same number in all texts.
///
/// A line is its bytes including its LF. A last line without a line ending counts as if it had that of the line before,
/// so that adding the missing one does not change the line.
struct LineTable {
  /// One of the texts.
  struct Text {
    let bytes: [UInt8]
    /// The start of each line, and the end of the text.
    fileprivate(set) var starts: [Int] = [0]
    /// The number of each line.
    fileprivate(set) var numbers: [Int] = []
    /// The line ending to add to the last line; empty if it has one.
    fileprivate(set) var missingEnd: [UInt8] = []

    var count: Int { numbers.count }
    /// Whether the text ends with a line ending, or is empty.
    var isTerminated: Bool { missingEnd.isEmpty }

    /// The bytes of a line, including its line ending, if any.
    func line(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }
  }

  /// The bytes of a line as a hashable key.
  private struct Key: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    static func == (left: Key, right: Key) -> Bool {
      left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }
  }

  private var known: [Key: Int] = [:]

  /// Splits `bytes` into lines, in linear time.
  mutating func text(_ bytes: [UInt8]) -> Text {
    var text = Text(bytes: bytes)
    bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while at < buffer.count {
        at = buffer.offset(of: UInt8(ascii: "\n"), from: at).map { $0 + 1 } ?? buffer.count
        text.starts.append(at)
      }
    }
    text.missingEnd = Self.missingEnd(of: text)
    for index in 0..<(text.starts.count - 1) {
      var line = text.line(index)
      if index == text.starts.count - 2 { line += text.missingEnd }
      text.numbers.append(number(of: Key(bytes: line)))
    }
    return text
  }

  private mutating func number(of key: Key) -> Int {
    if let number = known[key] { return number }
    let number = known.count
    known[key] = number
    return number
  }

  /// Empty for a last line that ends in a lone CR, which an LF would turn into a CRLF.
  private static func missingEnd(of text: Text) -> [UInt8] {
    guard let last = text.bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") else {
      return []
    }
    let count = text.starts.count - 1
    guard count > 1 else { return [UInt8(ascii: "\n")] }
    let before = text.line(count - 2)
    return before.suffix(2).elementsEqual("\r\n".utf8) ? Array("\r\n".utf8) : [UInt8(ascii: "\n")]
  }
}
