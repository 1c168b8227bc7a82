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
  package var idleTimeout: Int64 = 120
  package var connectTimeout: Int64 = 15

  /// What the original server takes at most.
  package static let largestRequest: Int64 = 52_428_800

  package init(server: ServerAddress, apiKey: String? = nil) {
    self.server = server
    self.apiKey = apiKey
  }
}
