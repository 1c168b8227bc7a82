/// Wrong usage, in the form of all other errors: what is wrong, and what to write instead.
///
/// The argument parser says what is wrong in words of its own; they are read here and said in those
/// of the help, with the names of values in capitals.
struct UsageError {
  /// The parser's message.
  let message: String
  /// What it was given.
  let arguments: [String]

  private let reading: CommandLineReading

  init(message: String, arguments: [String]) {
    self.message = message.split(separator: "\n").first.map(String.init) ?? message
    self.arguments = arguments
    reading = CommandLineReading(arguments)
  }

  var error: CommandError {
    unknownCommand ?? unknownShort ?? unknownOption ?? missingChoice ?? twoChoices ?? missingValue
      ?? missingArgument ?? wrongValue
      ?? unwantedValue
      ?? unexpectedArgument ?? failure(Self.fragment(message), helpHint)
  }

  // MARK: - Commands

  static func unknownCommand(_ word: String, below command: CommandDescription) -> CommandError {
    let group = command.path.count == 1 ? "" : command.path.dropFirst().joined(separator: " ") + " "
    var error = CommandError("there is no command '\(group)\(word)'", status: .wrongUsage)
    let subcommands = command.subcommands
    if subcommands.isEmpty {
      error.hints = ["\(help(command)) shows how it is used"]
      return error
    }
    let near = EditDistance.suggestions(
      for: word, among: subcommands.map(\.name) + subcommands.flatMap(\.aliases))
    // One name for each command: its own, unless only another one is near.
    let suggestions = subcommands.compactMap { subcommand in
      ([subcommand.name] + subcommand.aliases).first(where: near.contains)
    }
    if suggestions.isEmpty {
      error.hints = ["\(help(command)) lists the commands"]
    } else {
      error.hints = ["did you mean \(choice(suggestions))?"]
    }
    return error
  }

  private static func help(_ command: CommandDescription) -> String {
    (["tl", "help"] + command.path.dropFirst()).joined(separator: " ")
  }

  private var unknownCommand: CommandError? {
    guard isUnexpected || message.hasPrefix("Missing required subcommand") else { return nil }
    let command = reading.command
    if let word = reading.positionals.first, !command.subcommands.isEmpty {
      return Self.unknownCommand(word, below: command)
    }
    if command.path.count > 1, arguments.first?.hasPrefix("-") == true,
      quoted(1) == command.path.dropFirst().first
    {
      return failure(
        "unexpected argument '\(command.name)'",
        "the command comes first, then its options: \(command.path.joined(separator: " ")) ...")
    }
    guard message.hasPrefix("Missing required"), !command.subcommands.isEmpty else { return nil }
    return Self.missingCommand(below: command)
  }

  static func missingCommand(below command: CommandDescription) -> CommandError {
    CommandError(
      "\(command.path.joined(separator: " ")) needs a command",
      hint: "one of \(list(command.subcommands.map(\.name)))", status: .wrongUsage)
  }

  // MARK: - Options and arguments

  /// The parser may have read a letter of it as an option.
  private var unknownShort: CommandError? {
    guard let word = reading.unknownShort else { return nil }
    guard reading.option(named: "--not") != nil, word.count > 2 else {
      return message.hasPrefix("Unknown option ")
        ? nil : failure("\(name) has no option \(word)", helpHint)
    }
    let text = String(word.dropFirst())
    return failure(
      "\(name) has no option \(word)",
      "--not \(text) leaves out notes with \(text); in a query write -- before \(word)")
  }

  /// Such as `Missing one of: '--note', '--copy'`.
  private var missingChoice: CommandError? {
    guard message.hasPrefix("Missing one of: ") else { return nil }
    let names = message.split(separator: "'").filter { $0.hasPrefix("--") }.map(String.init)
    return failure("\(name) needs \(Self.choice(names))", synopsisHint)
  }

  /// `value to be set with flag '--edit' had already been set with flag '--both'`.
  private var twoChoices: CommandError? {
    guard message.contains(" had already been set with flag "), let second = quoted(1),
      let first = quoted(3)
    else { return nil }
    return failure("\(first) and \(second) cannot be used together", helpHint)
  }

  private var unknownOption: CommandError? {
    guard message.hasPrefix("Unknown option "), let option = quoted(1) else { return nil }
    let isAfterText =
      reading.command.positionals.contains { $0.isRepeating } && !option.hasPrefix("--")
    let terminator = isAfterText ? "; for text that begins with -, write -- before it" : ""
    return failure(
      "\(name) has no option \(option)", suggestion(for: option) ?? helpHint + terminator)
  }

