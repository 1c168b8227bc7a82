internal import Cryptography
internal import HTTPTypes
internal import Synchronization
internal import SystemCalls
internal import WebServer

/// The entity tag of a page (RFC 9110, 8.8.3): the same as long as the page would be the same.
struct PageTag: Hashable, Sendable {
  let text: String

  /// - Parameters:
  ///   - shown: the stamps of the notes that are on the page, whose media folders the index does not watch.
  ///   - others: what the page depends on beside these.
  init(shown: [CardCache.Stamp], others: [String]) {
    var bytes = Array(others.joined(separator: "\n").utf8)
    // Not as text: a page shows seventy notes, and is asked for again and again.
    shown.forEach { $0.append(to: &bytes) }
    // Weak: it is the same for a page that is compressed.
    text = "W/\"\(sha256Hex(bytes).prefix(24))\""
  }
}

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

  /// The page with a tag, made unless it is known.
  func page(_ tag: PageTag, _ make: () async throws -> Reply) async rethrows -> Reply {
    if let known = state.withLock({ $0.replies[tag] }) { return known }
    var reply = try await make()
    reply.compressedForm = LazyValue()
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
