internal import HTTPTypes
internal import Notesync

/// An error that is the whole answer to a request.
struct HTTPErrorReply: Error {
  var reply: Reply

  static let invalidToken = HTTPErrorReply(
    reply: .json(.unauthorized, ["error": "invalid_token", "msg": "Invalid token"]))
  static let tooLarge = HTTPErrorReply(reply: .plain(.contentTooLarge))

  /// The reply to a body that is not a valid request.
  static func invalidRequest(_ location: [String], _ message: String) -> HTTPErrorReply {
    HTTPErrorReply(
      reply: .json(.badRequest) { writer in
        writer.beginObject()
        writer.members(["error": "invalid_request"])
        writer.details(RequestProblem(location, message))
        writer.endObject()
      })
  }
}
