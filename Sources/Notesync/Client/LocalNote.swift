/// A note in the vault.
enum LocalNote: Hashable, Sendable {
  case present(NoteDigest)
  /// It has no id, stands where a note with one was, and was written a moment ago: an editor may be saving it.
  case beingSaved(NoteDigest)
  /// A file that is a note and cannot travel.
  case blocked(BlockedNote)
  /// It is in the vault and cannot be read now.
  case hidden
  /// It was not found, and not everything could be looked at.
  case uncertain
  case absent
}
