internal import HTTPTypes
internal import Notesync
internal import WebServer

extension HTTPErrorReply {
  static let invalidToken = HTTPErrorReply(
    reply: .json(.unauthorized, ["error": "invalid_token", "msg": "Invalid token"]))

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
