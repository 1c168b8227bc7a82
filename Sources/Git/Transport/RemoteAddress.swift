/// Where a remote repository is: an address or a path, read as git reads it.
package struct RemoteAddress: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `path` is what the server is asked for: absolute, relative to the user's folder there, or
    /// beginning with `~`.
    case ssh(user: String?, host: String, port: Int?, path: String)
    /// On this machine; absolute.
    case file(path: String)
    /// `host` with its port where the address has one; `path` without the slash it begins with.
    case http(user: String?, host: String, path: String)
    case https(user: String?, host: String, path: String)
    /// git's own protocol, without any encryption.
    case git(host: String)
  }

  /// As it was given; may hold a password.
  package let text: String
  package let kind: Kind

  /// Reads an address.
  ///
  /// What could be taken for an option by a program, or act in a shell, is refused, and so is every
  /// way to name a program in an address (`ext::…`). Whoever has a vault from somebody else has an
  /// address from them.
  ///
  /// - Parameter folder: what a relative path is relative to; absolute.
  /// - Throws: `.refusedAddress`.
  package init(_ text: String, relativeTo folder: String) throws(TransportError) {
    self.text = text
    do throws(AddressFault) {
      kind = try RemoteAddressReader(text: text, folder: folder).kind()
    } catch {
      throw .refusedAddress(Self.withoutPassword(text), error)
    }
  }

  /// The address as people may see it, without a password.
  package var publicText: String { Self.withoutPassword(text) }

  /// Whether both seem to lead to one repository: the same address, or the same host and path by https and by ssh.
  package func isSamePlace(as other: RemoteAddress) -> Bool {
    switch (kind, other.kind) {
    case (.ssh(_, let host, _, let path), .https(_, let otherHost, let otherPath)),
      (.ssh(_, let host, _, let path), .http(_, let otherHost, let otherPath)),
      (.https(_, let otherHost, let otherPath), .ssh(_, let host, _, let path)),
      (.http(_, let otherHost, let otherPath), .ssh(_, let host, _, let path)):
      // A port says nothing here: each protocol has its own.
      return host.lowercased() == Self.name(ofHost: otherHost)
        && Self.parts(path) == Self.parts(otherPath)
    case (.https(_, let host, let path), .https(_, let otherHost, let otherPath)):
      return host.lowercased() == otherHost.lowercased()
        && Self.parts(path) == Self.parts(otherPath)
    default: return kind == other.kind
    }
  }

  /// In small letters, without port and brackets.
  private static func name(ofHost host: String) -> String {
    let isBracketed = host.hasPrefix("[")
    let name = isBracketed ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return name.lowercased()
  }

  /// `/a/b.git/` is `a/b` as well.
  private static func parts(_ path: String) -> [Substring] {
    var parts = path.split(separator: "/")
    if let last = parts.last, last.hasSuffix(".git") {
      parts[parts.count - 1] = last.dropLast(".git".count)
    }
    return parts
  }

  private static func withoutPassword(_ text: String) -> String {
    guard let scheme = text.range(of: "://") else { return text }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    return String(text[..<colon] + text[at...])
  }
}

/// Why an address is not used.
package enum AddressFault: Error, Hashable, Sendable {
  case empty
  /// It holds a NUL, a line end or another control character.
  case controlCharacter
  /// Host, user or path begin with `-`, so that a program takes them for an option.
  case looksLikeOption
  /// Host or user hold what acts in a shell.
  case shellCharacter
  /// No host, no path, or a port that is no number.
  case incomplete
  /// A way of its own to get there, such as `ext::` or `ftp://`.
  case unknownScheme(String)
}

extension String {
  /// The first place of a text, compared byte by byte.
  fileprivate func range(of other: String) -> Range<String.Index>? {
    let bytes = Array(utf8)
    let wanted = Array(other.utf8)
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start..<start + wanted.count] == wanted[...] {
      let lower = utf8.index(utf8.startIndex, offsetBy: start)
      return lower..<utf8.index(lower, offsetBy: wanted.count)
    }
    return nil
  }
}
