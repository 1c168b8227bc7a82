internal import SystemCalls

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
    if refused == nil, let known = known() {
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

  private func known() -> Candidate? {
    if let token = settings.token(for: address) { return Candidate(answer: token) }
    return helper?.fill().map { Candidate(answer: $0.answer, fromHelper: $0.lines) }
  }
}

/// Git's configured credential helpers, used through `git credential`.
private struct CredentialHelper {
  enum Verdict: String {
    case approve, reject
  }

  private let settings: NetworkSettings
  private let git: String
  private let gitFolder: String
  private let question: [String]

  /// Nil without the git program, and for an address that needs no password.
  init?(settings: NetworkSettings, address: RemoteAddress, gitFolder: String) {
    guard case .http(let isEncrypted, let user, let host, let path) = address.kind,
      let git = settings.git
    else { return nil }
    self.settings = settings
    self.git = git
    self.gitFolder = gitFolder
    question =
      ["protocol=\(isEncrypted ? "https" : "http")", "host=\(host)", "path=\(path)"]
      + (user.map { ["username=\($0)"] } ?? [])
  }

  /// Asks the helpers, and `GIT_ASKPASS`, but never the terminal.
  func fill() -> (answer: CredentialAnswer, lines: [String])? {
    guard let output = run("fill", question), output.status == 0 else { return nil }
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(
      String.init)
    let values = Dictionary(
      lines.compactMap { line in
        line.firstIndex(of: "=").map { (line[..<$0], String(line[$0...].dropFirst())) }
      }, uniquingKeysWith: { $1 })
    guard let user = values["username"], let password = values["password"] else { return nil }
    return (CredentialAnswer(user: user, password: password), lines)
  }

  func report(_ verdict: Verdict, _ lines: [String]) {
    _ = run(verdict.rawValue, lines)
  }

  /// Does nothing for an answer with a line break, which the protocol cannot carry.
  func report(_ verdict: Verdict, _ answer: CredentialAnswer) {
    let values = [answer.user, answer.password]
    guard !values.contains(where: { $0.utf8.contains { $0 == 0 || $0 == 0x0A } }) else { return }
    let known = question.filter { !$0.hasPrefix("username=") }
    report(verdict, known + ["username=\(answer.user)", "password=\(answer.password)"])
  }

  private func run(_ verb: String, _ lines: [String]) -> ChildProcess.Output? {
    var environment = settings.environment
    environment["GIT_TERMINAL_PROMPT"] = "0"
    let command = ChildCommand(
      program: git, arguments: ["--git-dir=\(gitFolder)", "credential", verb],
      environment: environment, hasOwnGroup: true)
    // A helper may open a dialog.
    let timeout = max(120_000, settings.idleTimeout)
    let input = Array((lines.joined(separator: "\n") + "\n\n").utf8)
    return try? ChildProcess.run(
      command, input: input,
      timeouts: SocketTimeouts(
        first: settings.isInteractive ? timeout : settings.idleTimeout, idle: settings.idleTimeout))
  }
}

/// A server that passwords are for.
struct CredentialScope: Hashable {
  /// Scheme and host, such as "https://git.example.org:8443".
  var text: String
  /// The user of the address; nil if it has none.
  var user: String?
  /// Whether the connection is encrypted, or to this machine.
  var isPrivate: Bool
}

extension RemoteAddress {
  /// Nil unless the address is of http or https.
  var credentialScope: CredentialScope? {
    guard case .http(let isEncrypted, let user, let host, _) = kind else { return nil }
    let isHere = ["127.0.0.1", "localhost", "[::1]"].contains(host.withoutPort)
    return CredentialScope(
      text: (isEncrypted ? "https://" : "http://") + host, user: user,
      isPrivate: isEncrypted || isHere)
  }
}

extension String {
  fileprivate var withoutPort: String {
    guard let colon = lastIndex(of: ":"), !hasSuffix("]") else { return self }
    return String(self[..<colon])
  }
}
