/// Names and passwords for http and https: from `TL_GIT_TOKEN`, git's credential helpers, or the user.
///
/// A password is tried once, and two at most: one from the variable or a helper and, if the server refuses it, one that
/// the user types. As in git, the helpers learn whether their answer was accepted.
final class CredentialSource {
  private let settings: NetworkSettings
  private let address: RemoteAddress
  private let helper: CredentialHelper?
  private var last: Candidate?
  private var tries = 0

  private struct Candidate {
    var answer: CredentialAnswer
    /// The helper's answer, sent back to it with the verdict.
    var fromHelper: [String]?
    /// Whether the helpers should store it.
    var isNew = false
  }

  /// - Parameter gitFolder: of the repository, for helpers in its settings.
  init(settings: NetworkSettings, address: RemoteAddress, gitFolder: String) {
    self.settings = settings
    self.address = address
    helper = CredentialHelper(settings: settings, address: address, gitFolder: gitFolder)
  }

  /// The next answer to try; nil if there is none.
  func next() -> CredentialAnswer? {
    let refused = last
    reject()
    tries += 1
    guard tries <= 2 else { return nil }
    if refused == nil, let known = token() ?? helper?.fill().map(candidate) {
      last = known
      return known.answer
    }
    guard let ask = settings.ask, let place = address.credentialScope else { return nil }
    let question = CredentialQuestion(
      place: place.text, user: place.user, isRepeated: refused != nil)
    guard let answer = ask(question), answer != refused?.answer else { return nil }
    last = Candidate(answer: answer, isNew: true)
    return answer
  }

  /// Why there is no answer to try.
  var refusal: String {
    tries > 1
      ? "the server refused the user name and password"
      : "the server requires a user name and password"
  }

  /// Reports to the helpers that the last answer was accepted.
  func approve() {
    guard let last else { return }
    if let lines = last.fromHelper { helper?.report(.approve, lines) }
    if last.isNew { helper?.report(.approve, last.answer) }
    self.last = nil
  }

  private func reject() {
    if let lines = last?.fromHelper { helper?.report(.reject, lines) }
    last = nil
  }

  private func candidate(_ filled: CredentialHelper.Filled) -> Candidate {
    Candidate(answer: filled.answer, fromHelper: filled.lines)
  }

  /// The token, for an address with an encrypted connection.
  private func token() -> Candidate? {
    guard let token = settings.environment["TL_GIT_TOKEN"], !token.isEmpty,
      let place = address.credentialScope,
      place.isPrivate
    else { return nil }
    return Candidate(
      answer: CredentialAnswer(user: place.user ?? "x-access-token", password: token))
  }
}
