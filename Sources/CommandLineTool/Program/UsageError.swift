import ArgumentParser
internal import Words

/// Wrong usage as an error of tl: what is wrong, and what to write instead.
///
/// The argument parser reports wrong values and arguments. `CommandLineParts` finds what it does not detect or
/// misreads: docs/decisions/0006-help-and-completions.md.
struct UsageError {
  private let reading: CommandLineParts
  /// Without global options before the command's name.
  private let arguments: [String]

  init(_ arguments: [String]) {
    self.arguments = arguments
    reading = CommandLineParts(arguments)
  }

  /// The error for a command line that the parser refused with `error`.
  func error(_ error: any Error) -> Problem {
    misread ?? parserError(error)
  }

  /// Errors that the parser does not detect or reports misleadingly; nil if there is none.
  var misread: Problem? {
    switch reading.problem {
    case .unknownCommand(let word)?: return Self.unknownCommand(word, below: reading.command)
    case .unknownOption(let option)?: return unknownOption(option)
    case .missingValue(let option, let next)?: return missingValue(of: option, before: next)
    case nil: break
    }
    let command = reading.command
    if command.path.count > 1, arguments.first?.hasPrefix("-") == true {
      return failure(
        "unexpected argument '\(command.name)'",
        "the command comes first, then its options: \(command.title) ...")
    }
    guard !command.subcommands.isEmpty, command.defaultSubcommand == nil else { return nil }
    return Self.missingCommand(below: command)
  }

  // MARK: - Commands

  static func unknownCommand(_ word: String, below command: CommandDescription) -> Problem {
    let group = command.path.count == 1 ? "" : command.path.dropFirst().joined(separator: " ") + " "
    var error = Problem(usage: "there is no command '\(group)\(word)'")
    let subcommands = command.subcommands
    if subcommands.isEmpty {
      error.hints = ["\(help(command)) shows how it is used"]
      return error
    }
    let near = EditDistance.suggestions(
      for: word, among: subcommands.map(\.name) + subcommands.flatMap(\.aliases))
    // One name for each command: an alias only if the command's own name is not similar.
    let suggestions = subcommands.compactMap { subcommand in
      ([subcommand.name] + subcommand.aliases).first(where: near.contains)
    }
    error.hints = [
      suggestions.isEmpty
        ? "\(help(command)) lists the commands" : "did you mean \(suggestions.joined(last: "or"))?"
    ]
    return error
  }

  private static func help(_ command: CommandDescription) -> String {
    (["tl", "help"] + command.path.dropFirst()).joined(separator: " ")
  }

  static func missingCommand(below command: CommandDescription) -> Problem {
    Problem(
      usage: "\(command.title) needs a command",
      hint: "one of \(command.subcommands.map(\.name).joined(last: "and"))")
  }

  // MARK: - Options

  private func unknownOption(_ option: String) -> Problem {
    let message = "\(reading.command.title) has no option \(option)"
    if option.hasPrefix("--") { return failure(message, suggestion(for: option) ?? helpHint) }
    if reading.option(named: "--not") != nil, option.count > 2 {
      let text = option.dropFirst()
      return failure(
        message, "--not \(text) leaves out notes with \(text); in a query write -- before \(option)"
      )
    }
    let takesText = reading.command.positionals.contains(where: \.isRepeating)
    return failure(
      message, helpHint + (takesText ? "; for text that begins with -, write -- before it" : ""))
  }

  private func suggestion(for option: String) -> String? {
    let names = reading.parameters.flatMap(\.names).filter { $0.hasPrefix("--") }
    let near = EditDistance.suggestions(
      for: String(option.dropFirst(2)), among: names.map { String($0.dropFirst(2)) })
    return near.isEmpty ? nil : "did you mean \(near.map { "--" + $0 }.joined(last: "or"))?"
  }

  private func missingValue(of name: String, before next: String?) -> Problem {
    let parameter = reading.option(named: name)
    let form = "\(name) \(parameter?.valueName ?? "VALUE")"
    guard let next, let long = parameter?.names.last(where: { $0.hasPrefix("--") }) else {
      return failure("\(name) needs a value", "write it as \(form)")
    }
    return failure(
      "\(name) needs a value, and \(next) is read as an option",
      "write it as \(form); a value that begins with - as \(long)=\(next)")
  }

  // MARK: - The parser's words

  /// The parser's first sentence, and as a hint the second, the usage, or its help for the value.
  private func parserError(_ error: any Error) -> Problem {
    let text = TL.message(for: error)
    let lines = text.split(separator: "\n").map(String.init)
    var message = lines.first ?? text
    // More than five values have a line each.
    let values = lines.dropFirst().filter { $0.hasPrefix("  - ") }.map { "'\($0.dropFirst(4))'" }
    if !values.isEmpty {
      message = message.replacing("the following:", with: values.joined(last: "or"))
    }
    // The second sentence lists values, and begins behind the name in quotes.
    let sentences = message.split(separator: "'. ").map(String.init)
    let missing = "Missing expected argument "
    if message.hasPrefix(missing) { message = message.dropFirst(missing.count) + " is missing" }
    if sentences.count > 1, let second = sentences.last {
      let first = sentences.dropLast().joined(separator: "'. ") + "'"
      return failure(Self.fragment(inCapitals(first)), Self.fragment(second))
    }
    return failure(Self.fragment(inCapitals(message)), hasAllArguments ? help(error) : synopsisHint)
  }

  /// Whether there are as many words as the command takes.
  private var hasAllArguments: Bool {
    let positionals = reading.command.positionals
    let count = reading.positionals.count
    return count >= positionals.count { !$0.isOptional }
      && (count <= positionals.count || positionals.last?.isRepeating == true)
  }

  /// The parser's help for the wrong value.
  private func help(_ error: any Error) -> String {
    let label = "Help:  "
    let lines = TL.fullMessage(for: error).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(label) }) else { return helpHint }
    return inCapitals(String(line.dropFirst(label.count))).replacing(
      "  ", with: ": ", maxReplacements: 1)
  }

  /// `--tag <tag>` as `--tag TAG`, as the help shows it.
  private func inCapitals(_ text: String) -> String {
    reading.parameters.reduce(text) { text, parameter in
      text.replacing("<\(parameter.valueName.lowercased())>", with: parameter.valueName)
    }
  }

  // MARK: - Words

  private var helpHint: String {
    let names = reading.command.path.dropFirst().joined(separator: " ")
    return names.isEmpty ? "tl help lists the commands" : "tl help \(names) shows how it is used"
  }

  private var synopsisHint: String { "usage: \(reading.command.synopsis)" }

  private func failure(_ message: String, _ hint: String) -> Problem {
    Problem(usage: message, hint: hint)
  }

  /// In lower case and without a full stop.
  private static func fragment(_ message: String) -> String {
    var text = message
    while text.last == "." { text.removeLast() }
    let second = text.dropFirst().first
    guard let first = text.first, first.isUppercase, second?.isUppercase != true else {
      return text
    }
    return first.lowercased() + text.dropFirst()
  }
}
