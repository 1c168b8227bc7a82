extension Session {
  /// Asks a yes or no question; everything but a yes is a no.
  ///
  /// Only where `isInteractive`.
  package func confirm(_ question: String) -> Bool {
    console.prompt(TerminalText.line(question) + " [y/N] ")
    guard let answer = StandardStream.input.readLine() else {
      console.prompt("\n")
      return false
    }
    return ["y", "yes"].contains(answer.split(separator: " ").joined().lowercased())
  }

  /// Asks before something that is hard to take back, unless `isAgreed` (`-y`).
  ///
  /// - Throws: a usage error where nobody can be asked; `QuietExit` after a no.
  package func requireConsent(_ isAgreed: Bool, question: String, command: String) throws {
    if isAgreed { return }
    try requireAnswer(for: command)
    guard confirm(question) else {
      console.say("nothing was changed")
      throw QuietExit(status: .failure)
    }
  }

  /// Throws a usage error where nobody can be asked.
  ///
  /// `command` is what does it without asking.
  func requireAnswer(for command: String) throws {
    guard isInteractive else {
      throw CommandError(
        "this needs a yes, and nobody can be asked here", hint: "\(command) does it without asking",
        status: .wrongUsage)
    }
  }
}
