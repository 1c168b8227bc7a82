internal import HTTPTypes
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The entity tag of a page (RFC 9110, 8.8.3): the same as long as the page would be the same.
struct PageTag: Hashable, Sendable {
  private let text: String

  /// - Parameters:
  ///   - shown: the stamps of the notes that are on the page, whose media folders are not watched.
  ///   - further: what else the page depends on.
  init(_ incoming: PageRequest, shown: [CardCache.Stamp], further: [String] = []) {
    let parts = [
      incoming.site.assets.version, incoming.site.version(of: incoming.snapshot),
      incoming.site.origin(of: incoming.request).text, incoming.request.path,
      incoming.request.queryText, incoming.session?.formToken ?? "",
      incoming.now.day.description, incoming.snapshot.state.problem ?? "",
      incoming.site.syncs.tag, DeviceSettings(incoming.request).text,
      "\(incoming.site.dueCount(incoming.snapshot))",
    ]
    var bytes = Array((parts + further).joined(separator: "\n").utf8)
    // Not as text: a page shows seventy notes, and is asked for again and again.
    shown.forEach { $0.append(to: &bytes) }
    text = "\"\(sha256Hex(bytes).prefix(24))\""
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
