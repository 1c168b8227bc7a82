internal import SystemCalls
internal import VaultFormat

/// Where the name of a program of the user comes from, for messages.
enum ProgramOrigin: Hashable {
  case variable(String)
  case configuration(path: String)
  /// It was not named; it is installed.
  case found
}

/// A program of the user: one that is named, else one that is installed.
protocol UserProgram {
  var command: CommandLineWords { get }
  init(command: CommandLineWords, origin: ProgramOrigin)
}

extension UserProgram {
  /// The first that is named, else the first of `fallbacks` on the path; nil if there is none.
  ///
  /// - Parameter names: one of only spaces counts as none.
  init?(
    firstOf names: [(text: String?, origin: ProgramOrigin)], else fallbacks: [CommandLineWords],
    _ environment: Environment
  ) {
    for (text, origin) in names {
      guard let command = text.flatMap({ CommandLineWords($0) }) else { continue }
      self.init(command: command, origin: origin)
      return
    }
    let found = fallbacks.first { environment.program($0.program) != nil }
    guard let found else { return nil }
    self.init(command: found, origin: .found)
  }

  /// The program's name without its folder.
  var name: String {
    command.program.split(separator: "/").last.map(String.init) ?? command.program
  }
}

/// A program and its arguments, read from a variable such as `EDITOR`.
///
/// Split like a shell splits words, with quotes and backslashes, and nothing else: no variable, no command and
/// no pattern in it is ever expanded.
struct CommandLineWords: Hashable {
  let program: String
  var arguments: [String]
}

extension CommandLineWords {
  /// Nil if there is no word.
  init?(_ text: String) {
    let split = ShellWords(text, ofBash: false)
    let words = split.words + [split.last].compactMap(\.self)
    guard let program = words.first else { return nil }
    self.program = program
    arguments = Array(words.dropFirst())
  }

  /// A list of words, which are taken as they are, or a text as above; nil if there is no program in it.
  init?(_ setting: YAMLNode) {
    guard case .sequence(let items, _) = setting.content else {
      guard let text = setting.text, let words = CommandLineWords(text) else { return nil }
      self = words
      return
    }
    let words = items.compactMap(\.text)
    guard words.count == items.count, let program = words.first, !program.isEmpty else {
      return nil
    }
    self.init(program: program, arguments: Array(words.dropFirst()))
  }

  /// The command that runs the program with the environment of tl; nil if there is no such program.
  ///
  /// - Parameters:
  ///   - folder: where the program starts; nil for the current folder.
  ///   - defaults: variables that are set where the environment of tl does not have them.
  func command(
    _ environment: Environment, in folder: String? = nil, defaults: [String: String] = [:]
  ) -> ChildCommand? {
    guard let path = path(environment) else { return nil }
    var command = ChildCommand(
      program: path, arguments: arguments, variables: .inherited(defaults: defaults))
    command.folder = folder
    return command
  }

  /// The program's file, absolute: the program may start in another folder.
  private func path(_ environment: Environment) -> String? {
    guard program.contains("/") else { return environment.program(program) }
    guard !program.hasPrefix("/"), let folder = SystemPath.current else { return program }
    return "\(folder)/\(program)"
  }
}

/// A line split into words as a shell does it: by blanks, quotes and backslashes, and nothing else.
struct ShellWords {
  /// The finished ones, without their quotes.
  private(set) var words: [String] = []
  /// The one at the end, if one has begun.
  private(set) var last: String?
  /// Quotes that are open at the end.
  private(set) var openQuote: Character?

  /// - Parameter isBash: as bash does it with a line that is being typed: in double quotes a backslash before most
  ///   characters stays, one at the end begins a word, and no other blank than those of ASCII separates words.
  init(_ line: String, ofBash isBash: Bool) {
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
        let staysEscaped = isBash && openQuote == "\"" && !"$`\"\\".contains(character)
        last = (last ?? "") + (staysEscaped ? "\\" : "") + String(character)
      } else if let quote = openQuote {
        if character == quote {
          openQuote = nil
        } else if character == "\\", quote == "\"" {
          isEscaped = true
        } else {
          last = (last ?? "") + String(character)
        }
      } else if character == "\\" {
        isEscaped = true
        if isBash { last = last ?? "" }
      } else if character == "'" || character == "\"" {
        openQuote = character
        last = last ?? ""
      } else if isBash ? " \t\n".contains(character) : character.isWhitespace {
        if let last { words.append(last) }
        last = nil
      } else {
        last = (last ?? "") + String(character)
      }
    }
  }
}
