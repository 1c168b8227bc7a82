import ArgumentParser

/// Arguments whose global options stand behind the command's name.
///
/// People may write them before it and between its words as well, which the argument parser does not accept.
struct GlobalArguments {
  private let command: any ParsableCommand.Type
  /// The number of words that name the command; the others follow.
  private let depth: Int
  private(set) var words: [String]

  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var rest = arguments[..<end]
    var options: [String] = []
    var names: [String] = []
    var command: any ParsableCommand.Type = TL.self
    while true {
      options += Self.takeOptions(from: &rest)
      if names.isEmpty { rest = FormerNames.replaced(in: rest) }
      guard let word = rest.first,
        let next = command.configuration.subcommands.first(where: { $0.configuration.has(word) })
      else { break }
      names.append(word)
      rest.removeFirst()
      command = next
      if next.configuration.subcommands.isEmpty { break }
    }
    self.command = command
    depth = names.count
    words = QueryWords.moved(names + rest + options + arguments[end...])
  }

  /// The words with the name that a command has now instead of a former one.
  ///
  /// - Parameter next: the word that follows them, which may be unfinished.
  static func withPresentNames(_ words: [String], before next: String) -> [String] {
    var rest = words[...]
    let options = takeOptions(from: &rest)
    guard !rest.isEmpty else { return words }
    return options + FormerNames.replaced(in: rest + [next]).dropLast()
  }

  /// What the argument parser makes of them.
  ///
  /// It reads a command that is named alone: from the root it would look at the options of all on the way, and at those
  /// of each default several times, which takes longer than most commands.
  func parsed() throws -> any ParsableCommand {
    guard command.configuration.subcommands.isEmpty, !words.contains("--version") else {
      return try TL.parseAsRoot(words)
    }
    let own = Array(words.dropFirst(depth))
    do {
      return try command.parseAsRoot(own)
    } catch {
      // For a command that gets no argument at all, and needs one, the parser has its help instead of an error.
      guard own.isEmpty else { throw error }
      return try TL.parseAsRoot(words)
    }
  }

  private static func takeOptions(from rest: inout ArraySlice<String>) -> [String] {
    var options: [String] = []
    while let word = rest.first, word.hasPrefix("-") {
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
      guard let takesValue = GlobalOptions.names[name] else { break }
      options.append(word)
      rest.removeFirst()
      if takesValue, name == word, let value = rest.popFirst() { options.append(value) }
    }
    return options
  }
}

extension CommandConfiguration {
  fileprivate func has(_ name: String) -> Bool { commandName == name || aliases.contains(name) }
}

/// Words of a query that look like options: `-draft tea` in quotes, `-tag:work`.
///
/// The argument parser would read their letters as options, so they are moved behind `--`.
enum QueryWords {
  static func moved(_ arguments: [String]) -> [String] {
    // Finding the command costs more time than most commands take.
    guard arguments.contains(where: isQuery) else { return arguments }
    var words: [String] = []
    var moved: [String] = []
    for (index, word) in arguments.enumerated() {
      let reading = CommandLineParts(arguments[..<index])
      guard !reading.isBehindTerminator, reading.openOption == nil, isQuery(word),
        reading.command.name == "search", reading.command.path.count == 2
      else {
        words.append(word)
        continue
      }
      moved.append(word)
    }
    if moved.isEmpty { return arguments }
    return words + (words.contains("--") ? [] : ["--"]) + moved
  }

  private static func isQuery(_ word: String) -> Bool {
    guard word.hasPrefix("-"), !word.hasPrefix("--") else { return false }
    if word.contains(where: \.isWhitespace) { return true }
    guard let colon = word.firstIndex(of: ":") else { return false }
    let key = word[..<colon].dropFirst()
    return key.count > 1 && key.allSatisfy(\.isLetter)
  }
}
