/// The settings of a client: its server, and limits for requests.
package struct NotesyncSettings: Sendable {
  package var server: ServerAddress
  package var apiKey: String?
  /// The maximum size of the JSON of one request, in bytes.
  package var requestLimit: Int64 = 10_000_000
  /// The maximum number of operations in one request.
  package var operationLimit = 500
  /// The maximum encoded size of the server's known media, in bytes, with which a server that cannot leave them out is
  /// asked for all notes.
  package var lightListSize: Int64 = 1 << 20
  /// Allows http to another machine.
  package var allowsClearText = false
  /// The timeout without incoming data, in seconds; a large restore is slow to begin.
  package var idleTimeout: Int64 = 120
  package var connectTimeout: Int64 = 15

  /// The maximum request size of the original server.
  package static let largestRequest: Int64 = 52_428_800

  package init(server: ServerAddress, apiKey: String? = nil) {
    self.server = server
    self.apiKey = apiKey
  }
}
