internal import Cryptography
internal import HTTPTypes
internal import WebServer

/// Ties a form to the session for which it was made.
enum FormToken {
  /// A form that a script sends may say `Tl-Account` instead of a token, which is of no use after another sign-in: no
  /// other site can send these headers, and what one account wrote is not sent as another's.
  ///
  /// - Throws: if the form's token is missing or another session's.
  static func check(_ incoming: PageRequest) throws(PageProblem) {
    guard let session = incoming.session else { throw .isStale }
    if incoming.request.isByScript, let account = incoming.request.field("Tl-Account") {
      guard account == session.account else { throw .isOfAnotherAccount }
      return
    }
    guard let given = incoming.form?["token"],
      constantTimeEqual(given.utf8, session.formToken.utf8)
    else { throw .isStale }
  }
}

extension PageProblem {
  static let isOfAnotherAccount = PageProblem(
    .forbidden, "Another account",
    "This was written by another account, and waits until that one is signed in.", next: nil)
}
