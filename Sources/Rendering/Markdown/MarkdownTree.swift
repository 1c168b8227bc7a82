internal import CCmark
internal import Synchronization

/// A Markdown text as cmark-gfm's tree, which it owns.
///
/// CommonMark 0.29 with footnotes, tables (if wanted), and strikethrough with two tildes. Task lists and autolinks are
/// those of `MarkdownSource`. cmark's own HTML is not used.
struct MarkdownTree: ~Copyable {
  let root: MarkdownNode

  /// - Parameter text: valid UTF-8.
  init(_ text: [UInt8], withTables: Bool) {
    root = Self.parse(text, withTables: withTables)
  }

  deinit {
    cmark_node_free(root.pointer)
  }

  /// A parser adds characters to tables that all parsers share, and removes them at its end.
  private static let parsing = Mutex(false)

  private static let options =
    CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES
    | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE

  private static func parse(_ text: [UInt8], withTables: Bool) -> MarkdownNode {
    let address = parsing.withLock { isRegistered -> UInt in
      if !isRegistered { cmark_gfm_core_extensions_ensure_registered() }
      isRegistered = true
      guard let parser = cmark_parser_new(options) else { preconditionFailure("out of memory") }
      defer { cmark_parser_free(parser) }
      for name in ["table", "strikethrough"] where withTables || name != "table" {
        guard let found = cmark_find_syntax_extension(name) else { continue }
        cmark_parser_attach_syntax_extension(parser, found)
      }
      text.withUnsafeBytes { bytes in
        cmark_parser_feed(parser, bytes.baseAddress, bytes.count)
      }
      let root = cmark_parser_finish(parser)
      cmark_consolidate_text_nodes(root)
      return UInt(bitPattern: root)
    }
    guard let pointer = OpaquePointer(bitPattern: address) else {
      preconditionFailure("out of memory")
    }
    return MarkdownNode(pointer: pointer)
  }
}

/// A node of a `MarkdownTree`, valid as long as the tree is.
struct MarkdownNode: Equatable {
  enum Kind: Equatable {
    case document, quote, list, item, code, html, paragraph, heading, rule, footnote
    case table, row, cell
    case text, softBreak, lineBreak, codeSpan, inlineHTML, emphasis, strong, strikethrough
    case link, image, footnoteReference, other
  }

  let pointer: OpaquePointer

  var kind: Kind {
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .code
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .rule
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnote
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .codeSpan
    case CMARK_NODE_HTML_INLINE: .inlineHTML
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: extensionKind
    }
  }

  private var extensionKind: Kind {
    if tl_cmark_has_type(pointer, "strikethrough") { return .strikethrough }
    if tl_cmark_has_type(pointer, "table_cell") { return .cell }
    if tl_cmark_has_type(pointer, "table_row") || tl_cmark_has_type(pointer, "table_header") {
      return .row
    }
    return tl_cmark_has_type(pointer, "table") ? .table : .other
  }

  var parent: MarkdownNode? { cmark_node_parent(pointer).map(MarkdownNode.init) }
  var firstChild: MarkdownNode? { cmark_node_first_child(pointer).map(MarkdownNode.init) }
  var next: MarkdownNode? { cmark_node_next(pointer).map(MarkdownNode.init) }
  var previous: MarkdownNode? { cmark_node_previous(pointer).map(MarkdownNode.init) }

  // MARK: - Content

  /// The text of a leaf, valid UTF-8; empty for other nodes.
  var literal: [UInt8] { Self.bytes(cmark_node_get_literal(pointer)) }
  var url: [UInt8] { Self.bytes(cmark_node_get_url(pointer)) }
  var title: [UInt8] { Self.bytes(cmark_node_get_title(pointer)) }
  var fenceInfo: [UInt8] { Self.bytes(cmark_node_get_fence_info(pointer)) }
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }
  /// The first line of the node in the text, from 1.
  var firstLine: Int { Int(cmark_node_get_start_line(pointer)) }

  var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }
  /// The first number of an ordered list.
  var firstNumber: Int { Int(cmark_node_get_list_start(pointer)) }

  var isHeaderRow: Bool { cmark_gfm_extensions_get_table_row_is_header(pointer) != 0 }

  /// For each column of a table `l`, `c`, `r`, or 0.
  var alignments: [UInt8] {
    guard let first = cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    return Array(UnsafeBufferPointer(start: first, count: count))
  }

  private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
    text.map { Array(String(cString: $0).utf8) } ?? []
  }
}

/// The nodes below a node in the order of the text, without recursion: each container on entering and on leaving it.
struct MarkdownWalk: ~Copyable {
  enum Event {
    case enter(MarkdownNode)
    case leave(MarkdownNode)
  }

  private let iterator: OpaquePointer

  init(_ root: MarkdownNode) {
    guard let made = cmark_iter_new(root.pointer) else { preconditionFailure("out of memory") }
    iterator = made
  }

  deinit {
    cmark_iter_free(iterator)
  }

  /// Leaves, such as texts and code, are only entered; nil at the end.
  mutating func next() -> Event? {
    let event = cmark_iter_next(iterator)
    guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return nil }
    return event == CMARK_EVENT_EXIT
      ? .leave(MarkdownNode(pointer: node)) : .enter(MarkdownNode(pointer: node))
  }

  /// Continues after `node`, which was just entered; it is not left again.
  mutating func skip(_ node: MarkdownNode) {
    cmark_iter_reset(iterator, node.pointer, CMARK_EVENT_EXIT)
  }
}
