/// What a server answers with; one for each site that it serves.
package protocol Site: Sendable {
  /// Answers a request; never throws, errors are replies.
  func reply(to request: WebRequest) async -> Reply

  /// Called when requests have used up the time that a shutdown leaves them.
  func abandonRequests()
}

extension Site {
  package func abandonRequests() {}
}
