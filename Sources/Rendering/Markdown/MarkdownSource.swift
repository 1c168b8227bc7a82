internal import VaultFormat

/// The text of a note as cmark gets it: `[[links]]`, task boxes and plain addresses are replaced by marks.
///
/// cmark knows no `[[links]]`, its task list extension takes any `[x]` of the line for a tick, and its autolinks take
/// quadratic time. So all three are found before, and each is replaced by a mark that has no meaning in Markdown: its
/// index in `items`, between two noncharacters that the text itself cannot contain, since there they become U+FFFD.
/// Where cmark reads code or a destination, a mark turns back into its source.
struct MarkdownSource {
  enum Item {
    /// The range of the text between the brackets.
    case link(Range<Int>, isEmbed: Bool)
    case task(TaskBox)
    case address(Autolink)
  }

  /// Valid UTF-8.
  private(set) var text: [UInt8] = []
  private(set) var items: [Item] = []
  /// Whether `[[folder/name]]` is shown as `name`.
  var showsNamesAlone = false
  private let bytes: [UInt8]
  private let separatesDefinitions: Bool
  private var nesting = NestingGuard()

  /// - Parameter range: the part of `bytes` that is Markdown; it begins at the start of a line.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    separatesDefinitions = ReferenceGuard.isExceeded(by: bytes[range])
    let found = Self.items(in: bytes, range)
    text.reserveCapacity(range.count + range.count / 8)
    var at = range.lowerBound
    for item in found {
      let source = item.source
      guard source.lowerBound >= at else { continue }
      appendText(at..<source.lowerBound)
      appendMark(items.count)
      items.append(item)
      at = source.upperBound
    }
    appendText(at..<range.upperBound)
  }

  /// The source of an item, as valid UTF-8.
  func source(of item: Item) -> [UInt8] {
    Array(String(decoding: bytes[item.source], as: UTF8.self).utf8)
  }

  /// The item of a mark.
  func item(at index: Int) -> Item? { items.indices.contains(index) ? items[index] : nil }

  func link(_ inside: Range<Int>, isEmbed: Bool) -> WikiLink {
    var link = WikiLink(
      Array(String(decoding: bytes[inside], as: UTF8.self).utf8), isEmbed: isEmbed)
    link.showsNameAlone = showsNamesAlone
    return link
  }

  /// `literal` of cmark's tree with the source in place of marks, for code and attributes.
  func restored(_ literal: [UInt8]) -> [UInt8] { replacingMarks(in: literal, by: source) }

  /// `literal` with a text for each item in place of its mark.
  func replacingMarks(in literal: [UInt8], by text: (Item) -> [UInt8]) -> [UInt8] {
    var marks = MarkedText(literal)
    guard marks.mayContainMarks else { return literal }
    var result: [UInt8] = []
    while let piece = marks.next() {
      switch piece {
      case .text(let range): result += literal[range]
      case .mark(let index): if let item = item(at: index) { result += text(item) }
      case .shield: break
      }
    }
    return result
  }

  // MARK: - Building

  private static func items(in bytes: [UInt8], _ range: Range<Int>) -> [Item] {
    bytes.withUnsafeBufferPointer { buffer in
      let text = UnsafeBufferPointer(rebasing: buffer[..<range.upperBound])
      var links: [Item] = []
      MarkdownLink.forEach(in: text, from: range.lowerBound) { link in
        guard link.kind.isObsidian else { return }
        links.append(.link(link.destination, isEmbed: link.kind == .embed))
      }
      let tasks = TaskBox.all(in: text, from: range.lowerBound).map(Item.task)
      let addresses = Autolink.all(in: text, from: range.lowerBound).map(Item.address)
      return (links + tasks + addresses).sorted { $0.source.lowerBound < $1.source.lowerBound }
    }
  }

  private mutating func appendMark(_ index: Int) {
    _ = nesting.isTooDeep(before: MarkedText.opening[0])
    text += MarkedText.opening
    text += String(index).utf8
    text += MarkedText.closing
  }

  /// Appends source text, with its marks made harmless and with shields: after an escaped `#`, which begins no tag,
  /// in character references to marks, and where a line is nested too deeply.
  private mutating func appendText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var isEscaped = false
    for byte in String(decoding: bytes[range], as: UTF8.self).utf8 {
      if nesting.isTooDeep(before: byte) { text += MarkedText.shield }
      if separatesDefinitions, byte == UInt8(ascii: ":"), text.last == UInt8(ascii: "]") {
        text += MarkedText.shield
      }
      if byte == UInt8(ascii: ";"), endsWithMarkReference { text += MarkedText.shield }
      text.append(byte)
      if MarkedText.isLastByte(byte), text.suffix(3).starts(with: MarkedText.commonBytes) {
        text.removeLast(3)
        text += "\u{FFFD}".utf8
      }
      if isEscaped, byte == UInt8(ascii: "#") { text += MarkedText.shield }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
  }
}

extension MarkdownSource {
  /// Whether the text ends with a reference to one of the marks' characters, such as `&#xFDD0`, without its `;`
  /// (section 2.5 of CommonMark: up to seven digits).
  private var endsWithMarkReference: Bool {
    let end = text.suffix(10)
    guard let start = end.lastIndex(of: UInt8(ascii: "&")) else { return false }
    let reference = String(decoding: end[start...], as: UTF8.self).lowercased()
    let value =
      reference.hasPrefix("&#x")
      ? Int(reference.dropFirst(3), radix: 16)
      : reference.hasPrefix("&#") ? Int(reference.dropFirst(2)) : nil
    return value.map { (0xFDD0...0xFDD2).contains($0) } ?? false
  }
}

extension MarkdownSource.Item {
  fileprivate var source: Range<Int> {
    switch self {
    case .link(let inside, let isEmbed):
      inside.lowerBound - (isEmbed ? 3 : 2)..<inside.upperBound + 2
    case .task(let box): box.offset - 1..<box.offset + 2
    case .address(let link): link.range
    }
  }
}

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
