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
