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
