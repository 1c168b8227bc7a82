/// What a server answers with; one for each site that it serves.
package protocol Site: Sendable {
  /// Answers a request; never throws, errors are replies.
  func reply(to request: WebRequest) async -> Reply

  /// How the path stands in the log: queries hold codes, unknown paths hold arbitrary text.
  func logName(of request: WebRequest) -> String

  /// Whether the request has credentials that allow it to have a large body read after an early answer.
  func isTrusted(_ request: WebRequest) -> Bool

  /// Called when requests have used up the time that a shutdown leaves them.
  func abandonRequests()
}

extension Site {
  package func abandonRequests() {}
}
