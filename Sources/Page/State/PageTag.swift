internal import Cryptography

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
