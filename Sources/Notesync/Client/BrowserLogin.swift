internal import Crypto
internal import VaultFormat

/// A pending login in a browser (RFC 7636, RFC 8252).
package struct BrowserLogin: Hashable, Sendable {
  /// Returned with the code if the server supports it.
  package let state: String
  package let verifier: String
  /// The address that receives the code, on this machine.
  package let redirect: String

  /// - Parameter random: gives 32 bytes or more for each secret.
  package init(redirect: String, random: () -> [UInt8]) {
    self.redirect = redirect
    state = Base64Encoder.urlSafe(random())
    verifier = Base64Encoder.urlSafe(random())
  }

  /// SHA-256 of the verifier.
  package var challenge: String { Base64Encoder.urlSafe(SHA256.hash(data: Array(verifier.utf8))) }

  /// The page to open.
  package func page(of server: ServerAddress) -> String { server.text + pagePath }

  /// The page of a server that supports only the apps: it finally redirects the browser to an address with the code
  /// that only the iOS app can open.
  package static func pageForApps(of server: ServerAddress) -> String {
    server.text + "/auth/oauth_start?client=ios"
  }

  var pagePath: String {
    let query = [
      ("client", "tl"), ("redirect_uri", redirect), ("state", state),
      ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ]
    return "/auth/oauth_start?"
      + query.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
  }

  /// Finds the code in an address that was received or pasted, or in a pasted code alone.
  ///
  /// - Parameter isPasted: by the user, who knows its source; a received address must have the state, since any page
  ///   can send requests to this machine.
  /// - Throws: `.foreignLogin` if the state is wrong or missing; `.invalidCode` if there is no code.
  package func code(in answer: String, isPasted: Bool) throws -> String {
    let trimmed = String(answer.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
    guard let mark = trimmed.firstIndex(of: "?") else {
      guard !trimmed.isEmpty, !trimmed.contains("/") else { throw NotesyncError.invalidCode }
      return trimmed
    }
    var values: [String: String] = [:]
    for pair in trimmed[trimmed.index(after: mark)...].prefix(while: { $0 != "#" }).split(
      separator: "&")
    {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[Self.unescaped(parts[0])] = parts.count > 1 ? Self.unescaped(parts[1]) : ""
    }
    if values["state"] ?? (isPasted ? state : "") != state { throw NotesyncError.foreignLogin }
    guard let code = values["code"], !code.isEmpty else { throw NotesyncError.invalidCode }
    return code
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 && byte >= 0x41
        || "-._~".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + [byte].hex.uppercased()
    }.joined()
  }

  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
