internal import Cryptography
internal import Synchronization
internal import SystemCalls
internal import WebServer

/// The pages that were made last, by what they are made of: several browsers, or one without a cache, ask for the same page.
final class PageCache<Key: Hashable & Sendable, Page: Sendable>: Sendable {
  private struct State {
    var pages: [Key: Page] = [:]
    /// Oldest first.
    var order: [Key] = []
  }

  private let state = Mutex(State())
  /// A page has some hundred kilobytes at most.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  subscript(key: Key) -> Page? { state.withLock { $0.pages[key] } }

  func keep(_ page: Page, of key: Key) {
    state.withLock { state in
      guard state.pages.updateValue(page, forKey: key) == nil else { return }
      state.order.append(key)
      if state.order.count > limit { state.pages[state.order.removeFirst()] = nil }
    }
  }
}

extension PageCache<PageTag, Reply> {
  /// The page with a tag, made unless it is known.
  func page(_ tag: PageTag, _ make: () async throws -> Reply) async rethrows -> Reply {
    if let known = self[tag] { return known }
    let reply = try await make().repeated
    keep(reply, of: tag)
    return reply
  }
}

extension Reply {
  /// The same for whoever sends it again: it is compressed once.
  var repeated: Reply {
    var reply = self
    reply.compressedForm = LazyValue()
    return reply
  }
}

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