  private func suggestion(for option: String) -> String? {
    guard option.hasPrefix("--") else { return nil }
    let names = reading.parameters.flatMap(\.names).filter { $0.hasPrefix("--") }
    let near = EditDistance.suggestions(
      for: String(option.dropFirst(2)), among: names.map { String($0.dropFirst(2)) })
    return near.isEmpty ? nil : "did you mean \(Self.choice(near.map { "--" + $0 }))?"
  }

  private var missingValue: CommandError? {
    guard message.hasPrefix("Missing value for "), let option = quoted(1).map(capitalized) else {
      return nil
    }
    let name = option.split(separator: " ").first.map(String.init) ?? option
    let parameter = reading.option(named: name)
    let form = "\(name) \(parameter?.valueName ?? "VALUE")"
    guard let next = wordBehind(name), next.hasPrefix("-"), next != "--",
      let long = parameter?.names.last(where: { $0.hasPrefix("--") })
    else { return failure("\(name) needs a value", "write it as \(form)") }
    return failure(
      "\(name) needs a value, and \(next) is read as an option",
      "write it as \(form); a value that begins with - as \(long)=\(next)")
  }

  private func wordBehind(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }

  private var missingArgument: CommandError? {
    guard message.hasPrefix("Missing expected argument "), let argument = quoted(1) else {
      return nil
    }
    return failure("\(capitalized(argument)) is missing", synopsisHint)
  }

  private var wrongValue: CommandError? {
    let middle = "' is invalid for '"
    guard message.hasPrefix("The value '"), let place = message.firstRange(of: middle) else {
      return nil
    }
    let value = message[..<place.lowerBound].dropFirst("The value '".count)
    let rest = message[place.upperBound...]
    guard let end = rest.firstIndex(of: "'") else { return nil }
    let words = capitalized(String(rest[..<end])).split(separator: " ").map(String.init)
    let reason = rest[rest.index(after: end)...]
    let parameter =
      reading.option(named: words[0])
      ?? reading.parameters.first { $0.valueName == words[0] }
    var error = failure("\(words[0]) does not take '\(value)'", helpHint)
    if reason.hasPrefix(": ") { error.message += reason }
    if let parameter {
      error.hints = [
        parameter.values.isEmpty
          ? "\(words.joined(separator: " ")): \(parameter.text)"
          : "one of \(Self.list(parameter.values))"
      ]
    }
    return error
  }

  private var unwantedValue: CommandError? {
    guard message.hasPrefix("The option '"), message.hasSuffix("' was specified."),
      let option = quoted(1)
    else { return nil }
    return failure("\(option) takes no value", "write \(option) alone")
  }

  private var isUnexpected: Bool {
    message.hasPrefix("Unexpected argument ") || message.contains(" unexpected arguments: ")
  }

  private var unexpectedArgument: CommandError? {
    isUnexpected ? failure(Self.fragment(message), synopsisHint) : nil
  }

  // MARK: - Words

  private var name: String { reading.command.path.joined(separator: " ") }

  private var helpHint: String {
    let names = reading.command.path.dropFirst().joined(separator: " ")
    return names.isEmpty ? "tl help lists the commands" : "tl help \(names) shows how it is used"
  }

  private var synopsisHint: String { "it is written: \(reading.command.synopsis)" }

  private func failure(_ message: String, _ hint: String) -> CommandError {
    CommandError(message, hint: hint, status: .wrongUsage)
  }

  /// The part of the message at an odd number: what stands between quotes; nil where there is none.
  private func quoted(_ number: Int) -> String? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.count > number + 1 ? String(parts[number]) : nil
  }

  /// `--tag <tag>` as `--tag TAG`.
  private func capitalized(_ text: String) -> String {
    var result = ""
    var isName = false
    for character in text {
      switch character {
      case "<": isName = true
      case ">": isName = false
      default: result += isName ? character.uppercased() : String(character)
      }
    }
    return result.hasSuffix(" ...") ? String(result.dropLast(4)) : result
  }

  /// In lower case and without a full stop.
  static func fragment(_ message: String) -> String {
    var text = message
    while text.last == "." { text.removeLast() }
    let second = text.dropFirst().first
    guard let first = text.first, first.isUppercase, second?.isUppercase != true else {
      return text
    }
    return first.lowercased() + text.dropFirst()
  }

  private static func list(_ words: [String]) -> String { joined(words, "and") }

  private static func choice(_ words: [String]) -> String { joined(words, "or") }

  private static func joined(_ words: [String], _ last: String) -> String {
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }
}
