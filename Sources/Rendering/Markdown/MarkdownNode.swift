internal import CCmark

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
