/// The blocks of a Markdown text that can contain links: paragraphs, headings, list items.
///
/// Skips code, raw HTML blocks, comments and raw template blocks. A block of several lines includes the `>` of quotes
/// before its lines.
struct MarkdownBlocks {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int
  private var fence: CodeFence?
  private var isInList = false
  private var followsBlankLine = true
  private var templates: TemplateBlocks

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    at = start
    templates = TemplateBlocks(bytes)
  }

  /// The next block; nil at the end.
  mutating func next() -> Range<Int>? {
    var block: Range<Int>?
    while at < bytes.count {
      let plain = Line(at: at, in: bytes)
      if fence.holds(plain, in: bytes) {
        at = plain.next
        followsBlankLine = false
        continue
      }
      let line = MarkdownLine(plain, in: bytes, isInList: isInList)
      if let block, endsBlock(line) { return block }
      at = line.next
      if line.isBlank {
        followsBlankLine = true
        continue
      }
      updateListState(line)
      defer { followsBlankLine = false }
      if block == nil, line.indent >= 4, !isInList { continue }
      if line.indent < 4 || isInList, let fence = CodeFence(opening: line, in: bytes) {
        self.fence = fence
        continue
      }
      if skipsHTML(line) || skipsTemplate(line) { continue }
      block = (block?.lowerBound ?? line.content)..<line.end
      if bytes[line.content] == UInt8(ascii: "#") { return block }
    }
    return block
  }

  /// Whether the line does not continue the paragraph before it, and so has to be read again.
  private mutating func endsBlock(_ line: MarkdownLine) -> Bool {
    line.isBlank || line.hasListMarker || bytes[line.content] == UInt8(ascii: "#")
      || CodeFence(opening: line, in: bytes) != nil || htmlEnding(line) != nil
      || templates.closer(ofTagAt: line.content) != nil
  }

  /// Skips the template block that the line begins, and the rest of its last line.
  private mutating func skipsTemplate(_ line: MarkdownLine) -> Bool {
    guard let closer = templates.closer(ofTagAt: line.content) else { return false }
    at = Line(at: closer, in: bytes).next
    return true
  }

  private mutating func updateListState(_ line: MarkdownLine) {
    if line.hasListMarker {
      isInList = true
    } else if followsBlankLine, line.content == line.start {
      isInList = false
    }
  }
}

// MARK: - HTML

extension MarkdownBlocks {
  /// Elements whose content is not Markdown (section 4.6, condition 1).
  private static let rawElements = ["pre", "script", "style", "textarea"].map { Array($0.utf8) }

  /// The end of the comment or raw element that the line begins; nil if it begins none.
  private func htmlEnding(_ line: MarkdownLine) -> [UInt8]? {
    let text = bytes[line.content..<line.end]
    guard text.first == UInt8(ascii: "<") else { return nil }
    if text.starts(with: "<!--".utf8) { return Array("-->".utf8) }
    let rest = text.dropFirst()
    let name = Self.rawElements.first { name in
      guard rest.starts(with: name, by: { $0 | 0x20 == $1 }) else { return false }
      return rest.dropFirst(name.count).first.map { !$0.isASCIILetter } ?? true
    }
    return name.map { Array("</".utf8) + $0 }
  }

  /// Skips the comment or raw element that the line begins, and the rest of its last line.
  private mutating func skipsHTML(_ line: MarkdownLine) -> Bool {
    guard let ending = htmlEnding(line) else { return false }
    var search = line.content
    while let candidate = bytes.offset(of: ending[0], from: search) {
      if bytes[candidate...].starts(
        with: ending, by: { $0 == $1 || $1.isASCIILetter && $0 | 0x20 == $1 })
      {
        at = Line(at: candidate, in: bytes).next
        return true
      }
      search = candidate + 1
    }
    at = bytes.count
    return true
  }
}
