/// How to resolve a conflict between a note and its copy (docs/git-sync.md).
package enum ConflictResolution: String, CaseIterable, Sendable {
  /// The note stays as it is.
  case note
  /// The note gets the copy's text and keys.
  case copy
  /// The copy becomes a separate note.
  case both
}
