internal import HTTPTypes
internal import Notesync

/// An error that is the whole answer to a request.
struct HTTPErrorReply: Error {
  var reply: Reply

  init(_ reply: Reply) {
    self.reply = reply
  }

  static let invalidToken = HTTPErrorReply(
    .json(.unauthorized, ["error": "invalid_token", "msg": "Invalid token"]))
  static let tooLarge = HTTPErrorReply(.plain(.contentTooLarge))

  /// The reply to a body that is not a valid request.
  static func invalidRequest(_ problem: RequestProblem) -> HTTPErrorReply {
    HTTPErrorReply(
      .json(.badRequest) { writer in
        writer.beginObject()
        writer.key("error")
        writer.string("invalid_request")
        writer.key("details")
        writer.details([problem])
        writer.endObject()
      })
  }

  static func invalidRequest(_ location: [String], _ message: String) -> HTTPErrorReply {
    invalidRequest(RequestProblem(location, message))
  }
}
