internal import Git
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// Finds the note that a word means, also among those that were deleted.
struct HistoricNoteResolver {
  private let vault: OpenVault
  private let history: VaultHistory

  init(_ vault: OpenVault, _ history: VaultHistory) {
    self.vault = vault
    self.history = history
  }

  struct Found {
    let note: HistoricNote
    /// Where the note is; nil where it is gone.
    let present: VaultPath?
  }

  /// Those that are there come first, as for every command; then the path, then the id, of one that is gone from
  /// the folder since the last commit, or that was deleted last.
  ///
  /// - Throws: what `NoteResolver` throws where there never was such a note.
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
    let paths = Set(VaultPathReading.candidates(for: word, in: vault.vault))
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

/// A moment of the history as people name it: a commit, or a date.
struct HistoryMoment {
  private let word: String
  private let vault: OpenVault

  init(_ word: String, in vault: OpenVault) {
    self.word = word
    self.vault = vault
  }

  /// The commit that is meant: a date and a clock time mean the last one up to their end.
  ///
  /// What can be both, such as `2026`, is a date unless it has seven digits or more, as ids have.
  func commit(in history: VaultHistory) throws -> ObjectID {
    let looksLikeID = word.utf8.count >= 7 && word.utf8.allSatisfy { $0.isHexDigit }
    if looksLikeID, let commit = history.commit(named: word) { return commit }
    let session = vault.session
    do {
      let date = try DateExpression(word, now: session.surroundings.now(), zone: vault.zone)
      let end = date.instantRange(zone: vault.zone).upperBound
      if let commit = try history.commit(at: end - 1) { return commit }
      throw CommandError(
        "nothing was recorded yet at \(word)", hint: "tl log shows how far it goes back")
    } catch let error as DateExpressionError {
      if let commit = history.commit(named: word) { return commit }
      throw CommandError(
        "\(word) is no date and no id of tl log", hint: error.hint, status: .wrongUsage)
    }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

extension VaultHistory {
  /// The note at a moment.
  func note(_ note: HistoricNote, at moment: HistoryMoment) throws -> PastNote {
    let commit = try moment.commit(in: self)
    guard let past = try self.note(note, in: commit) else {
      throw CommandError(
        "\(note.path.shown) was not there then",
        hint: "tl log \(note.path.shown) shows when it was changed")
    }
    return past
  }
}
