/// What a command line that may be wrong or unfinished says, as far as it can be understood.
///
/// The argument parser reads command lines that are right; this is for completions, for help, and
/// for saying what is wrong.
struct CommandLineReading {
  private(set) var command = CommandDescription.root
  /// Words that are neither names of commands nor options nor their values.
  private(set) var positionals: [String] = []
  /// The option whose value has to come next.
  private(set) var openOption: ParameterDescription?
  private(set) var usedOptions: Set<String> = []
  private(set) var isBehindTerminator = false
  /// The first word of letters behind one `-`, of which one is no option: `-shoes`.
  private(set) var unknownShort: String?
  /// What `--vault` names.
  private(set) var vault: String?
  private(set) var parameters: [ParameterDescription] = []

  /// - Parameter words: without `tl` itself.
  init(_ words: some Sequence<String>) {
    parameters = command.parameters
    for word in words { read(word) }
  }

  private mutating func read(_ word: String) {
    if let option = openOption {
      openOption = nil
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
      positionals.append(word)
    }
  }

  private mutating func readLong(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard let option = option(named: parts[0]) else { return }
    usedOptions.formUnion(option.names)
    guard option.kind == .option else { return }
    if parts.count == 2 { keep(parts[1], of: option) } else { openOption = option }
  }

  /// `-t`, `-tVALUE`, and flags in one word: `-qt`.
  private mutating func readShort(_ word: String) {
    let letters = Array(word.dropFirst())
    for (index, letter) in letters.enumerated() {
      guard let option = option(named: "-\(letter)") else {
        unknownShort = unknownShort ?? word
        return
      }
      usedOptions.formUnion(option.names)
      if option.kind == .option {
        if index == letters.count - 1 { openOption = option }
        return
      }
    }
  }

  func option(named name: String) -> ParameterDescription? {
    (parameters + [CommandDescription.helpOption]).first { $0.names.contains(name) }
  }

  private mutating func keep(_ value: String, of option: ParameterDescription) {
    if option.names.contains("--vault") { vault = value }
  }
}
