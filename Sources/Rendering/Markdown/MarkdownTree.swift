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
