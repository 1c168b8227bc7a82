/// Requests with the account's credentials, repeated where that is safe and may help.
///
/// Only one request runs at a time, as the server requires.
final class Connection {
  let settings: NotesyncSettings
  let pacing: Pacing
  private let transport: any NotesyncTransport
  private(set) var credentials: Credentials?
  private let onRefresh: (Credentials) -> Void
  var state: SyncState
  var onEvent: (NotesyncEvent) -> Void = { _ in }
  private var hasRefreshed = false
  /// The server accepted a request of the account.
  private(set) var wasAnswered = false
  /// An earlier try was interrupted, or a gateway answered instead of the server, so the request may have been carried
  /// out twice.
  private(set) var wasRepeated = false

  /// The number of tries of a request if the server is busy or the connection breaks.
  private static let tries = 6
  private static let brokenTries = 4

  /// - Parameter onRefresh: called with new tokens, to store them.
  init(
    _ settings: NotesyncSettings, _ transport: any NotesyncTransport, pacing: Pacing,
    credentials: Credentials?, state: SyncState, onRefresh: @escaping (Credentials) -> Void
  ) {
    self.settings = settings
    self.transport = transport
    self.pacing = pacing
    self.credentials = credentials
    self.state = state
    self.onRefresh = onRefresh
  }

  /// Sends a request with the account's credentials.
  ///
  /// - Parameter sent: called with the number of bytes sent; a negative number takes back those of a failed try.
  /// - Returns: a reply with status 200, 400 or 5xx, except those that mean "later".
  /// - Throws: a `NotesyncError`; what the handler throws.
  func send(
    _ request: TransportRequest, sent: (Int) -> Void = { _ in }, to handler: ResponseBodyHandler
  ) async throws -> TransportReply {
    var (busyTries, brokenTries) = (0, 0)
    wasRepeated = false
    while true {
      guard let credentials else { throw NotesyncError.notSignedIn }
      var request = request
      request.headers += headers(bearer: credentials.accessToken)
      var count = 0
      var reply: TransportReply?
      try handler.begin()
      do {
        reply = try await transport.exchange(
          request,
          sent: {
            count += $0
            sent($0)
          }, accept: handler.receive)
      } catch NotesyncError.interrupted(let why) {
        brokenTries += 1
        wasRepeated = true
        guard brokenTries < Self.brokenTries else { throw NotesyncError.interrupted(why) }
        try await pause(afterTry: brokenTries - 1)
      }
      if let reply, try await isSettled(reply, &busyTries) { return reply }
      if count > 0 { sent(-count) }
    }
  }

  /// False if the request is to be sent again.
  private func isSettled(_ reply: TransportReply, _ tries: inout Int) async throws -> Bool {
    switch reply.status {
    case 200:
      // A long run may need to renew the token more than once.
      hasRefreshed = false
      wasAnswered = true
      return true
    case 401:
      try await renew(after: try await refusal(reply))
      return false
    case 413: throw NotesyncError.tooLarge
    case 408, 429, 502, 503, 504:
      tries += 1
      if [408, 502, 504].contains(reply.status) { wasRepeated = true }
      guard tries < Self.tries else { throw NotesyncError.busy(status: reply.status) }
      let asked = reply.headers["retry-after"].flatMap { Double($0) }
      try await pause(afterTry: tries - 1, asked: asked)
      return false
    case 300..<400: throw NotesyncError.redirected(to: reply.headers["location"] ?? "?")
    case 400, 500...: return true
    default: throw NotesyncError.notNotesync(status: reply.status)
    }
  }

  /// Sends operations.
  ///
  /// - Parameter count: of the operations.
  /// - Returns: the reply, and a closure for the results, to be called once if the status is 200.
  func post(
    _ body: WireBody, count: Int, media: Int = 0, sent: (Int) -> Void = { _ in }
  ) async throws -> (reply: TransportReply, results: () throws -> [WireResult?]) {
    onEvent(
      .request(
        method: "POST", path: "/api/notesync", bytes: body.length, operations: count, media: media))
    var reader = ResultsReader(limit: count)
    let reply = try await send(
      .operations(body), sent: sent,
      to: ResponseBodyHandler(
        begin: { reader = ResultsReader(limit: count) }, receive: { try reader.read($0) }))
    onEvent(.answer(status: reply.status))
    return (reply, { try reader.finish() })
  }

  /// The reply to a HEAD request; nil if the server does not support it.
  func head(_ path: String) async throws -> TransportReply? {
    onEvent(.request(method: "HEAD", path: path, bytes: 0, operations: 0, media: 0))
    do {
      let reply = try await send(TransportRequest(.head, path), to: ResponseBodyHandler { _ in })
      onEvent(.answer(status: reply.status))
      return reply.status == 200 ? reply : nil
    } catch NotesyncError.notNotesync {
      return nil
    }
  }

  /// Whether the server can leave the data of media out of a list, as a server of tl can.
  func leavesOutData() async throws -> Bool {
    if state.leavesOutData { return true }
    if let reply = try await head("/api/notes?limit=1&data=no") { noteAbilities(of: reply) }
    return state.leavesOutData
  }

  /// Records the server's abilities from its answer to a list request.
  func noteAbilities(of reply: TransportReply) {
    // The header of an answer without the data of media.
    if reply.headers["notesync-data"] == "no" { state.leavesOutData = true }
  }

