internal import HTTPTypes
internal import Notesync
internal import WebServer

extension Reply {
  /// A JSON reply, written by `write`.
  static func json(
    _ status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
  ) -> Reply {
    var writer = JSONWriter(hidesTokenExpired: status != .unauthorized)
    write(&writer)
    return Reply(status, "application/json", body: .bytes(writer.bytes))
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

  /// The reply to a valid request that should be sent again later.
  ///
  /// - Parameter reason: for the log.
  static func unavailable(_ reason: String) -> Reply {
    var reply = json(.serviceUnavailable, ["error": "unavailable"])
    reply.headers[.retryAfter] = "5"
    reply.remark = reason
    return reply
  }
}

extension ReplyBody {
  init(_ body: WireBody) {
    self = .pieces(length: body.length) {
      var pieces = body.pieces()
      return { try pieces.next() }
    }
  }
}
