internal import Git
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// Resolves a word to a note, also among deleted ones.
struct HistoricNoteResolver {
  private let vault: OpenVault
  private let history: VaultHistory

  init(_ vault: OpenVault, _ history: VaultHistory) {
    self.vault = vault
    self.history = history
  }

  struct Found {
    let note: HistoricNote
    /// The present path of the note; nil if it was deleted.
    let present: VaultPath?
  }

  /// Existing notes come first, as for every command; then the path, then the id, of one that is missing since
  /// the last commit, or that was deleted last.
  ///
  /// - Throws: the error of `NoteResolver` if there never was such a note.
  func resolve(_ word: String) throws -> Found {
    do {
      let note = try NoteResolver(vault).resolve(word)
      return Found(note: HistoricNote(path: note.path, id: note.id), present: note.path)
    } catch let error as CommandError {
      guard !word.hasPrefix("@"), let note = try removed(word) else { throw error }
      return Found(note: note, present: nil)
    }
  }

  private func removed(_ word: String) throws -> HistoricNote? {
    let paths = Set(VaultPathParser.candidates(for: word, in: vault.vault))
    if let note = try removed({ path, _ in paths.contains(path) }) { return note }
    guard word.utf8.count >= VaultIndex.shortestPrefix else { return nil }
    return try removed { _, id in try id().text.utf8.starts(with: word.utf8) }
  }

  private func removed(
    _ matches: (VaultPath, () throws -> NoteID) throws -> Bool
  ) throws -> HistoricNote? {
    try history.missingNote(in: vault.vault.folder, matches) ?? history.removedNote(matches)
  }
}
