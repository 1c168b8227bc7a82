internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Candidates from the vault of a session.
struct VaultCompletionValues: CompletionValues {
  let vault: OpenVault
  /// Whether the shell shows descriptions; an id says little without its title.
  let showsTexts: Bool

  /// The limit of candidates.
  private static let limit = 200

  func tags(_ beginning: String) -> [Completion.Candidate] {
    guard let index = try? vault.scan() else { return [] }
    var counts: [String: Int] = [:]
    for position in index.positions {
      for tag in index.tags(position) { counts[tag.text, default: 0] += 1 }
    }
    return counts.filter { $0.key.hasPrefix(beginning) }.sorted { $0.key < $1.key }.map {
      tag, count in
      Completion.Candidate(word: tag, text: count.counted("note"))
    }
  }

  func notes(_ beginning: String) -> [Completion.Candidate] {
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

  func trackers(_ beginning: String) -> [Completion.Candidate] {
    guard let book = try? TrackerFinder(vault: vault).book() else { return [] }
    return book.trackers.filter { !$0.isArchived && $0.name.hasPrefix(beginning) }.map { tracker in
      Completion.Candidate(word: tracker.name, text: title(tracker.title))
    }
  }

  func people(_ beginning: String) -> [Completion.Candidate] {
    guard let persons = try? PersonFinder(vault).book.persons else { return [] }
    return persons.filter { $0.name.hasPrefix(beginning) }.map {
      Completion.Candidate(word: $0.name, text: title($0.title))
    }
  }

  func categories(_ beginning: String) -> [Completion.Candidate] {
    JournalSettings(vault.vault.configuration).categories.categories.filter {
      $0.name.hasPrefix(beginning)
    }.map { Completion.Candidate(word: $0.name) }
  }

  func templates(_ beginning: String) -> [Completion.Candidate] {
    vault.vault.templateFiles().filter { $0.stemText.hasPrefix(beginning) }.map {
      Completion.Candidate(word: $0.stemText, text: $0.text)
    }
  }

  func media(of note: String, _ beginning: String) -> [Completion.Candidate] {
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
