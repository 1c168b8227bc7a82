internal import Crypto
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
  /// - Throws: `.wrongPassword`, and whatever else a `NotesyncError` says.
  package func signIn(user: String, password: String) async throws -> Credentials {
    let (reply, body) = try await post(
      "/auth/login", [("username", user), ("password", password)])
    if reply.status == 401 { throw NotesyncError.wrongPassword }
    try Self.check(reply)
    let answer = JSONElement.small(body, wanted: Self.names)
    // The original nests them.
    guard let tokens = answer?["tokens"] ?? answer, let access = tokens["access_token"]?.text else {
      throw NotesyncError.unusableAnswer("there is no token")
    }
    return Credentials(
      accessToken: access, refreshToken: tokens["refresh_token"]?.text, userName: user)
  }

  /// Whether the server's page brings a browser back to this program, as a server of tl does.
  ///
  /// The original makes codes for its apps alone (notesync contract, 2.2): its page knows nothing of the login.
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

  /// With a code that a browser brought, or that was pasted.
  ///
  /// - Parameter login: what the code was asked for with; nil for one from elsewhere.
  /// - Throws: `.invalidCode`, and whatever else a `NotesyncError` says.
  package func exchange(code: String, of login: BrowserLogin? = nil) async throws -> Credentials {
    var members = [("code", code)]
    if let login {
      members += [("code_verifier", login.verifier), ("redirect_uri", login.redirect)]
    }
    let (reply, body) = try await post("/api/auth/exchange", members)
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

  /// Sees whether the server takes the credentials together with the API key; nothing is stored there.
  ///
  /// - Throws: `.wrongAPIKey`, and whatever else a `NotesyncError` says.
  package func check(_ credentials: Credentials) async throws {
    let reply = try await connection.look(with: credentials)
    if reply.status == 401, AuthenticationFailure(reply) != .wrongAPIKey {
      throw NotesyncError.loginExpired
    }
    try Self.check(reply)
  }

  /// Tells the server; tokens may stay valid there until they expire, so they have to be forgotten here in any case.
  ///
  /// - Returns: whether the server said that it knows.
  package func signOut(_ credentials: Credentials) async throws -> Bool {
    // The access token is often expired by now.
    for token in [credentials.refreshToken, credentials.accessToken].compactMap(\.self) {
      let (reply, _) = try await connection.plain(
        TransportRequest(
          .get, "/auth/logout",
          headers: connection.apiKeyHeader + [("Authorization", "Bearer \(token)")]))
      if reply.status == 200 { return true }
    }
    return false
  }

  private static let names: Set<String> = [
    "tokens", "access_token", "refresh_token", "user", "username", "email",
  ]

  private func post(
    _ path: String, _ members: [(String, String)]
  ) async throws -> (reply: TransportReply, body: [UInt8]) {
    var json = JSONWriter()
    json.beginObject()
    for (name, value) in members {
      json.key(name)
      json.string(value)
    }
    json.endObject()
    return try await connection.plain(
      TransportRequest(
        .post, path,
        headers: connection.apiKeyHeader + [("Content-Type", "application/json")],
        body: WireBody(json.bytes)))
  }

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

/// A login that a browser is on the way with (RFC 7636, RFC 8252).
package struct BrowserLogin: Hashable, Sendable {
  /// Comes back with the code, where the server supports it.
  package let state: String
  package let verifier: String
  /// Where the code arrives: an address of this machine.
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

  /// The page of a server that knows the apps alone: at its end it sends the browser to an address that only the
  /// iOS app can open, with the code in it.
  package static func pageForApps(of server: ServerAddress) -> String {
    server.text + "/auth/oauth_start?client=ios"
  }

  fileprivate var pagePath: String {
    let query = [
      ("client", "tl"), ("redirect_uri", redirect), ("state", state),
      ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ]
    return "/auth/oauth_start?"
      + query.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
  }

  /// The code in an address that came back, or that somebody pasted: the whole address, or the code alone.
  ///
  /// - Parameter isPasted: by a person, who knows where it is from; what arrived by itself has to bring the state
  ///   along, since any page can send something to an address of this machine.
  /// - Throws: `.foreignLogin` where its state is another's, or missing; `.invalidCode` where there is none.
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
