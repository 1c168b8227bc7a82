internal import VaultFormat

/// Parses the bytes of an address by git's rules (git-fetch(1), "Git URLs").
struct RemoteAddressReader {
  let text: String
  /// The base of a relative path.
  package let folder: String

  func kind() throws(AddressFault) -> RemoteAddress.Kind {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter }
    if let scheme = scheme(of: bytes, before: "://") {
      return try kind(scheme: scheme, rest: bytes[(scheme.utf8.count + 3)...])
    }
    if let helper = scheme(of: bytes, before: "::") { throw .unknownScheme(helper + "::") }
    if let colon = bytes.firstIndex(of: .colon), !bytes[..<colon].contains(.slash) {
      return try shortKind(bytes[...])
    }
    // The brackets of an IPv6 address have colons, and no slash before them.
    return .file(path: absolute(text))
  }

  /// The scheme before `mark`, in lower case; nil if the text does not begin with letters, digits, `+`, `-` or `.` and
  /// then `mark`.
  private func scheme(of bytes: [UInt8], before mark: String) -> String? {
    let name = bytes.prefix { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
    }
    guard !name.isEmpty, bytes[name.count...].starts(with: mark.utf8) else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private func kind(
    scheme: String, rest: ArraySlice<UInt8>
  ) throws(AddressFault) -> RemoteAddress.Kind {
    let slash = rest.firstIndex(of: .slash) ?? rest.endIndex
    let authority = rest[..<slash]
    switch scheme {
    case "ssh", "git+ssh", "ssh+git":
      return try sshKind(try Authority(try decoded(authority)), path: try decoded(rest[slash...]))
    case "file":
      let host = String(decoding: authority, as: UTF8.self)
      guard host.isEmpty || host == "localhost", slash < rest.endIndex else { throw .incomplete }
      return .file(path: String(decoding: try decoded(rest[slash...]), as: UTF8.self))
    case "http", "https", "git":
      let authority = try Authority(try decoded(authority))
      let host = try authority.checkedHost()
      let path = String(decoding: rest[slash...].dropFirst(), as: UTF8.self)
      if scheme == "git" { return .git(host: host) }
      return .http(
        isEncrypted: scheme == "https", user: authority.user, host: authority.hostAndPort,
        path: path)
    default:
      throw .unknownScheme(scheme + "://")
    }
  }

  /// `[user@]host:path`; a host with a port, or an IPv6 address, is in brackets.
  private func shortKind(_ bytes: ArraySlice<UInt8>) throws(AddressFault) -> RemoteAddress.Kind {
    let open = bytes.firstIndex(of: .openingBracket)
    let colon = bytes.firstIndex(of: .colon) ?? bytes.endIndex
    guard let open, open < colon, open == bytes.startIndex || bytes[open - 1] == .at else {
      return try sshKind(
        try Authority(bytes[..<colon], hasPort: false), path: bytes[colon...].dropFirst())
    }
    guard let close = bytes.firstIndex(of: .closingBracket),
      bytes[close...].dropFirst().first == .colon
    else { throw .incomplete }
    let inside = bytes[(open + 1)..<close]
    let isIPv6 = inside.count { $0 == .colon } > 1
    let authority = bytes[..<open] + (isIPv6 ? bytes[open...close] : inside)
    return try sshKind(try Authority(authority), path: bytes[close...].dropFirst(2))
  }

  private func sshKind(
    _ authority: Authority, path: ArraySlice<UInt8>
  ) throws(AddressFault) -> RemoteAddress.Kind {
    let host = try authority.checkedHost()
    // `/~user` of an address is `~user`.
    let path = path.starts(with: "/~".utf8) ? path.dropFirst() : path
    guard let first = path.first else { throw .incomplete }
    guard first != .dash else { throw .looksLikeOption }
    return .ssh(
      user: authority.user, host: host, port: authority.port,
      path: String(decoding: path, as: UTF8.self))
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// Decodes `%41`; throws for an invalid or control character.
  private func decoded(_ bytes: ArraySlice<UInt8>) throws(AddressFault) -> ArraySlice<UInt8> {
    guard bytes.contains(.percent) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == .percent, digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        guard value >= 0x20, value != 0x7F else { throw .controlCharacter }
        result.append(value)
        rest.removeFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result[...]
  }
}

/// `user:password@host:port` of an address; the password is dropped.
private struct Authority {
  private(set) var user: String?
  private(set) var host: String
  private(set) var port: Int?
  private let isBracketed: Bool

  init(_ bytes: ArraySlice<UInt8>, hasPort: Bool = true) throws(AddressFault) {
    var rest = bytes
    if let at = bytes.lastIndex(of: .at) {
      let name = bytes[..<at].prefix { $0 != .colon }
      user = String(decoding: name, as: UTF8.self)
      rest = bytes[(at + 1)...]
    }
    isBracketed = rest.first == .openingBracket
    if isBracketed {
      guard let close = rest.firstIndex(of: .closingBracket) else { throw .incomplete }
      host = String(decoding: rest[(rest.startIndex + 1)..<close], as: UTF8.self)
      rest = rest[(close + 1)...]
      guard rest.isEmpty || rest.first == .colon else { throw .incomplete }
    } else {
      let name = hasPort ? rest.prefix { $0 != .colon } : rest
      host = String(decoding: name, as: UTF8.self)
      rest = rest[name.endIndex...]
    }
    if rest.count > 1 {
      let number = Int(String(decoding: rest.dropFirst(), as: UTF8.self))
      guard let number, 1...65_535 ~= number else { throw .incomplete }
      port = number
    }
  }

  /// The host, if it and the user are safe in a command line.
  func checkedHost() throws(AddressFault) -> String {
    guard !host.isEmpty, user != "" else { throw .incomplete }
    for part in [host, user ?? ""] {
      guard !part.hasPrefix("-") else { throw .looksLikeOption }
      // ssh puts both into command lines of its settings (`ProxyCommand`).
      guard !part.utf8.contains(where: { Self.shellCharacters.contains($0) }) else {
        throw .shellCharacter
      }
    }
    return host
  }

  var hostAndPort: String {
    let name = isBracketed ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  private static let shellCharacters = Set("'`\"$\\;&<>|(){}!*?~# ".utf8)
}

extension UInt8 {
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let at = UInt8(ascii: "@")
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let percent = UInt8(ascii: "%")
  fileprivate static let openingBracket = UInt8(ascii: "[")
  fileprivate static let closingBracket = UInt8(ascii: "]")
}
