/// What a client is told of its server and of how to talk to it.
package struct NotesyncSettings: Sendable {
  package var server: ServerAddress
  package var apiKey: String?
  /// Of the JSON of one request, in bytes.
  package var requestLimit: Int64 = 10_000_000
  /// Operations in one request.
  package var operationLimit = 500
  /// Of the media that the server is known to have, in bytes as they travel: with more, a server that cannot leave them
  /// out is not asked for all its notes.
  package var lightListSize: Int64 = 1 << 20
  /// http to another machine is allowed.
  package var allowsClearText = false
  /// How long nothing may come, in seconds; a restore of hundreds of megabytes takes its time to begin.
  package var idleLimit: Int64 = 120
  package var connectLimit: Int64 = 15

  /// What the original server takes at most.
  package static let largestRequest: Int64 = 52_428_800

  package init(server: ServerAddress, apiKey: String? = nil) {
    self.server = server
    self.apiKey = apiKey
  }
}

/// Time and chance, which tests set.
package struct Pacing: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Int64
  /// Seconds.
  package var sleep: @Sendable (Double) async throws -> Void
  /// From 0 up to 1.
  package var chance: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Double) async throws -> Void,
    chance: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.chance = chance
  }

  /// How long to wait before the next try: twice as long each time, up to a minute, more or less by half.
  func pause(afterTry number: Int, asked: Double?) -> Double {
    let wait = min(60, Double(1 << min(max(number, 0), 6)))
    let jittered = wait * (0.5 + chance())
    return min(120, max(jittered, asked ?? 0))
  }
}

/// What signing in gave.
package struct Credentials: Hashable, Sendable {
  package var accessToken: String
  package var refreshToken: String?
  /// As the server calls the person, for messages.
  package var userName: String?

  package init(accessToken: String, refreshToken: String? = nil, userName: String? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.userName = userName
  }

  /// The account's id on the server, where the token says it.
  package var userID: String? { TokenClaims(of: accessToken)?.subject }
}
