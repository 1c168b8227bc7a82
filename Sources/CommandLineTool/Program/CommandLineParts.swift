/// The parts of a command line that may be wrong or incomplete.
///
/// The argument parser reads correct command lines; this is for completions, help and usage errors.
struct CommandLineParts {
  private(set) var command = CommandDescription.root
  /// Words that are neither names of commands nor options nor their values.
  private(set) var positionals: [String] = []
  /// The option that needs a value next.
  private(set) var openOption: ParameterDescription?
  private(set) var usedOptions: Set<String> = []
  private(set) var isBehindTerminator = false
  /// The first thing that is wrong.
  private(set) var problem: Problem?
  /// The value of `--vault`.
  private(set) var vault: String?
  private(set) var parameters: [ParameterDescription] = []

  /// `openOption` as it was written: `-n`.
  private var openName = ""

  enum Problem: Equatable {
    /// A word where the name of a command is needed.
    case unknownCommand(String)
    /// `--foramt`, or letters behind one `-` of which at least one is not an option: `-shoes`.
    case unknownOption(String)
    /// An option as it was written, and the word after it if that is read as an option.
    case missingValue(of: String, before: String?)
  }

  /// - Parameter words: without `tl` itself.
  init(_ words: some Sequence<String>) {
    parameters = command.parameters
    for word in words { read(word) }
    if problem == nil, openOption != nil { problem = .missingValue(of: openName, before: nil) }
  }

  private mutating func read(_ word: String) {
    if let option = openOption {
      openOption = nil
      if word.hasPrefix("-"), word != "-" {
        report(.missingValue(of: openName, before: word == "--" ? nil : word))
      }
      keep(word, of: option)
    } else if word == "--", !isBehindTerminator {
      isBehindTerminator = true
    } else if word.hasPrefix("--"), !isBehindTerminator {
      readLong(word)
    } else if word.hasPrefix("-"), word != "-", !isBehindTerminator {
      readShort(word)
    } else if positionals.isEmpty, let next = command.subcommand(named: word) {
      command = next
      parameters = next.parameters
    } else {
      if !command.subcommands.isEmpty { report(.unknownCommand(word)) }
      positionals.append(word)
    }
  }

  private mutating func report(_ found: Problem) { problem = problem ?? found }

  private mutating func readLong(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard let option = option(named: parts[0]) else { return report(.unknownOption(parts[0])) }
    usedOptions.formUnion(option.names)
    guard option.kind == .option else { return }
    if parts.count == 2 { keep(parts[1], of: option) } else { open(option, parts[0]) }
  }

  /// `-t`, `-tVALUE`, and flags in one word: `-qt`.
  private mutating func readShort(_ word: String) {
    let letters = Array(word.dropFirst())
    for (index, letter) in letters.enumerated() {
      guard let option = option(named: "-\(letter)") else {
        return report(.unknownOption(word))
      }
      usedOptions.formUnion(option.names)
      if option.kind == .option {
        if index == letters.count - 1 { open(option, "-\(letter)") }
        return
      }
    }
  }

  private mutating func open(_ option: ParameterDescription, _ name: String) {
    openOption = option
    openName = name
  }

  func option(named name: String) -> ParameterDescription? {
    (parameters + [CommandDescription.helpOption]).first { $0.names.contains(name) }
  }

  private mutating func keep(_ value: String, of option: ParameterDescription) {
    if option.names.contains("--vault") { vault = value }
  }
}
