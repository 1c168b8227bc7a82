internal import Cryptography
internal import SystemCalls
internal import VaultFormat

/// Ways to sign in, and out.
package struct NotesyncLogin {
  private let connection: Connection

  package init(_ settings: NotesyncSettings, _ transport: any NotesyncTransport, pacing: Pacing) {
    connection = Connection(
      settings, transport, pacing: pacing, credentials: nil, state: SyncState(), onRefresh: { _ in }
    )
  }

  /// With a name and a password.
  ///
  /// - Throws: `.wrongPassword` or another `NotesyncError`.
  package func signIn(user: String, password: String) async throws -> Credentials {
    let (reply, body) = try await connection.plain(
      connection.jsonRequest("/auth/login", ["username": user, "password": password]))
    if reply.status == 401 { throw NotesyncError.wrongPassword }
    try Self.check(reply)
    let answer = JSONElement.small(body, wanted: Self.names)
    // The original server nests the tokens.
    guard let tokens = answer?["tokens"] ?? answer, let access = tokens["access_token"]?.text else {
      throw NotesyncError.unusableAnswer("there is no token")
    }
    return Credentials(
      accessToken: access, refreshToken: tokens["refresh_token"]?.text, userName: user)
  }

  /// Whether the server's sign-in page redirects a browser to this program, as a server of tl does.
  ///
  /// The original makes codes for its apps only (notesync contract, 2.2): its page ignores the login.
  ///
  /// - Throws: a `NotesyncError`.
  package func bringsBack(_ login: BrowserLogin) async throws -> Bool {
    do {
      let (reply, page) = try await connection.plain(TransportRequest(.get, login.pagePath))
      try Self.check(reply)
      return String(decoding: page, as: UTF8.self).contains(login.state)
    } catch NotesyncError.unusableAnswer {
      return false
    }
  }

  /// Exchanges a code that a browser brought or the user pasted.
  ///
  /// - Parameter login: the login that requested the code; nil for one from elsewhere.
  /// - Throws: `.invalidCode` or another `NotesyncError`.
  package func exchange(code: String, of login: BrowserLogin? = nil) async throws -> Credentials {
    let members: KeyValuePairs<String, String> =
      if let login {
        ["code": code, "code_verifier": login.verifier, "redirect_uri": login.redirect]
      } else {
        ["code": code]
      }
    let (reply, body) = try await connection.plain(
      connection.jsonRequest("/api/auth/exchange", members))
    if reply.status == 400 || reply.status == 404 {
      let word = JSONElement.small(body, wanted: ["error"])?["error"]?.text
      if word != nil { throw NotesyncError.invalidCode }
    }
    try Self.check(reply)
    let answer = JSONElement.small(body, wanted: Self.names)
    guard let access = answer?["access_token"]?.text else {
      throw NotesyncError.unusableAnswer("there is no token")
    }
    let user = answer?["user"]
    return Credentials(
      accessToken: access, refreshToken: answer?["refresh_token"]?.text,
      userName: user?["username"]?.text ?? user?["email"]?.text)
  }

  /// Checks that the server accepts the credentials and the API key; nothing is stored there.
  ///
  /// - Throws: `.wrongAPIKey` or another `NotesyncError`.
  package func check(_ credentials: Credentials) async throws {
    let reply = try await connection.look(with: credentials)
    if reply.status == 401, AuthenticationFailure(reply) != .wrongAPIKey {
      throw NotesyncError.loginExpired
    }
    try Self.check(reply)
  }

  /// Ends the session on the server; tokens may stay valid there until they expire, so the caller has to remove them in
  /// any case.
  ///
  /// - Returns: whether the server confirmed it.
  package func signOut(_ credentials: Credentials) async throws -> Bool {
    // The access token has often expired.
    for token in [credentials.refreshToken, credentials.accessToken].compactMap(\.self) {
      let (reply, _) = try await connection.plain(
        TransportRequest(.get, "/auth/logout", headers: connection.headers(bearer: token)))
      if reply.status == 200 { return true }
    }
    return false
  }

  private static let names: Set<String> = [
    "tokens", "access_token", "refresh_token", "user", "username", "email",
  ]

  private static func check(_ reply: TransportReply) throws {
    switch reply.status {
    case 200: return
    case 401: throw NotesyncError.wrongAPIKey
    case 429, 502, 503, 504: throw NotesyncError.busy(status: reply.status)
    case 404, 405: throw NotesyncError.notNotesync(status: reply.status)
    case 500...: throw NotesyncError.serverFails(status: reply.status)
    default:
      let word = JSONElement.small(reply.body, wanted: ["error", "message"])
      let text = word?["error"]?.text ?? word?["message"]?.text ?? "no reason given"
      throw NotesyncError.refused(status: reply.status, String(text.prefix(200)))
    }
  }
}

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
    state = Base64.urlEncoded(random())
    verifier = Base64.urlEncoded(random())
  }

  /// SHA-256 of the verifier.
  package var challenge: String { Base64.urlEncoded(SHA256.hash(verifier.utf8)) }

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
      + query.map { "\($0.0)=\(PercentEncoding.encoded($0.1.utf8))" }.joined(separator: "&")
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

/// The result of signing in.
package struct Credentials: Hashable, Sendable {
  package var accessToken: String
  package var refreshToken: String?
  /// The server's name for the user, for messages.
  package var userName: String?

  package init(accessToken: String, refreshToken: String? = nil, userName: String? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.userName = userName
  }

  /// The account's id on the server, if the token has it.
  package var userID: String? { TokenClaims(of: accessToken)?.subject }
}

/// The claims of a token, which only the server verifies.
package struct TokenClaims: Hashable, Sendable {
  /// The user's id on the server.
  package var subject: String?
  /// Seconds since 1970.
  package var expires: Int64?

  /// Nil if the text is not a JWT.
  package init?(of token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].utf8.count < 1 << 16,
      let json = Base64.strictlyURLDecoded(parts[1]),
      let claims = JSONElement.small(json, wanted: ["sub", "exp"])
    else { return nil }
    switch claims["sub"] {
    case .string(let text)?: subject = text
    case .number(let text)?: subject = text
    default: break
    }
    if case .number(let text)? = claims["exp"], let number = Double(text), abs(number) < 1e15 {
      expires = Int64(number)
    }
  }
}

extension JSONElement {
  /// Parses a small text; nil if it is not JSON.
  static func small(_ bytes: [UInt8], wanted: Set<String>) -> JSONElement? {
    // The reader expects a list of elements, so the text is wrapped in one.
    var reader = ElementsReader(arrays: ["x"], wanted: wanted)
    let list = Array(#"{"x":["#.utf8) + bytes + Array("]}".utf8)
    guard let elements = try? list.withUnsafeBufferPointer({ try reader.read($0) }),
      (try? reader.finish()) != nil, elements.count == 1
    else { return nil }
    return elements.first?.value
  }
}
