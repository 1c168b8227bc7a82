/// Decides by its headers whether a request may come from a page of ours; the first of all checks.
///
/// Against names that another site makes resolve to this machine, and against forms and scripts of other sites.
struct RequestGuard: Sendable {
  let origin: SiteOrigin

  /// The headers that are looked at.
  struct Headers: Sendable {
    var host: String?
    var origin: String?
    /// `Sec-Fetch-Site` (Fetch Metadata).
    var fetchSite: String?
    /// `Sec-Fetch-Mode`.
    var fetchMode: String?
  }

  enum Verdict: Hashable, Sendable {
    case allowed
    /// The host is an address of this machine: the page is at its own name.
    case ownAddress
    /// Any other host.
    case foreignHost
    /// A page of another site has sent it.
    case foreignPage
  }

  /// Of a request with a program's token, which no page sends: at this machine's own addresses too, since no cookie counts
  /// there, and with no origin but ours.
  func verdictOnProgram(_ headers: Headers) -> Verdict {
    guard origin.isHost(headers.host) || SiteOrigin.isOwnAddress(headers.host) else {
      return .foreignHost
    }
    if let sender = headers.origin, SiteOrigin(sender) != origin { return .foreignPage }
    return [nil, "same-origin", "none"].contains(headers.fetchSite) ? .allowed : .foreignPage
  }

  /// - Parameter isWrite: the request may change something.
  func verdict(on headers: Headers, isWrite: Bool) -> Verdict {
    guard origin.isHost(headers.host) else {
      return SiteOrigin.isOwnAddress(headers.host) ? .ownAddress : .foreignHost
    }
    if isWrite {
      // Browsers send it with every request that is not GET or HEAD.
      guard let sender = headers.origin, SiteOrigin(sender) == origin else { return .foreignPage }
    }
    switch headers.fetchSite {
    case nil, "same-origin", "none": return .allowed
    // Somebody has followed a link.
    default: return headers.fetchMode == "navigate" && !isWrite ? .allowed : .foreignPage
    }
  }
}
