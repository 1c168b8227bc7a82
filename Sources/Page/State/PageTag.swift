internal import Cryptography
internal import HTTPTypes
internal import WebServer

/// What a page depends on beside the files of the notes that are on it.
struct PageVersion: Hashable, Sendable {
  let text: String
}

/// The entity tag of a page (RFC 9110, 8.8.3): the same as long as the page would be the same.
struct PageTag: Hashable, Sendable {
  private let text: String

  /// - Parameter shown: the stamps of the notes that are on the page, whose media folders the index does not watch.
  init(_ version: PageVersion, shown: [CardCache.Stamp]) {
    var bytes = Array(version.text.utf8)
    // Not as text: a page shows seventy notes, and is asked for again and again.
    shown.forEach { $0.append(to: &bytes) }
    // Weak: it is the same for a page that is compressed.
    text = "W/\"\(sha256Hex(bytes).prefix(24))\""
  }

  /// 304, if that is the version that the browser has.
  func reply(to request: WebRequest) -> Reply? {
    guard let known = request.headers[.ifNoneMatch],
      known.split(separator: ",").contains(where: { $0.contains(text) })
    else { return nil }
    return marked(Reply(.notModified, nil, body: .bytes([])))
  }

  func marked(_ reply: Reply) -> Reply {
    var reply = reply
    reply.headers[.eTag] = text
    reply.headers[.cacheControl] = "private, no-cache"
    reply.headers[.vary] = "Cookie"
    return reply
  }
}
