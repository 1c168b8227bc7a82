/// The stretches of a Markdown text in which links count: paragraphs, headings, items of lists.
///
/// Code, raw HTML blocks, comments and what a template takes raw are left out. A stretch holds the `>` of quotes where it has several
/// lines.
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

  /// The next stretch; nil at the end.
  mutating func next() -> Range<Int>? {
    var block: Range<Int>?
    while at < bytes.count {
      let plain = Line(at: at, in: bytes)
      if skipsCode(plain) { continue }
      let line = MarkdownLine(plain, in: bytes, isInList: isInList)
      if let block, endsBlock(line) { return block }
      at = line.next
      if line.isBlank {
        followsBlankLine = true
        continue
      }
      noteList(line)
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

  /// Takes the line where it belongs to an open fence, its end included.
  private mutating func skipsCode(_ line: Line) -> Bool {
    guard let open = fence else { return false }
    switch open.verdict(on: line, in: bytes) {
    case .inside: break
    case .closes: fence = nil
    case .isLeft:
      fence = nil
      return false
    }
    at = line.next
    followsBlankLine = false
    return true
  }

  /// Whether the line does not go on with the paragraph before it.
  ///
  /// It is looked at again then.
  private mutating func endsBlock(_ line: MarkdownLine) -> Bool {
    line.isBlank || line.hasListMarker || bytes[line.content] == UInt8(ascii: "#")
      || CodeFence(opening: line, in: bytes) != nil || isHTMLBlock(line)
      || templates.closer(ofTagAt: line.content) != nil
  }

  /// Goes behind the template block that the line begins; the rest of its last line goes too.
  private mutating func skipsTemplate(_ line: MarkdownLine) -> Bool {
    guard let closer = templates.closer(ofTagAt: line.content) else { return false }
    at = Line(at: closer, in: bytes).next
    return true
  }

  private mutating func noteList(_ line: MarkdownLine) {
    if line.hasListMarker {
      isInList = true
    } else if followsBlankLine, line.content == line.start {
      isInList = false
    }
  }
}

// MARK: - HTML

extension MarkdownBlocks {
  /// Elements whose content is no Markdown (section 4.6, condition 1).
  private static let rawElements = ["pre", "script", "style", "textarea"].map { Array($0.utf8) }
  private static let commentStart = Array("<!--".utf8)

  private func isHTMLBlock(_ line: MarkdownLine) -> Bool {
    let text = bytes[line.content..<line.end]
    return text.first == UInt8(ascii: "<")
      && (text.starts(with: Self.commentStart) || rawElement(text) != nil)
  }

  private func rawElement(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    Self.rawElements.first { name in
      let rest = text.dropFirst()
      guard rest.count >= name.count, zip(rest, name).allSatisfy({ $0 | 0x20 == $1 }) else {
        return false
      }
      return rest.dropFirst(name.count).first.map { !$0.isASCIILetter } ?? true
    }
  }

  /// Goes behind the comment or raw element that the line begins; the rest of its last line goes too.
  private mutating func skipsHTML(_ line: MarkdownLine) -> Bool {
    guard bytes[line.content] == UInt8(ascii: "<") else { return false }
    let text = bytes[line.content..<line.end]
    let ending: [UInt8]
    if text.starts(with: Self.commentStart) {
      ending = Array("-->".utf8)
    } else if let name = rawElement(text) {
      ending = Array("</".utf8) + name
    } else {
      return false
    }
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

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate func starts(with prefix: [UInt8], by isEqual: (UInt8, UInt8) -> Bool) -> Bool {
    count >= prefix.count && zip(self, prefix).allSatisfy(isEqual)
  }
}
