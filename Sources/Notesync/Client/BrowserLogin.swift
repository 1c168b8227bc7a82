internal import Cryptography
internal import SystemCalls

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
  package var challenge: String { Base64Encoder.urlSafe(SHA256.hash(verifier.utf8)) }

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
      + query.map { "\($0.0)=\(FormFields.encoded($0.1))" }.joined(separator: "&")
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
    let values = FormFields(trimmed[mark...].dropFirst().prefix { $0 != "#" })
    if values["state"] ?? (isPasted ? state : "") != state { throw NotesyncError.foreignLogin }
    guard let code = values["code"], !code.isEmpty else { throw NotesyncError.invalidCode }
    return code
  }
}
