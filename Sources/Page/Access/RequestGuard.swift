internal import HTTPTypes
internal import VaultFormat
internal import WebServer

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

/// The one origin at which a browser may use the page (RFC 6454), such as `http://tl-9f3ac1d2.localhost:8787`.
///
/// Cookies know no ports: at 127.0.0.1 every other server of the machine would be sent the session, so each vault has a
/// name of its own. A page of another name, also one that resolves to this machine, gets nothing.
struct SiteOrigin: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  /// With the port, unless it is the scheme's own; as browsers send it in `Host`.
  let host: String

  /// Nil unless the text is an origin: a scheme and a host without user, path or query.
  init?(_ text: String) {
    let text = text.lowercased()
    guard let scheme = ["https", "http"].first(where: { text.hasPrefix($0 + "://") }) else {
      return nil
    }
    var host = String(text.dropFirst(scheme.count + 3))
    if host.hasSuffix("/") { host.removeLast() }
    let ownPort = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(ownPort) { host.removeLast(ownPort.count) }
    let isPlain = host.utf8.allSatisfy {
      $0.isASCIIDigit || $0.isASCIILetter || ".-_:[]".utf8.contains($0)
    }
    guard !host.isEmpty, isPlain else { return nil }
    (self.scheme, self.host) = (scheme, host)
  }

  var text: String { "\(scheme)://\(host)" }
  var isSecure: Bool { scheme == "https" }

  /// Whether a request's `Host` names this origin.
  func isHost(_ field: String?) -> Bool {
    guard let field, let other = SiteOrigin("\(scheme)://\(field)") else { return false }
    return other.host == host
  }

  /// Whether a request's `Host` is an address of this machine itself, with any port.
  static func isOwnAddress(_ field: String?) -> Bool {
    guard let field = field?.lowercased() else { return false }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      field == name
        || field.hasPrefix(name + ":") && field.dropFirst(name.count + 1).allSatisfy(\.isNumber)
    }
  }

  /// The same page at a private address of this machine, by a request's `Host`.
  ///
  /// - Returns: nil for a name, another port, a public address, and loopback, where other programs may listen.
  func atHomeAddress(_ field: String?) -> SiteOrigin? {
    guard let field, let other = SiteOrigin("\(scheme)://\(field)"), other.port == port,
      let address = HomeAddress(other.name), !address.isLoopback
    else { return nil }
    return other
  }

  /// Without the port, and without brackets.
  private var name: String {
    let name =
      host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return String(name)
  }

  /// Nil for the scheme's own.
  private var port: Substring? {
    let rest = host.hasPrefix("[") ? host.drop { $0 != "]" }.dropFirst() : host.drop { $0 != ":" }
    return rest.isEmpty ? nil : rest.dropFirst()
  }
}

/// Who has sent a request.
enum Caller: Sendable {
  case nobody
  /// A browser.
  case session(BrowserSession)
  /// A program whose token was made with `tl serve token add`.
  case program(AccessToken)
  /// A program with a token that is none, or was removed.
  case unknownProgram

  var session: BrowserSession? { if case .session(let session) = self { session } else { nil } }

  /// Of whoever has valid credentials: each browser and each program has its own.
  var name: String? {
    switch self {
    case .session(let session): session.name
    case .program(let token): "program \(token.name)"
    case .nobody, .unknownProgram: nil
    }
  }

  var isKnown: Bool { name != nil }

  var isProgram: Bool {
    switch self {
    case .program, .unknownProgram: true
    case .nobody, .session: false
    }
  }
}

extension WebRequest {
  var guardedHeaders: RequestGuard.Headers {
    RequestGuard.Headers(
      host: host, origin: headers[.origin], fetchSite: field("Sec-Fetch-Site"),
      fetchMode: field("Sec-Fetch-Mode"))
  }

  /// The credentials of `Authorization: Bearer …` (RFC 6750, 2.1), which may be empty; nil without them.
  var bearerToken: String? {
    guard let field = headers[.authorization], field.prefix(7).lowercased() == "bearer " else {
      return nil
    }
    return field.dropFirst(7).filter { $0 != " " }
  }
}
