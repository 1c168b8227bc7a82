package import VaultFormat

/// The beginning of a note's text without any markup, for cards and lists.
package struct NoteExcerpt: Hashable, Sendable {
  /// Blocks and lines are separated by one space, items of a list by a middle dot where none of them ends a sentence.
  package var text: String
  /// The note has more text than this.
  package var hasMore: Bool

  package init(text: String, hasMore: Bool) {
    self.text = text
    self.hasMore = hasMore
  }
}

extension NoteExcerpt {
  /// The first characters of a note's body.
  ///
  /// Embeds, footnotes and HTML are left out. Reads a part of the note that grows with `length`, so that a card of a
  /// long note costs no more than one of a short note.
  ///
  /// - Parameters:
  ///   - length: in characters; the text is cut before the word that goes beyond it, if that is not too far back.
  ///   - leavesOutTitle: whether a heading that is the note's title (docs/vault-format.md, rule K-6) is left out.
  package init(of note: NoteDocument, length: Int, leavesOutTitle: Bool = false) {
    self.init(
      of: note.bytes, from: note.layout.bodyStart, length: length, leavesOutTitle: leavesOutTitle)
  }

  /// The same of the Markdown text that begins at `start`.
  ///
  /// - Parameter showsNamesAlone: as of `RenderingOptions`.
  package init(
    of bytes: [UInt8], from start: Int = 0, length: Int, leavesOutTitle: Bool = false,
    showsNamesAlone: Bool = false
  ) {
    let length = min(max(length, 0), 10_000)
    let range = NoteRenderer.range(of: bytes, from: start, limit: 4096 + 16 * length)
    var source = MarkdownSource(bytes, in: range)
    source.showsNamesAlone = showsNamesAlone
    let tables = !TableGuard.isExceeded(by: source.text)
    let tree = MarkdownTree(source.text, withTables: tables)
    var reader = ExcerptReader(source: source, length: length)
    let titleLine = leavesOutTitle ? Self.titleLine(of: bytes, from: range.lowerBound) : nil
    let whole = reader.read(tree.root, without: titleLine)
    let rest = bytes[range.upperBound...].contains { $0 > 0x20 }
    text = whole.text
    hasMore = whole.isCut || rest
  }

  /// The line of the text, from 1, that has the heading from which the title comes; nil if none does.
  private static func titleLine(of bytes: [UInt8], from start: Int) -> Int? {
    let found = bytes.withUnsafeBufferPointer {
      BodyTitle.find(in: $0, from: start, isWhole: true)
    }
    guard case .heading(let range) = found else { return nil }
    return 1 + bytes[start..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
  }
}

/// Collects the text of a tree up to a length.
private struct ExcerptReader {
  let source: MarkdownSource
  let length: Int
  /// Enough for any usual text; a character can have any number of marks.
  private var mostBytes: Int { 32 * (length + 1) }
  var text: [UInt8] = []
  var endsWithSpace = true
  /// What comes next is an item after others.
  var isSeparate = false

  mutating func read(_ root: MarkdownNode, without titleLine: Int?) -> (text: String, isCut: Bool) {
    var walk = MarkdownWalk(root)
    while text.count <= mostBytes, let event = walk.next() {
      guard case .enter(let node) = event else { continue }
      switch node.kind {
      case .heading where node.firstLine == titleLine: walk.skip(node)
      case .footnote, .footnoteReference, .image: walk.skip(node)
      case .item:
        space()
        isSeparate = isSeparate || node.previous != nil || node.parent?.parent?.kind == .item
      case .paragraph, .heading, .row, .cell, .softBreak, .lineBreak, .quote, .rule: space()
      case .text: append(visible(node))
      case .codeSpan: append(source.restored(node.literal))
      case .code:
        space()
        append(source.restored(node.literal))
        space()
      default: break
      }
    }
    return cut()
  }

  private func visible(_ node: MarkdownNode) -> [UInt8] {
    let text = source.labels(in: node.literal, withEmbeds: false)
    guard node.previous == nil, let quote = node.parent?.parent, quote.kind == .quote,
      quote.firstChild == node.parent, let callout = Callout(node.literal)
    else { return text }
    return Array(text.dropFirst(callout.length))
  }

  private mutating func space() {
    if !endsWithSpace { text.append(UInt8(ascii: " ")) }
    endsWithSpace = true
  }

  /// Parts two items that would read as one sentence.
  private mutating func separate() {
    isSeparate = false
    guard let last = text.last(where: { $0 != UInt8(ascii: " ") }), !".!?:;,".utf8.contains(last)
    else { return }
    text += Array("· ".utf8)
  }

  private mutating func append(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte <= 0x20 {
        space()
      } else {
        if isSeparate { separate() }
        text.append(byte)
        endsWithSpace = false
      }
    }
  }

  private func cut() -> (text: String, isCut: Bool) {
    var whole = Substring(String(decoding: text, as: UTF8.self))
    while whole.last == " " { whole.removeLast() }
    let isFull = text.count > mostBytes
    guard let end = whole.index(whole.startIndex, offsetBy: length, limitedBy: whole.endIndex),
      end < whole.endIndex
    else { return (String(whole), isFull) }
    var start = whole[..<end]
    // Keeps words whole where words are separated by spaces.
    if whole[end] != " ", let space = start.lastIndex(of: " "),
      start.distance(from: space, to: end) < 20
    {
      start = start[..<space]
    }
    while let last = start.last, last == " " || last == "·" { start.removeLast() }
    return (String(start), true)
  }
}
