/// A server that passwords are for.
struct CredentialScope: Hashable {
  /// Scheme and host, such as "https://git.example.org:8443".
  var text: String
  /// The user of the address; nil if it has none.
  var user: String?
  /// Whether the connection is encrypted, or to this machine.
  var isPrivate: Bool
}

extension RemoteAddress {
  /// Nil unless the address is of http or https.
  var credentialScope: CredentialScope? {
    switch kind {
    case .https(let user, let host, _):
      return CredentialScope(text: "https://" + host, user: user, isPrivate: true)
    case .http(let user, let host, _):
      let isHere = ["127.0.0.1", "localhost", "[::1]"].contains(host.withoutPort)
      return CredentialScope(text: "http://" + host, user: user, isPrivate: isHere)
    case .ssh, .file, .git: return nil
    }
  }
}

extension String {
  fileprivate var withoutPort: String {
    guard let colon = lastIndex(of: ":"), !hasSuffix("]") else { return self }
    return String(self[..<colon])
  }
}
