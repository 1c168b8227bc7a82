internal import WebServer

/// Ties a form to the session for which it was made.
enum FormToken {
  /// - Throws: if the form's token is missing or another session's.
  static func check(_ incoming: PageRequest) throws(PageProblem) {
    guard let session = incoming.session, let given = incoming.form?["token"],
      constantTimeEqual(given.utf8, session.formToken.utf8)
    else { throw .isStale }
  }
}