  func pause(afterTry number: Int, asked: Double? = nil) async throws {
    let seconds = pacing.pause(afterTry: number, asked: asked)
    onEvent(.waiting(seconds: seconds))
    try await pacing.sleep(seconds)
  }

  private var apiKeyHeader: [(name: String, value: String)] {
    settings.apiKey.map { [("X-API-Key", $0)] } ?? []
  }

  func headers(bearer token: String) -> [(name: String, value: String)] {
    apiKeyHeader + [("Authorization", "Bearer \(token)")]
  }

  // MARK: - Tokens

  /// Why a request was refused.
  ///
  /// An answer that arrived while the request was still being sent may lack its reason.
  private func refusal(_ reply: TransportReply) async throws -> AuthenticationFailure {
    guard reply.body.isEmpty, let credentials else { return AuthenticationFailure(reply) }
    let asked = try await look(with: credentials)
    return asked.status == 401 ? AuthenticationFailure(asked) : .expired
  }

  private struct BodyNotNeeded: Error {}

  /// The reply to a minimal request, without the body of a 200.
  func look(with credentials: Credentials) async throws -> TransportReply {
    let request = TransportRequest(
      .get, "/api/notes?limit=1&data=no", headers: headers(bearer: credentials.accessToken))
    do {
      return try await transport.exchange(request, sent: { _ in }) { _ in throw BodyNotNeeded() }
    } catch is BodyNotNeeded {
      return TransportReply(status: 200)
    }
  }

  private func renew(after refusal: AuthenticationFailure) async throws {
    switch refusal {
    case .wrongAPIKey: throw NotesyncError.wrongAPIKey
    case .accountGone: throw NotesyncError.accountGone
    case .invalid: throw NotesyncError.loginExpired
    case .expired:
      guard !hasRefreshed, let token = credentials?.refreshToken else {
        throw NotesyncError.loginExpired
      }
      hasRefreshed = true
      try await refresh(with: token)
    }
  }

  private func refresh(with token: String) async throws {
    let byGet = TransportRequest(.get, "/auth/refresh", headers: headers(bearer: token))
    let byPost = jsonRequest("/auth/refresh", ["refresh_token": token])
    // The method that worked last time comes first.
    for way in state.refreshesByPost ? [byPost, byGet] : [byGet, byPost] {
      let (reply, body) = try await plain(way)
      if reply.status == 404 || reply.status == 405 { continue }
      if reply.status == 429 || reply.status >= 500 {
        throw NotesyncError.busy(status: reply.status)
      }
      let answer = JSONElement.small(body, wanted: ["access_token", "refresh_token"])
      guard reply.status == 200, let access = answer?["access_token"]?.text else { break }
      var renewed = credentials ?? Credentials(accessToken: access)
      renewed.accessToken = access
      renewed.refreshToken = answer?["refresh_token"]?.text ?? token
      state.refreshesByPost = way.method == .post
      credentials = renewed
      onRefresh(renewed)
      return
    }
    throw NotesyncError.loginExpired
  }

  /// A POST of a JSON object, without the account's credentials.
  func jsonRequest(
    _ path: String, _ members: KeyValuePairs<String, String>
  ) -> TransportRequest {
    var json = JSONWriter()
    json.beginObject()
    json.members(members)
    json.endObject()
    return TransportRequest(
      .post, path, headers: apiKeyHeader + [("Content-Type", "application/json")],
      body: WireBody(json.bytes))
  }

  /// Sends a request without the account's credentials; returns the body of the answer, whatever its status.
  func plain(
    _ request: TransportRequest
  ) async throws -> (reply: TransportReply, body: [UInt8]) {
    var body: [UInt8] = []
    let reply = try await transport.exchange(request, sent: { _ in }) { piece in
      guard body.count + piece.count <= TransportReply.errorLimit else {
        throw NotesyncError.unusableAnswer("it is too long")
      }
      body += piece
    }
    if 300..<400 ~= reply.status {
      throw NotesyncError.redirected(to: reply.headers["location"] ?? "?")
    }
    return (reply, reply.status == 200 ? body : reply.body)
  }
}

extension NotesyncError {
  init(_ error: JSONSyntaxError) {
    self = .unusableAnswer("\(error.message) at byte \(error.offset)")
  }
}

/// Receives the body of a 200, piece by piece.
struct ResponseBodyHandler {
  /// Called before each try.
  var begin: () throws -> Void = {}
  var receive: (UnsafeBufferPointer<UInt8>) throws -> Void
}

extension ListLengths {
  /// Nil if the server does not support it.
  static func ask(_ connection: Connection, limit: Int) async throws -> ListLengths? {
    guard let first = try await length(connection, limit: 1),
      let before = try await length(connection, limit: limit - 1),
      let whole = try await length(connection, limit: limit)
    else { return nil }
    return ListLengths(limit: limit, first: first, before: before, whole: whole)
  }

  func holds(_ connection: Connection) async throws -> Bool {
    guard try await Self.length(connection, limit: 1) == first else { return false }
    return try await Self.length(connection, limit: limit) == whole
  }

  static func length(_ connection: Connection, limit: Int) async throws -> Int64? {
    let reply = try await connection.head("/api/notes?limit=\(limit)")
    return reply?.headers["content-length"].flatMap { Int64($0) }
  }
}
