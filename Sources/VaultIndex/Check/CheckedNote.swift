/// The properties of a note that the other checks need.
struct CheckedNote: Sendable {
  /// The stored id, in the arena of the index; another note may have the same.
  var storedID: ArenaRange?
  var hasMediaFolder: Bool
  /// Keys can be added to the front matter.
  var isCompletable: Bool
  /// `created` comes from the file system, and the note has no such key.
  var lacksCreated: Bool
}
