/// A cursor over the lines of plain front matter.
///
/// Does no bounds checks: `PlainFrontMatter` first makes sure that the last byte is a line feed, that every CR is
/// followed by one, and that there is no tab.
// Invariant: every loop stops at a line feed at the latest; only `skipLine` and `endLine` go past one.
struct LineCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var at: Int

  var byte: UInt8 { bytes[at] }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether the `-` here is a list marker: a blank or the end of the line follows.
  var isAtListMark: Bool { bytes[at + 1] == 0x20 || isLineEnd(bytes[at + 1]) }

  mutating func skipBlanks() -> Int {
    let start = at
    while bytes[at] == 0x20 { at &+= 1 }
    return at - start
  }

  mutating func skipLine() {
    var at = self.at
    while bytes[at] != 0x0A { at &+= 1 }
    self.at = at &+ 1
  }

  /// Moves to the next line; false if the rest of this one is more than blanks and a comment.
  ///
  /// A comment needs a blank before it: `value#x` is one word.
  mutating func endLine() -> Bool {
    let isAfterBlank = skipBlanks() > 0 || bytes[at - 1] == 0x20
    guard isLineEnd(byte) || (byte == UInt8(ascii: "#") && isAfterBlank) else { return false }
    skipLine()
    return true
  }

  func isEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    for offset in 0..<a.count where bytes[a.lowerBound + offset] != bytes[b.lowerBound + offset] {
      return false
    }
    return true
  }

  // MARK: - Keys and scalars

  /// The range of a key, and the known key of that name, if any.
  typealias Key = (range: Range<Int>, known: KnownKey.Named?)

  /// Reads `key:` and moves past the colon, which a blank or the end of the line must follow.
  mutating func readKey() -> Key? {
    // The colon of the key is the last byte before the first blank.
    let end = bytes.endOfWord(from: at) &- 1
    guard end > at, bytes[end] == UInt8(ascii: ":") else { return nil }
    let range = at..<end
    let known = KnownKey.named(in: bytes, range)
    // The characters of a known name need no check.
    guard known != nil || isKey(range) else { return nil }
    at = end &+ 1
    return (range, known)
  }

  private func isKey(_ range: Range<Int>) -> Bool {
    // libyaml rejects keys over 1,024 characters.
    guard range.count < 1_000, bytes[range.lowerBound] != UInt8(ascii: "-") else { return false }
    for index in range where !Self.isKeyPart(bytes[index]) { return false }
    return true
  }

  mutating func readScalar(inFlow: Bool) -> PlainFrontMatter.Item? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readQuoted(byte)
    default: readPlain(inFlow: inFlow)
    }
  }

  private mutating func readQuoted(_ quote: UInt8) -> PlainFrontMatter.Item? {
    let start = at
    at += 1
    while byte != quote {
      if isLineEnd(byte) || (byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")) {
        return nil
      }
      at &+= 1
    }
    at += 1
    // A blank, the end of the line or the end of a flow item must follow. `''` is an escape.
    guard byte == 0x20 || isLineEnd(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
    else { return nil }
    return PlainFrontMatter.Item(
      range: start..<at, text: (start + 1)..<(at - 1),
      style: quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted)
  }

  private mutating func readPlain(inFlow: Bool) -> PlainFrontMatter.Item? {
    let start = at
    let initial = byte == UInt8(ascii: "-") ? bytes[at + 1] : byte
    guard Self.startsPlain(initial), inFlow ? skipPlainInFlow() : skipPlainInBlock() else {
      return nil
    }
    var stop = at
    while bytes[stop - 1] == 0x20 { stop &-= 1 }
    at = stop
    // Nulls are left to libyaml, so that a scalar read here is never null unless it is empty.
    if stop - start == 4 || stop - start == 1, isNull(start..<stop) { return nil }
    return PlainFrontMatter.Item(range: start..<stop, text: start..<stop, style: .plain)
  }

  /// Moves to the end of the line or to the blank before a comment; false if the text contains `: ` and so is not a
  /// plain scalar.
  ///
  /// Looks only at the ends of words: `:` is special as the last byte of a word, `#` as the first.
  private mutating func skipPlainInBlock() -> Bool {
    while true {
      at = bytes.endOfWord(from: at)
      if bytes[at - 1] == UInt8(ascii: ":") { return false }
      if byte != 0x20 || bytes[at + 1] == UInt8(ascii: "#") { return true }
      at &+= 1
    }
  }

  /// Moves to the end of a list item; false at a character that may have a special meaning in a flow list.
  private mutating func skipPlainInFlow() -> Bool {
    var at = self.at
    defer { self.at = at }
    while true {
      switch bytes[at] {
      case UInt8(ascii: ","), UInt8(ascii: "]"): return true
      case UInt8(ascii: "#") where bytes[at - 1] == 0x20: return true
      case 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "?"),
        UInt8(ascii: ":"):
        return false
      default: at &+= 1
      }
    }
  }

  private func isNull(_ range: Range<Int>) -> Bool {
    let first = bytes[range.lowerBound]
    guard range.count == 4, first | 0x20 == UInt8(ascii: "n") else {
      return range.count == 1 && first == UInt8(ascii: "~")
    }
    let text = bytes[range]
    return text.elementsEqual("null".utf8) || text.elementsEqual("Null".utf8)
      || text.elementsEqual("NULL".utf8)
  }

  private static func isKeyPart(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// Whether a plain scalar may begin with this byte; allows fewer than YAML does.
  private static func startsPlain(_ byte: UInt8) -> Bool {
    if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 { return true }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "<"),
      UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "\\"):
      return true
    default: return false
    }
  }
}
