internal import SystemCalls

/// Finds the candidates for the last word of a command line.
struct CompletionFinder {
  private let reading: CommandLineParts
  private let words: [String]
  /// The completed word up to the cursor.
  private let beginning: String
  private let values: Values

  /// Opens the vault of a command line, when it is needed; nil if there is none.
  typealias Values = (CommandLineParts) -> (any CompletionValues)?

  /// - Parameters:
  ///   - words: those before the completed one, without `tl` itself; a former name of a command is read as its present one.
  ///   - beginning: the word up to the cursor, without quotes.
  init(_ words: [String], completing beginning: String, values: @escaping Values) {
    self.words = GlobalArguments.withPresentNames(words, before: beginning)
    self.beginning = beginning
    reading = CommandLineParts(self.words)
    self.values = values
  }

  var completion: Completion {
    if let option = reading.openOption { return values(option.completion, beginning) }
    if words.first == "help" {
      return names(below: CommandDescription.named(words.dropFirst()), beginning)
    }
    if beginning.hasPrefix("-"), !reading.isBehindTerminator { return options(beginning) }
    if !reading.command.subcommands.isEmpty, reading.positionals.isEmpty {
      return names(below: reading.command, beginning)
    }
    let positionals = reading.parameters.filter { $0.kind == .positional }
    let number = reading.positionals.count
    if number < positionals.count { return values(positionals[number].completion, beginning) }
    guard let last = positionals.last, last.isRepeating else { return .nothing }
    return values(last.completion, beginning)
  }

  private func names(below command: CommandDescription?, _ beginning: String) -> Completion {
    guard let command else { return .nothing }
    var names = command.subcommands.map { Completion.Candidate(word: $0.name, text: $0.abstract) }
    if command.path.count == 1, words.first != "help" {
      names.append(.init(word: "help", text: "Show how a command is used"))
    }
    return .candidates(names.filter { $0.word.hasPrefix(beginning) })
  }

  private func options(_ beginning: String) -> Completion {
    if let equals = beginning.firstIndex(of: "="), beginning.hasPrefix("--") {
      let name = String(beginning[..<equals])
      let value = String(beginning[beginning.index(after: equals)...])
      guard let option = reading.option(named: name), option.kind == .option else {
        return .nothing
      }
      return values(option.completion, value).prefixed(by: name + "=")
    }
    let options = (reading.parameters + [CommandDescription.helpOption]).filter { option in
      option.kind != .positional
        && (option.isRepeating || reading.usedOptions.isDisjoint(with: option.names))
    }
    return .candidates(
      options.compactMap { option in
        // The short name only if nothing else matches.
        guard let name = option.names.last(where: { $0.hasPrefix(beginning) }) else { return nil }
        return Completion.Candidate(word: name, text: option.text)
      })
  }

  private func values(_ source: CompletionSource?, _ beginning: String) -> Completion {
    switch source {
    case nil: return .nothing
    case .files: return .files
    case .directories: return .directories
    case .words(let words):
      return .candidates(words.filter { $0.hasPrefix(beginning) }.map { .init(word: $0) })
    case .tags:
      // One word can have several tags: the last one is completed.
      let typed = beginning.lastIndex(of: ",").map { beginning[...$0] } ?? ""
      let rest = String(beginning.dropFirst(typed.count))
      return safe(values(reading)?.tags(rest)).prefixed(by: String(typed))
    case .notes: return safe(values(reading)?.notes(beginning))
    case .trackers: return safe(values(reading)?.trackers(beginning))
    case .people: return safe(values(reading)?.people(beginning))
    case .categories: return safe(values(reading)?.categories(beginning))
    case .templates: return safe(values(reading)?.templates(beginning))
    case .media:
      return safe(values(reading)?.media(of: reading.positionals.first ?? "", beginning))
    }
  }

  /// Without words that have control characters or invalid Unicode, or look like options.
  private func safe(_ candidates: [Completion.Candidate]?) -> Completion {
    .candidates(
      (candidates ?? []).filter { candidate in
        !candidate.word.hasPrefix("-") && !candidate.word.unicodeScalars.contains("\u{FFFD}")
          && TerminalText.line(candidate.word) == candidate.word
      }.map { .init(word: $0.word, text: TerminalText.line($0.text)) })
  }
}

extension Completion {
  fileprivate func prefixed(by prefix: String) -> Completion {
    guard case .candidates(let candidates) = self, !prefix.isEmpty else { return self }
    return .candidates(candidates.map { .init(word: prefix + $0.word, text: $0.text) })
  }
}
