internal import VaultFormat

/// What became of a change that a browser asked for: the answer is the same however often it asks.
struct OperationOutcome: Hashable, Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// The note is as the browser wanted it.
    case saved
    /// It has the browser's change and another one.
    case merged
    /// Both changed the same lines: the note stays as it is, the browser's text is a draft.
    case conflict
    case removed
  }

  var kind: Kind
  /// Of the note; nil if it had none any more.
  var id: String?
  /// Of the note, if it was made by this operation.
  var path: String?
  /// Of the entry in the trash, or of the draft.
  var number: Int?
  /// What the page says about it (`Notice`).
  var done: String?
  /// The operation of the vault that made it; nil if nothing was changed.
  var change: Int?
}

/// One line of the journal of operations.
struct OperationRecord: Hashable, Codable, Sendable {
  /// `OperationKey.text`.
  var key: String
  /// In seconds since 1970.
  var time: Int64
  /// Nil while it is not known whether it was done.
  var outcome: OperationOutcome?
}

/// Identifies an operation: the random id that the browser gave it, within an account.
struct OperationKey: Hashable, Sendable {
  /// SHA-256 in hexadecimal, so that no account can ask for another's.
  let text: String

  /// Nil unless `id` has 8 to 64 ASCII letters, digits and hyphens.
  init?(_ id: String, account: String, hash: (String) -> String) {
    guard (8...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") })
    else { return nil }
    text = hash("\(account)\n\(id)")
  }
}
