internal import VaultFormat

/// A text of cmark's tree, split at the marks of `MarkdownSource`.
struct MarkedText {
  enum Piece: Equatable {
    case text(Range<Int>)
    /// The index of an item.
    case mark(Int)
    /// Follows an escaped `#`; not shown.
    case shield
  }

  // U+FDD0 to U+FDD2: noncharacters, reserved for internal use (The Unicode Standard, section 23.7).
  static let commonBytes: [UInt8] = [0xEF, 0xB7]
  static let opening: [UInt8] = commonBytes + [0x90]
  static let closing: [UInt8] = commonBytes + [0x91]
  static let shield: [UInt8] = commonBytes + [0x92]

  static func isLastByte(_ byte: UInt8) -> Bool { (0x90...0x92).contains(byte) }

  private let text: [UInt8]
  private var at = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  /// False for most texts.
  var mayContainMarks: Bool { text.contains(Self.commonBytes[0]) }

  /// The next piece; nil at the end.
  mutating func next() -> Piece? {
    guard at < text.count else { return nil }
    guard let last = markByte(at: at) else { return .text(plainText()) }
    at += 3
    guard last == Self.opening[2] else { return .shield }
    var index = 0
    while at < text.count, text[at].isASCIIDigit {
      index = (index &* 10 &+ Int(text[at] &- 0x30)) & 0xFFFF_FFFF
      at += 1
    }
    if markByte(at: at) == Self.closing[2] { at += 3 }
    return .mark(index)
  }

  private mutating func plainText() -> Range<Int> {
    let start = at
    while at < text.count, markByte(at: at) == nil { at += 1 }
    return start..<at
  }

  /// The third byte of the mark at an offset; nil if there is none.
  private func markByte(at offset: Int) -> UInt8? {
    guard offset + 2 < text.count, text[offset] == 0xEF, text[offset + 1] == 0xB7,
      Self.isLastByte(text[offset + 2])
    else { return nil }
    return text[offset + 2]
  }
}
