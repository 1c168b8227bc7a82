internal import VaultFormat

/// One walk over the tree of a note, which writes its HTML.
///
/// Blocks are in `NoteRendering+Blocks`, text and its marks in `+Inlines`, links and media in `+Links`.
struct NoteRendering {
  /// What leaving a node closes.
  struct Frame {
    var elements = 0
    var isBlock = false
    var isLink = false
    var isList = false
  }

  let renderer: NoteRenderer
  let source: MarkdownSource
  let prefix: String
  /// The attributes of blocks that have text.
  let textAttributes: [HTMLWriter.Attribute]
  var writer: HTMLWriter
  var note = RenderedNote()
  var frames: [Frame] = []

  /// Links cannot be nested.
  var isInLink = false
  /// For each open list, whether its elements are written.
  var lists: [Bool] = []
  var headings = HeadingIDs()
  /// The ids of the headings; nil where links may lead to others too.
  var knownHeadings: Set<String>?
  /// The heading that is `h1`.
  var title: MarkdownNode?
  /// Added to the level of the other headings.
  var headingShift: Int
  /// The paragraph that begins with the title of a callout.
  var calloutParagraph: (callout: Callout, paragraph: MarkdownNode)?
  /// The paragraph whose open element is the title of a callout.
  var openTitle: MarkdownNode?
  /// The box at the beginning of the open paragraph: its index in the source.
  var task: Int?
  var alignments: [UInt8] = []
  var column = 0
  var isInHeaderRow = false
  var hasTableBody = false
  var footnoteCount = 0
  var referencedFootnotes: Set<Int> = []
  /// What the resolver has said.
  var answers: [LinkTarget: LinkDestination?] = [:]
  /// The number of links to files so far.
  var lookups = 0
  var seenTags: Set<Tag> = []

  init(_ renderer: NoteRenderer, _ source: MarkdownSource) {
    self.renderer = renderer
    self.source = source
    prefix = renderer.options.checkedPrefix
    textAttributes = renderer.options.textAttributes
    headingShift = renderer.options.headingShift
    writer = HTMLWriter(limit: renderer.options.outputLimit)
  }

  mutating func run(_ root: MarkdownNode) -> RenderedNote {
    if renderer.options.raisesTitle { raiseTitle(in: root) }
    if !renderer.options.hasDoubtfulLinks { knownHeadings = headingIDs(in: root) }
    var walk = MarkdownWalk(root)
    while !writer.isFull, let event = walk.next() {
      switch event {
      case .enter(let node): enter(node, &walk)
      case .leave(let node): leave(node)
      }
    }
    note.isCut = writer.isFull
    note.html = writer.finish()
    note.hasTitle = title != nil
    return note
  }

  private mutating func raiseTitle(in root: MarkdownNode) {
    guard let first = root.firstChild, first.isTopHeading else { return }
    title = first
    var next = first.next
    while let node = next {
      if node.isTopHeading { return }
      next = node.next
    }
    headingShift = 0
  }

  private func headingIDs(in root: MarkdownNode) -> Set<String> {
    var (ids, headings): (Set<String>, HeadingIDs) = ([], HeadingIDs())
    var walk = MarkdownWalk(root)
    while let event = walk.next() {
      guard case .enter(let node) = event, node.kind == .heading else { continue }
      ids.insert(prefix + headings.id(for: String(decoding: plainText(of: node), as: UTF8.self)))
    }
    return ids
  }

  private mutating func enter(_ node: MarkdownNode, _ walk: inout MarkdownWalk) {
    switch node.kind {
    case .code: writeCode(node)
    case .html: writeHTMLBlock(node)
    case .rule:
      writer.void("hr")
      writer.newLine()
    case .text: writeText(node)
    case .softBreak, .lineBreak: writeBreak(node)
    case .codeSpan: writer.element("code", text: source.restored(node.literal))
    case .inlineHTML: writeInlineHTML(node)
    case .image:
      writeImage(node)
      walk.skip(node)
    case let kind: frames.append(open(node, kind))
    }
  }

  /// Opens the elements of a container.
  private mutating func open(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) -> Frame {
    switch kind {
    case .quote: return openQuote(node)
    case .list: return openList(node)
    case .item: return openItem(node)
    case .paragraph: return openParagraph(node)
    case .heading: return openHeading(node)
    case .footnote: return openFootnote()
    case .table: return openTable(node)
    case .row: return openRow(node)
    case .cell: return openCell()
    case .emphasis: return openEmphasis("em")
    case .strong: return openEmphasis("strong")
    case .strikethrough: return openEmphasis("del")
    case .link: return openLink(node)
    case .footnoteReference:
      writeFootnoteReference(node)
      return Frame()
    default: return Frame()
    }
  }

  private mutating func leave(_ node: MarkdownNode) {
    guard let frame = frames.popLast() else { return }
    if node.kind == .footnote { writeWayBack() }
    if node == openTitle { openTitle = nil }
    if node.kind == .cell { column += 1 }
    for _ in 0..<frame.elements { writer.close() }
    if frame.isLink { isInLink = false }
    if frame.isList { lists.removeLast() }
    if frame.isBlock { writer.newLine() }
  }
}

extension MarkdownNode {
  fileprivate var isTopHeading: Bool { kind == .heading && headingLevel == 1 }
}

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
    if seenTags.count < NoteRenderer.mostLinks, seenTags.insert(tag).inserted {
      note.tags.append(tag)
    }
    guard let address = renderer.options.address(of: tag) else { return writer.text(word) }
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
    replacingMarks(in: literal) { item in
      switch item {
      case .link(let inside, let isEmbed):
        withEmbeds || !isEmbed ? link(inside, isEmbed: isEmbed).label : []
      case .address: source(of: item)
      case .task: []
      }
    }
  }
}
