internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Notesync

/// The answer to a request.
struct Reply: Sendable {
  var status: HTTPResponse.Status
  var headers = HTTPFields()
  var body: WireBody
  /// For the log; never note text, never a token.
  var remark = ""
  /// Called after the whole body has been sent to the connection.
  var whenSent: (@Sendable () async -> Void)?

  init(_ status: HTTPResponse.Status, _ contentType: String, body: WireBody) {
    self.status = status
    self.body = body
    headers[.contentType] = contentType
    headers[.cacheControl] = "no-store"
  }

  /// A JSON reply, written by `write`.
  static func json(
    _ status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
  ) -> Reply {
    var writer = JSONWriter(hidesTokenExpired: status != .unauthorized)
    write(&writer)
    return Reply(status, "application/json", body: WireBody(writer.bytes))
  }

  /// A JSON object of strings, in this order.
  static func json(
    _ status: HTTPResponse.Status = .ok, _ members: KeyValuePairs<String, String>
  ) -> Reply {
    json(status) { writer in
      writer.beginObject()
      writer.members(members)
      writer.endObject()
    }
  }

  static func html(_ status: HTTPResponse.Status, _ page: HTMLPage) -> Reply {
    var reply = Reply(status, "text/html; charset=utf-8", body: WireBody(Array(page.text.utf8)))
    for (name, value) in page.headers {
      if let name = HTTPField.Name(name) { reply.headers[name] = value }
    }
    return reply
  }

  /// A page that shows only the status.
  static func plain(_ status: HTTPResponse.Status) -> Reply {
    html(status, HTMLPage(title: "\(status.code) \(status.reasonPhrase)", body: ""))
  }

  /// The reply to a valid request that should be sent again later.
  ///
  /// - Parameter reason: for the log.
  static func unavailable(_ reason: String) -> Reply {
    var reply = json(.serviceUnavailable, ["error": "unavailable"])
    reply.headers[.retryAfter] = "5"
    reply.remark = reason
    return reply
  }

  static func redirect(to address: String) -> Reply {
    var reply = plain(.found)
    reply.headers[.location] = address
    return reply
  }

  /// - Parameters:
  ///   - isHead: the body is measured and left out.
  ///   - request: the request's body, whose rest is read up to `limits` after the answer.
  func response(
    isHead: Bool, _ request: IncomingBody, limits: IncomingBody.Limits,
    whenDone: @escaping @Sendable () -> Void
  ) -> Response {
    var headers = headers
    let length = Int(body.length)
    let (content, whenSent) = (body, whenSent)
    if request.endsConnection { headers[.connection] = "close" }
    if isHead { headers[.contentLength] = "\(length)" }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(contentLength: length) { writer in
        defer { whenDone() }
        var pieces = content.pieces()
        while !isHead, let piece = try pieces.next() {
          try await writer.write(ByteBuffer(bytes: piece))
        }
        try await writer.finish(nil)
        if !isHead { await whenSent?() }
        await request.finish(limits)
      })
  }
}
