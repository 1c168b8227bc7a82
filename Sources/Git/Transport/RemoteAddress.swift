/// The address or path of a remote repository, read by git's rules.
package struct RemoteAddress: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `path` is sent to the server: absolute, relative to the user's home folder there, or beginning with `~`.
    case ssh(user: String?, host: String, port: Int?, path: String)
    /// A folder on this machine; absolute.
    case file(path: String)
    /// `host` includes the port if there is one; `path` has no leading slash.
    case http(isEncrypted: Bool, user: String?, host: String, path: String)
    /// Git's own protocol, without encryption.
    case git(host: String)
  }

  /// The original text; may have a password.
  package let text: String
  package let kind: Kind

  /// Reads an address.
  ///
  /// Refuses parts that a program could take for an option or that act in a shell, and every address that names a
  /// program (`ext::…`): the address may come with a vault from someone else.
  ///
  /// - Parameter folder: the base of a relative path; absolute.
  /// - Throws: `.refusedAddress`.
  package init(_ text: String, relativeTo folder: String) throws(TransportError) {
    self.text = text
    do throws(AddressFault) {
      kind = try RemoteAddressReader(text: text, folder: folder).kind()
    } catch {
      throw .refusedAddress(Self.withoutPassword(text), error)
    }
  }

  /// The address without a password, for display.
  package var publicText: String { Self.withoutPassword(text) }

  /// Whether both probably name the same repository: equal addresses, or equal host and path over https and ssh.
  package func isSamePlace(as other: RemoteAddress) -> Bool {
    switch (kind, other.kind) {
    case (.ssh(_, let host, _, let path), .http(_, _, let otherHost, let otherPath)),
      (.http(_, _, let otherHost, let otherPath), .ssh(_, let host, _, let path)):
      // Ports are ignored: each protocol has its own.
      return host.lowercased() == Self.name(ofHost: otherHost)
        && Self.parts(path) == Self.parts(otherPath)
    case (.http(true, _, let host, let path), .http(true, _, let otherHost, let otherPath)):
      return host.lowercased() == otherHost.lowercased()
        && Self.parts(path) == Self.parts(otherPath)
    default: return kind == other.kind
    }
  }

  /// In lower case, without port and brackets.
  private static func name(ofHost host: String) -> String {
    let isBracketed = host.hasPrefix("[")
    let name = isBracketed ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return name.lowercased()
  }

  /// `/a/b.git/` equals `a/b`.
  private static func parts(_ path: String) -> [Substring] {
    var parts = path.split(separator: "/")
    if let last = parts.last, last.hasSuffix(".git") {
      parts[parts.count - 1] = last.dropLast(".git".count)
    }
    return parts
  }

  private static func withoutPassword(_ text: String) -> String {
    guard let scheme = text.utf8.firstRange(of: "://".utf8) else { return text }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    return String(text[..<colon] + text[at...])
  }
}

/// Why an address is refused.
package enum AddressFault: Error, Hashable, Sendable {
  case empty
  /// It has a control character, such as NUL or a line break.
  case controlCharacter
  /// The host, user or path begins with `-`, as an option does.
  case looksLikeOption
  /// The host or user has a character that acts in a shell.
  case shellCharacter
  /// It has no host or no path, or a port that is not a number.
  case incomplete
  /// An unsupported scheme, such as `ext::` or `ftp://`.
  case unknownScheme(String)
}
