/// How to reach remotes, as given by the caller.
package struct NetworkSettings: Sendable {
  /// The environment: `PATH`, `HOME`, `GIT_SSH_COMMAND`, `GIT_SSH`, `GIT_SSH_VARIANT`, `SSH_AUTH_SOCK`,
  /// `SSH_ASKPASS_REQUIRE`, `TL_GIT_TOKEN`, and whatever started programs need.
  ///
  /// libgit2 reads the proxy variables (`https_proxy`, `no_proxy`) from the process itself.
  package var environment: [String: String]
  /// The timeout without a byte in either direction, in milliseconds.
  package var idleTimeout: Int
  /// The timeout for connecting, in milliseconds.
  package var connectTimeout: Int
  /// Whether ssh may ask a user at a terminal for a passphrase or about a new host.
  ///
  /// Otherwise ssh asks nothing (`BatchMode=yes`), unless `SSH_ASKPASS_REQUIRE` is set, which names another way to ask.
  package var isInteractive: Bool
  /// Asks the user for a name and a password; nil if there is no one to ask.
  package var ask: (@Sendable (CredentialQuestion) -> CredentialAnswer?)?

  package init(
    environment: [String: String], idleTimeout: Int = 60_000, connectTimeout: Int = 30_000,
    isInteractive: Bool = false, ask: (@Sendable (CredentialQuestion) -> CredentialAnswer?)? = nil
  ) {
    self.environment = environment
    self.idleTimeout = idleTimeout
    self.connectTimeout = connectTimeout
    self.isInteractive = isInteractive
    self.ask = ask
  }

  /// The timeout until the first byte, in milliseconds: a user may have to type a passphrase, for which the server has
  /// its own limit.
  var firstTimeout: Int { isInteractive ? max(180_000, idleTimeout) : idleTimeout }

  /// The answer with `TL_GIT_TOKEN`; nil unless the connection to the address is encrypted.
  func token(for address: RemoteAddress) -> CredentialAnswer? {
    guard let token = environment["TL_GIT_TOKEN"], !token.isEmpty,
      let place = address.credentialScope, place.isPrivate
    else { return nil }
    return CredentialAnswer(user: place.user ?? "x-access-token", password: token)
  }
}

/// The server and the user that a password is for.
package struct CredentialQuestion: Hashable, Sendable {
  /// Scheme and host, such as "https://git.example.org:8443".
  package var place: String
  /// The user of the address; nil if it has none.
  package var user: String?
  /// Whether the previous answer was refused.
  package var isRepeated: Bool
}

package struct CredentialAnswer: Hashable, Sendable {
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

/// Git's settings for http and https that libgit2 lacks or implements differently.
struct HTTPSettings: Hashable {
  /// Whether a proxy is used.
  let usesProxy: Bool
  /// Whether only the git program can do what is set.
  let needsGit: Bool
  /// The remote's own proxy, which counts before all others; empty: none is used.
  let ownProxy: String?

  /// The last parts of keys below `http.` that libgit2 ignores.
  private static let unknownToLibrary: Set<String> = [
    "sslcainfo", "sslcapath", "sslcert", "sslkey", "sslverify", "sslversion", "sslcipherlist",
    "pinnedpubkey", "extraheader", "cookiefile", "useragent", "proxyauthmethod", "proxysslcainfo",
    "proxysslcert", "proxysslkey", "emptyauth", "delegation", "curloptresolve", "followredirects",
  ]
  private static let variables: Set<String> = [
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_SSL_NO_VERIFY",
    "GIT_HTTP_PROXY_AUTHMETHOD", "ALL_PROXY", "all_proxy",
  ]
  private static let proxyVariables = ["http_proxy", "https_proxy", "HTTPS_PROXY"]

  /// - Parameters:
  ///   - entries: the keys of the section `http`, for whatever address, and their values.
  ///   - ownProxy: `remote.NAME.proxy`.
  init(
    _ entries: [(key: String, value: String)], ownProxy: String? = nil,
    environment: [String: String]
  ) {
    self.ownProxy = ownProxy
    var proxies = Self.proxyVariables.compactMap { environment[$0] } + [ownProxy ?? ""]
    var needsGit = Self.variables.contains { environment[$0] != nil }
    for (key, value) in entries {
      if key == "proxy" { proxies.append(value) }
      if Self.unknownToLibrary.contains(key) { needsGit = true }
    }
    usesProxy = needsGit || proxies.contains { !$0.isEmpty }
    self.needsGit = needsGit || proxies.contains { $0.lowercased().hasPrefix("socks") }
  }
}

/// The progress of a fetch or a push.
package struct TransferProgress: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case connecting
    /// Receiving objects: `done` of `total`.
    case receiving
    case resolving
    /// Counting and compressing objects to send.
    case packing
    case sending
  }

  package var phase: Phase
  package var done: Int
  /// 0 if it is unknown.
  package var total: Int

  package init(_ phase: Phase, done: Int = 0, total: Int = 0) {
    self.phase = phase
    self.done = done
    self.total = total
  }
}
