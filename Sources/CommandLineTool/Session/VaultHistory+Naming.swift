internal import Git
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// Notes and commits that words of a command line name.
extension VaultHistory {
  /// The note that a word names, also a deleted one, and its present path; nil if it was deleted.
  ///
  /// Existing notes come first, as for every command; then the path, then the id, of one that is missing since
  /// the last commit, or that was deleted last.
  ///
  /// - Throws: the error of `NoteResolver` if there never was such a note.
  func note(
    named word: String, in vault: OpenVault
  ) throws -> (note: HistoricNote, present: VaultPath?) {
    do {
      let note = try NoteResolver(vault).resolve(word)
      return (HistoricNote(path: note.path, id: note.id), note.path)
    } catch let error as CommandError {
      guard !word.hasPrefix("@"), let note = try deletedNote(named: word, in: vault) else {
        throw error
      }
      return (note, nil)
    }
  }

  private func deletedNote(named word: String, in vault: OpenVault) throws -> HistoricNote? {
    func find(_ matches: (VaultPath, () throws -> NoteID) throws -> Bool) throws -> HistoricNote? {
      try missingNote(in: vault.vault.folder, matches) ?? removedNote(matches)
    }
    let paths = Set(VaultPathParser.candidates(for: word, in: vault.vault))
    if let note = try find({ path, _ in paths.contains(path) }) { return note }
    guard word.utf8.count >= VaultIndex.shortestPrefix else { return nil }
    return try find { _, id in try id().text.utf8.starts(with: word.utf8) }
  }

  /// The note as it was at a commit or a date, which `moment` names.
  func note(_ note: HistoricNote, at moment: String, in vault: OpenVault) throws -> PastNote {
    guard let past = try self.note(note, in: commit(at: moment, in: vault)) else {
      throw CommandError(
        "\(note.path.shown) was not there then",
        hint: "tl log \(note.path.shown) shows when it was changed")
    }
    return past
  }

  /// The commit: for a date or a time, the last one up to its end.
  ///
  /// A word that can be both, such as `2026`, is a date unless it has seven digits or more.
  private func commit(at word: String, in vault: OpenVault) throws -> ObjectID {
    let looksLikeID = word.utf8.count >= 7 && word.allSatisfy { $0.isASCII && $0.isHexDigit }
    if looksLikeID, let commit = commit(named: word) { return commit }
    do {
      let date = try DateExpression(word, now: vault.surroundings.now(), zone: vault.zone)
      let end = date.instantRange(zone: vault.zone).upperBound
      if let commit = try commit(at: end - 1) { return commit }
      throw CommandError(
        "nothing was recorded yet at \(word)", hint: "tl log shows where the history begins")
    } catch let error as DateExpressionError {
      if let commit = commit(named: word) { return commit }
      throw CommandError(
        "\(word) is neither a date nor an id of tl log", hint: error.hint, status: .wrongUsage)
    }
  }
}
