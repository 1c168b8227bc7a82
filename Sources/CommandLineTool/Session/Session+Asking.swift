internal import SystemCalls

extension Session {
  /// Asks a yes or no question; every other answer is a no.
  ///
  /// Only if `isInteractive`.
  package func confirm(_ question: String) -> Bool {
    console.prompt(TerminalText.line(question) + " [y/N] ")
    guard let answer = StandardStream.input.readLine() else {
      console.prompt("\n")
      return false
    }
    return ["y", "yes"].contains(answer.split(separator: " ").joined().lowercased())
  }

  /// Asks before an action that is hard to undo, unless `isAgreed` (`-y`).
  ///
  /// - Throws: a usage error without a terminal; `QuietExit` after a no.
  package func requireConsent(_ isAgreed: Bool, question: String, command: String) throws {
    if isAgreed { return }
    try requireAnswer(for: command)
    guard confirm(question) else {
      console.say("nothing was changed")
      throw QuietExit(status: .failure)
    }
  }

  /// Throws a usage error without a terminal.
  ///
  /// `command` does the same without asking.
  func requireAnswer(for command: String) throws {
    guard isInteractive else {
      throw CommandError(
        "needs confirmation, and there is no terminal; use -y", hint: command,
        status: .wrongUsage)
    }
  }
}
