internal import HTTPTypes

/// An error that is the whole answer to a request.
package struct HTTPErrorReply: Error {
  package var reply: Reply

  package init(reply: Reply) {
    self.reply = reply
  }

  package static let tooLarge = HTTPErrorReply(reply: .plain(.contentTooLarge))
}
