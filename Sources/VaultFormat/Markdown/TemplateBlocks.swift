/// Blocks that a template engine treats as raw text: Hugo's `{{< name >}} … {{< /name >}}`, Liquid's `{% raw %} … {%
/// endraw %}` and the like.
///
/// Their content is not read as Markdown.
struct TemplateBlocks {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offsets of closing tags by name, in order; collected once, at the first opening tag.
  private var closers: [[UInt8]: [Int]]?

  private static let liquid = ["raw", "highlight", "comment"].map { Array($0.utf8) }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The offset of the tag that closes the one at `start`; nil if no tag opens there, or it is not closed.
  mutating func closer(ofTagAt start: Int) -> Int? {
    guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "{"),
      let name = openedName(at: start)
    else { return nil }
    let known = closers ?? findClosers()
    closers = known
    guard let offsets = known[name] else { return nil }
    return offsets[offsets.partitioningIndex { $0 > start }...].first
  }

  /// The name of the tag that closes the one at `start`; nil if no tag opens there.
  private func openedName(at start: Int) -> [UInt8]? {
    if isHugo(start) {
      let (name, end) = word(at: start + 3)
      guard let first = name.first, first != UInt8(ascii: "/"), !closesItself(from: end) else {
        return nil
      }
      return [UInt8(ascii: "/")] + name
    }
    guard isLiquid(start) else { return nil }
    let name = word(at: start + 2).text
    return Self.liquid.contains(name) ? Array("end".utf8) + name : nil
  }

  private func isHugo(_ at: Int) -> Bool {
    bytes[at + 1] == UInt8(ascii: "{") && bytes[at + 2] == UInt8(ascii: "<")
  }

  private func isLiquid(_ at: Int) -> Bool { bytes[at + 1] == UInt8(ascii: "%") }

  /// Whether the tag is self-closing, as `{{< name />}}` on one line.
  private func closesItself(from start: Int) -> Bool {
    var at = start
    while at < bytes.count, bytes[at] != UInt8(ascii: ">"), bytes[at] != UInt8(ascii: "\n") {
      at += 1
    }
    return bytes[at - 1] == UInt8(ascii: "/")
  }

  /// The name at `start` with its slash, if any, after blanks and Liquid's `-`.
  private func word(at start: Int) -> (text: [UInt8], end: Int) {
    var at = start
    func skipBlanks() {
      while at < bytes.count, bytes[at].isBlank || bytes[at] == UInt8(ascii: "-") { at += 1 }
    }
    skipBlanks()
    var text: [UInt8] = []
    if at < bytes.count, bytes[at] == UInt8(ascii: "/") {
      text.append(bytes[at])
      at += 1
      skipBlanks()
    }
    let limit = min(bytes.count, at + Self.longestName)
    while at < limit, Self.isNamePart(bytes[at]) {
      text.append(bytes[at])
      at += 1
    }
    return (text, at)
  }

  private static let longestName = 64

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_./".utf8.contains(byte)
  }

  private func findClosers() -> [[UInt8]: [Int]] {
    var closers: [[UInt8]: [Int]] = [:]
    var at = 0
    while let brace = bytes.offset(of: UInt8(ascii: "{"), from: at), brace + 2 < bytes.count {
      at = brace + 1
      let isTag = isHugo(brace) || isLiquid(brace)
      guard isTag else { continue }
      let name = word(at: brace + (isLiquid(brace) ? 2 : 3)).text
      if name.first == UInt8(ascii: "/") || name.starts(with: "end".utf8) {
        closers[name, default: []].append(brace)
      }
    }
    return closers
  }
}
