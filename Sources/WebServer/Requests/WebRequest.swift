package import HTTPTypes
internal import NIOCore
package import SystemCalls

/// A request and its client.
package struct WebRequest: Sendable {
  /// In the client's spelling, such as `GET`; that of a HEAD request is `GET`.
  package var method: String
  /// The answer's body is measured and not sent.
  package var isHead: Bool
  /// The path that was sent, without the query.
  package var path: String
  /// The query that was sent, without the question mark; empty if there is none.
  package var queryText: String
  package var headers: HTTPFields
  /// The value of the `Host` header.
  package var host: String?
  package let body: IncomingBody
  /// The client's; of a proxy's client if the proxy is trusted.
  package let address: String
  /// The address that stands for the client in limits; nil behind a proxy that does not say whose request it is, since
  /// all clients have the proxy's then.
  package let clientAddress: String?
  let channel: any Channel
  let connections: ConnectionRegistry

  package var query: FormFields { FormFields(queryText) }

  /// The length of the body in bytes; a number too large to read counts as larger than any limit.
  package var contentLength: Int64? { headers.contentLength }

  /// The type of the body without parameters, in lower case.
  package var mediaType: String? {
    headers[.contentType].map { field in
      String(field.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }
  }

  /// The value of the first cookie with that name.
  package func cookie(_ name: String) -> String? {
    let pairs = headers[values: .cookie].flatMap { $0.split(separator: ";") }
    for pair in pairs {
      let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if sides.count == 2, sides[0] == name { return String(sides[1]) }
    }
    return nil
  }

  /// Marks the connection as one that had a request with valid credentials of `user`, as the site names whoever has them:
  /// it gives way to none without, and may be idle for longer.
  package func accept(as user: String) { connections.accept(channel, as: user) }

  /// Runs `work`, and cancels its task when the client closes the connection, as a browser does with a request that it no
  /// longer needs.
  ///
  /// For requests without a body.
  package func whileConnected<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    connections.whenClientIsGone(from: channel) { task.cancel() }
    defer { connections.forgetAction(for: channel) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension HTTPFields {
  /// The length in bytes; a number too large to read counts as larger than any limit.
  var contentLength: Int64? { self[.contentLength].map { Int64($0) ?? .max } }
}
