internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

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
    case .vault(.tags):
      // One word can have several tags: the last one is completed.
      let typed = beginning.lastIndex(of: ",").map { beginning[...$0] } ?? ""
      let rest = String(beginning.dropFirst(typed.count))
      return safe(.tags, rest).prefixed(by: String(typed))
    case .vault(let value): return safe(value, beginning)
    }
  }

  /// Without words that have control characters or invalid Unicode, or look like options.
  private func safe(_ value: VaultValue, _ beginning: String) -> Completion {
    let candidates = values(reading)?.candidates(
      for: value, beginning, of: reading.positionals.first ?? "")
    return .candidates(
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

/// Candidates from the vault of a session.
struct VaultCompletionValues: CompletionValues {
  let vault: OpenVault
  /// Whether the shell shows descriptions; an id says little without its title.
  let showsTexts: Bool

  /// The limit of candidates.
  private static let limit = 200

  func candidates(
    for value: VaultValue, _ beginning: String, of note: String
  ) -> [Completion.Candidate] {
    switch value {
    case .notes: notes(beginning)
    case .media: media(of: note, beginning)
    default: named(value).filter { $0.word.hasPrefix(beginning) }
    }
  }

  /// Values that are completed by the beginning of their names alone.
  private func named(_ value: VaultValue) -> [Completion.Candidate] {
    switch value {
    case .notes, .media: []
    case .tags: tags()
    case .trackers:
      ((try? TrackerFinder(vault: vault).book().trackers) ?? []).filter { !$0.isArchived }
        .map { .init(word: $0.name, text: title($0.title)) }
    case .people:
      ((try? PersonFinder(vault).book.persons) ?? [])
        .map { .init(word: $0.name, text: title($0.title)) }
    case .circles:
      ((try? CircleFinder(vault).book.circles) ?? [])
        .map { .init(word: $0.name, text: title($0.title)) }
    case .books:
      ((try? BookFinder(vault).books) ?? []).map { .init(word: $0.name, text: title($0.title)) }
    case .categories:
      JournalSettings(vault.vault.configuration).categories.categories.map { .init(word: $0.name) }
    case .templates:
      vault.vault.templateFiles().map { .init(word: $0.stemText, text: $0.text) }
    }
  }

  /// By their spellings, each of which is a word of its own here.
  private func tags() -> [Completion.Candidate] {
    guard let index = try? vault.scan() else { return [] }
    var counts: [String: Int] = [:]
    for position in index.positions {
      for tag in index.tags(position) { counts[tag.text, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { tag, count in
      Completion.Candidate(word: tag, text: count.counted("note"))
    }
  }

  private func notes(_ beginning: String) -> [Completion.Candidate] {
    guard let index = try? vault.scan() else { return [] }
    let notes = index.notes()
    var candidates: [Completion.Candidate] = []
    if showsTexts || !beginning.isEmpty {
      let found = notes.lazy.filter { index.id($0).text.hasPrefix(beginning) }.prefix(Self.limit)
      let positions = Array(found)
      candidates = zip(positions, index.shortIDs(of: positions)).map { position, shortID in
        // The typed word may be longer than the short id.
        let id = shortID.count >= beginning.count ? shortID : index.id(position).text
        return Completion.Candidate(word: id, text: title(index.title(position)))
      }
    }
    if !showsTexts || !beginning.isEmpty {
      let found = notes.lazy.map { (index.path($0).text, $0) }.filter { $0.0.hasPrefix(beginning) }
      candidates += found.prefix(Self.limit).map { path, position in
        Completion.Candidate(word: path, text: title(index.title(position)))
      }
    }
    return candidates
  }

  private func media(of note: String, _ beginning: String) -> [Completion.Candidate] {
    guard let resolved = try? NoteResolver(vault).resolve(note),
      let file = try? vault.note(at: resolved.path)
    else { return [] }
    return file.media.files.compactMap { media in
      guard let name = media.path.text.split(separator: "/").last.map(String.init),
        name.hasPrefix(beginning)
      else { return nil }
      return Completion.Candidate(word: name, text: "\(ByteCount(media.size))")
    }
  }

  private func title(_ text: String) -> String {
    DisplayWidth.cut(TerminalText.line(text), to: 60)
  }
}
