/// Names and passwords for http and https: `TL_GIT_TOKEN`, then git's credential helpers, then
/// whoever can be asked.
///
/// A password is tried once. Two are tried at most: what a variable or a helper knows, and, when the
/// server refuses that, what somebody types. The helpers are told which one was right and which was
/// not, as git tells them.
final class CredentialSource {
  private let settings: NetworkSettings
  private let address: RemoteAddress
  private let helper: CredentialHelper?
  private var last: Candidate?
  private var tries = 0

  private struct Candidate {
    var answer: CredentialAnswer
    /// What the helper gave, for it to recognise.
    var fromHelper: [String]?
    /// Whether the helpers are to learn it.
    var isNew = false
  }

  /// - Parameter gitFolder: of the repository, for the helpers in its settings.
  init(settings: NetworkSettings, address: RemoteAddress, gitFolder: String) {
    self.settings = settings
    self.address = address
    helper = CredentialHelper(settings: settings, address: address, gitFolder: gitFolder)
  }

  /// Something to try that has not been refused yet; nil: there is nothing (more).
  func next() -> CredentialAnswer? {
    let refused = last
    reject()
    tries += 1
    guard tries <= 2 else { return nil }
    if refused == nil, let known = token() ?? helper?.fill().map(candidate) {
      last = known
      return known.answer
    }
    guard let ask = settings.ask, let place = address.webPlace else { return nil }
    let question = CredentialQuestion(
      place: place.text, user: place.user, isRepeated: refused != nil)
    guard let answer = ask(question), answer != refused?.answer else { return nil }
    last = Candidate(answer: answer, isNew: true)
    return answer
  }

  /// Why there is nothing to try (any more).
  var refusal: String {
    tries > 1
      ? "the server refused the name and password" : "the server asks for a name and password"
  }

  /// Tells the helpers that the last one was right.
  func approve() {
    guard let last else { return }
    if let lines = last.fromHelper { helper?.tell(.approve, lines) }
    if last.isNew { helper?.tell(.approve, last.answer) }
    self.last = nil
  }

  private func reject() {
    if let lines = last?.fromHelper { helper?.tell(.reject, lines) }
    last = nil
  }

  private func candidate(_ filled: CredentialHelper.Filled) -> Candidate {
    Candidate(answer: filled.answer, fromHelper: filled.lines)
  }

  /// A token is sent where nobody on the way can read it.
  private func token() -> Candidate? {
    guard let token = settings.environment["TL_GIT_TOKEN"], !token.isEmpty,
      let place = address.webPlace,
      place.isPrivate
    else { return nil }
    return Candidate(
      answer: CredentialAnswer(user: place.user ?? "x-access-token", password: token))
  }
}
