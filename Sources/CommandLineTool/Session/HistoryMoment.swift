internal import Git
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// A point in the history: a commit or a date.
struct HistoryMoment {
  private let word: String
  private let vault: OpenVault

  init(_ word: String, in vault: OpenVault) {
    self.word = word
    self.vault = vault
  }

  /// The commit: for a date or a time, the last one up to its end.
  ///
  /// A word that can be both, such as `2026`, is a date unless it has seven digits or more.
  func commit(in history: VaultHistory) throws -> ObjectID {
    let looksLikeID = word.utf8.count >= 7 && word.utf8.allSatisfy { $0.isHexDigit }
    if looksLikeID, let commit = history.commit(named: word) { return commit }
    let session = vault.session
    do {
      let date = try DateExpression(word, now: session.surroundings.now(), zone: vault.zone)
      let end = date.instantRange(zone: vault.zone).upperBound
      if let commit = try history.commit(at: end - 1) { return commit }
      throw CommandError(
        "nothing was recorded yet at \(word)", hint: "tl log shows where the history begins")
    } catch let error as DateExpressionError {
      if let commit = history.commit(named: word) { return commit }
      throw CommandError(
        "\(word) is neither a date nor an id of tl log", hint: error.hint, status: .wrongUsage)
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
  /// The note at a point in the history.
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
