internal import VaultFormat

extension NoteRendering {
  mutating func openEmphasis(_ name: StaticString) -> Frame {
    guard writer.depth < NoteRenderer.deepestNesting else { return Frame() }
    writer.open(name)
    return Frame(elements: 1)
  }

  mutating func writeBreak(_ node: MarkdownNode) {
    if let title = openTitle, node.parent == title {
      // The rest of the paragraph is the first one of the callout's text.
      openTitle = nil
      writer.close()
      writer.newLine()
      writer.open("p", textAttributes)
      return
    }
    if node.kind == .lineBreak { writer.void("br") }
    writer.text("\n".utf8)
  }

  /// Writes a line break; other tags in text have no effect.
  mutating func writeInlineHTML(_ node: MarkdownNode) {
    let tag = String(decoding: node.literal, as: UTF8.self).lowercased()
    if ["<br>", "<br/>", "<br />"].contains(tag) { writer.void("br") }
  }
}

// MARK: - Text

extension NoteRendering {
  mutating func writeText(_ node: MarkdownNode) {
    var text = node.literal
    // The marker of a callout, at the beginning of its title.
    if let title = openTitle, node.parent == title, node.previous == nil,
      let callout = Callout(text)
    {
      text.removeFirst(callout.length)
    }
    let before = node.previous?.kind
    var isFree = before == nil || before == .softBreak || before == .lineBreak
    guard text.contains(where: { $0 == UInt8(ascii: "#") || $0 == MarkedText.commonBytes[0] })
    else {
      writer.text(text)
      return
    }
    var pieces = MarkedText(text)
    while !writer.isFull, let piece = pieces.next() {
      switch piece {
      case .text(let range):
        isFree = writePlain(text, range, isFree: isFree)
      case .mark(let index):
        isFree = writeItem(at: index)
      case .shield: isFree = false
      }
    }
  }

  /// - Returns: whether a tag may follow.
  private mutating func writeItem(at index: Int) -> Bool {
    switch source.item(at: index) {
    case .link(let inside, let isEmbed):
      writeWikiLink(source.link(inside, isEmbed: isEmbed))
    case .task(let box):
      if task == index {
        // The box is written already.
        task = nil
        return true
      }
      writer.text(source.source(of: .task(box)))
    case .address(let link):
      writeAddress(source.source(of: .address(link)), link)
    case nil: break
    }
    return false
  }

  /// Writes text in which only tags have a meaning; returns whether a tag may follow it.
  private mutating func writePlain(_ text: [UInt8], _ range: Range<Int>, isFree: Bool) -> Bool {
    guard !isInLink else {
      writer.text(text[range])
      return false
    }
    text[range].withUnsafeBufferPointer { bytes in
      var written = 0
      var at = 0
      while let hash = bytes.offset(of: UInt8(ascii: "#"), from: at), !writer.isFull {
        at = hash + 1
        guard let end = TagScanner.endOfTag(at: hash, in: bytes, isFree: isFree) else { continue }
        let word = UnsafeBufferPointer(rebasing: bytes[hash..<end])
        guard let tag = Tag(String(decoding: word, as: UTF8.self)) else { continue }
        writer.text(bytes[written..<hash])
        writeTag(tag, as: word)
        written = end
        at = end
      }
      writer.text(bytes[written...])
    }
    return false
  }

  private mutating func writeTag(_ tag: Tag, as word: UnsafeBufferPointer<UInt8>) {
    if seen.isNew(tag) { note.tags.append(tag) }
    let address = renderer.options.tagAddress + URLPolicy.encodedComponent(tag.text.utf8)
    let attributes = [HTMLWriter.Attribute("class", "tag"), HTMLWriter.Attribute("href", address)]
    writer.element("a", attributes, text: word)
  }

  /// The text below a node, without its marks: the label of links, the source of others.
  func plainText(of node: MarkdownNode) -> [UInt8] {
    var text: [UInt8] = []
    var walk = MarkdownWalk(node)
    while text.count < Self.longestPlainText, let event = walk.next() {
      guard case .enter(let inner) = event else { continue }
      switch inner.kind {
      case .text: text += source.labels(in: inner.literal)
      case .codeSpan: text += source.restored(inner.literal)
      case .softBreak, .lineBreak: text.append(UInt8(ascii: " "))
      default: break
      }
    }
    return text
  }

  /// The most bytes of a plain text; no text that begins after that is added.
  private static let longestPlainText = 10_000
}

extension MarkdownSource {
  /// A text of cmark's tree as a reader sees it, with the labels of links in place of marks, and without task boxes.
  func labels(in literal: [UInt8], withEmbeds: Bool = true) -> [UInt8] {
    var marks = MarkedText(literal)
    guard marks.mayContainMarks else { return literal }
    var result: [UInt8] = []
    while let piece = marks.next() {
      switch piece {
      case .text(let range): result += literal[range]
      case .mark(let index):
        switch item(at: index) {
        case .link(let inside, let isEmbed):
          if withEmbeds || !isEmbed { result += link(inside, isEmbed: isEmbed).label }
        case .address(let link): result += source(of: .address(link))
        case .task, nil: break
        }
      case .shield: break
      }
    }
    return result
  }
}
