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
}

extension TransportRequest {
  static func operations(_ body: WireBody) -> TransportRequest {
    TransportRequest(
      .post, "/api/notesync", headers: [("Content-Type", "application/json")], body: body)
  }
}
