/// A request without its address.
package struct TransportRequest: Sendable {
  package enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST" }

  package var method: Method
  /// From the server's own path on, with the query: `/api/notes?limit=10`.
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
}

/// An answer; the body of a 200 went to whoever asked.
package struct TransportReply: Sendable {
  package var status: Int
  /// By names in lower case; of several the first.
  package var headers: [String: String]
  /// Of any other status: the beginning of the body, `errorLimit` bytes at most.
  package var body: [UInt8]

  /// What is read of the body of an error, which may hold all that was sent.
  package static let errorLimit = 64 << 10

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no answer, or no whole one.
package enum TransportFailure: Error, Hashable, Sendable {
  /// Nothing was sent.
  case unreachable(String)
  /// Something may have arrived.
  case interrupted(String)
  case clearText(server: String)
  /// Nothing was sent: the value of this header holds a control character.
  case unusableHeader(String)
}

/// Takes requests to one server, and never anywhere else.
package protocol NotesyncTransport: Sendable {
  /// - Parameters:
  ///   - accept: gets the body of a 200 in pieces.
  ///   - sent: told how many bytes of the body went out since the last time.
  /// - Throws: a `TransportFailure`; what `accept` throws; what reading the body's files throws, and then the server
  ///   has not got a whole request.
  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply

  func close() async
}
