/// A note in the vault.
enum LocalNote: Hashable, Sendable {
  case present(NoteDigest)
  /// It has no id, is at the path of a note with one, and was just written: an editor may be saving it.
  case beingSaved(NoteDigest)
  /// A note that cannot be sent.
  case blocked(BlockedNote)
  /// It is in the vault, but cannot be read now.
  case hidden
  /// It was not found, but some files or folders could not be read.
  case uncertain
  case absent
}
