/// Sends requests to one server only.
package protocol NotesyncTransport: Sendable {
  /// - Parameters:
  ///   - accept: receives the body of a 200 in pieces.
  ///   - sent: called with the number of bytes of the body sent since the last call.
  /// - Throws: a `NotesyncError`: `.interrupted` if the request may have arrived, `.unreachable`, `.clearText` or
  ///   `.unusableSecret` if nothing was sent; errors of `accept`; errors of reading the body's files, after which the
  ///   server has not received a whole request.
  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply
}

/// A request without its address.
package struct TransportRequest: Sendable {
  package enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST" }

  package var method: Method
  /// Relative to the server's base path, with the query: `/api/notes?limit=10`.
  package var path: String
  package var headers: [(name: String, value: String)]
  package var body: WireBody?

  package init(
    _ method: Method, _ path: String, headers: [(name: String, value: String)] = [],
    body: WireBody? = nil
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }

  static func operations(_ body: WireBody) -> TransportRequest {
    TransportRequest(
      .post, "/api/notesync", headers: [("Content-Type", "application/json")], body: body)
  }
}

/// An answer; the body of a 200 was passed to the caller's handler.
package struct TransportReply: Sendable {
  package var status: Int
  /// The headers by names in lower case; the first of repeated ones.
  package var headers: [String: String] = [:]
  /// The first `errorLimit` bytes of the body for any status except 200.
  package var body: [UInt8] = []

  /// The maximum read of an error's body, which may repeat the request.
  package static let errorLimit = 64 << 10
}
