/// Git's settings for http and https that libgit2 lacks or implements differently.
struct HTTPSettings: Hashable {
  /// Whether a proxy is used.
  let usesProxy: Bool
  /// Whether only the git program can do what is set.
  let needsGit: Bool

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

  /// - Parameter entries: names as git lists them (`http.https://host/.sslverify`), and values.
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
