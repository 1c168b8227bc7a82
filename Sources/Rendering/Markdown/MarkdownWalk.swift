internal import CCmark

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
