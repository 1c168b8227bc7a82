internal import SystemCalls

/// Where the name of a program of the user comes from, for messages.
enum ProgramOrigin: Hashable {
  case variable(String)
  case configuration(path: String)
  /// It was not named; it is installed.
  case found
}

/// A program that the user has named.
struct NamedProgram: Hashable {
  var command: CommandLineWords
  var origin: ProgramOrigin

  /// The first that is named; a name of only spaces counts as none.
  init?(firstOf names: [(text: String?, origin: ProgramOrigin)]) {
    for (text, origin) in names {
      guard let command = text.flatMap({ CommandLineWords($0) }) else { continue }
      (self.command, self.origin) = (command, origin)
      return
    }
    return nil
  }
}
