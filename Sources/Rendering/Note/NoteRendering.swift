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
  var seen = SeenLinks()

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
