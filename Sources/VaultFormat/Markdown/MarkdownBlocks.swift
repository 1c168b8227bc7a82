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
