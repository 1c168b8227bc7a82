/// What git's settings ask of http and https that libgit2 cannot do, or does in another way.
struct HTTPSettings: Hashable {
  /// Whether a proxy stands between here and the server.
  let usesProxy: Bool
  /// Whether only the git program does what is asked for.
  let needsGit: Bool

  /// The last parts of keys below `http.` that libgit2 passes over.
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

  /// - Parameter entries: names, as git writes them in lists (`http.https://host/.sslverify`), and
  ///   values.
  init(entries: [(name: String, value: String)], environment: [String: String]) {
    var proxies = Self.proxyVariables.compactMap { environment[$0] }
    var needsGit = Self.variables.contains { environment[$0] != nil }
    for (name, value) in entries {
      let last = name.split(separator: ".").last.map(String.init) ?? ""
      if last == "proxy" { proxies.append(value) }
      if Self.unknownToLibrary.contains(last) { needsGit = true }
    }
    usesProxy = needsGit || proxies.contains { !$0.isEmpty }
    self.needsGit = needsGit || proxies.contains { $0.lowercased().hasPrefix("socks") }
  }
}
