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
    WikiLink(Array(String(decoding: bytes[inside], as: UTF8.self).utf8), isEmbed: isEmbed)
  }

  /// `literal` of cmark's tree with the source in place of marks, for code and attributes.
  func restored(_ literal: [UInt8]) -> [UInt8] {
    var marks = MarkedText(literal)
    guard marks.mayContainMarks else { return literal }
    var result: [UInt8] = []
    while let piece = marks.next() {
      switch piece {
      case .text(let range): result += literal[range]
      case .mark(let index): if let item = item(at: index) { result += source(of: item) }
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
