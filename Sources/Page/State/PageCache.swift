internal import Synchronization
internal import WebServer

/// The pages that were made last, by their tags: several browsers, or one without a cache, ask for the same page.
final class PageCache: Sendable {
  private struct State {
    var replies: [PageTag: Reply] = [:]
    /// Oldest first.
    var order: [PageTag] = []
  }

  private let state = Mutex(State())
  /// A page has some hundred kilobytes at most.
  private static let limit = 32

  func page(_ tag: PageTag) -> Reply? { state.withLock { $0.replies[tag] } }

  /// Keeps a page.
  ///
  /// - Returns: the page, marked with its tag.
  func keep(_ reply: Reply, _ tag: PageTag) -> Reply {
    let reply = tag.marked(reply)
    state.withLock { state in
      guard state.replies.updateValue(reply, forKey: tag) == nil else { return }
      state.order.append(tag)
      if state.order.count > Self.limit {
        state.replies[state.order.removeFirst()] = nil
      }
    }
    return reply
  }
}
