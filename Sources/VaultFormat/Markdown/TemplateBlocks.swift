/// Stretches that a template takes as they are: Hugo's `{{< name >}} … {{< /name >}}`, Liquid's
/// `{% raw %} … {% endraw %}` and the like.
///
/// No Markdown is read in them.
struct TemplateBlocks {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where closing tags stand, in order, by their names; made once, when the first tag is met.
  private var closers: [[UInt8]: [Int]]?

  private static let liquid = ["raw", "highlight", "comment"].map { Array($0.utf8) }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The offset of the tag that closes the one at `start`; nil where nothing opens there, or it stays open.
  mutating func closer(ofTagAt start: Int) -> Int? {
    guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "{"),
      let name = openedName(at: start)
    else { return nil }
    let known = closers ?? findClosers()
    closers = known
    guard let places = known[name], let index = Self.firstIndex(above: start, in: places) else {
      return nil
    }
    return places[index]
  }

  /// The name of the tag that would close what this one opens.
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

  /// `{{< name />}}`, on one line.
  private func closesItself(from start: Int) -> Bool {
    var at = start
    while at < bytes.count, bytes[at] != UInt8(ascii: ">"), bytes[at] != UInt8(ascii: "\n") {
      at += 1
    }
    return bytes[at - 1] == UInt8(ascii: "/")
  }

  /// A slash and a name, behind blanks and Liquid's `-`.
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

  private static func firstIndex(above offset: Int, in places: [Int]) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] > offset { high = middle } else { low = middle + 1 }
    }
    return low < places.count ? low : nil
  }
}
