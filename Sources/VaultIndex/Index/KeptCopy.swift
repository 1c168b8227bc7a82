package import VaultFormat

/// A conflict copy in a vault: the version of a file that a merge kept beside it.
package struct KeptCopy: Hashable, Sendable {
  package var path: VaultPath
  /// Nil if the copy has no front matter that marks it: for files that are not notes, and for notes whose front matter
  /// cannot be edited.
  package var id: NoteID?
  package var title: String
  /// The id of the note; nil if `id` is.
  package var noteID: NoteID?
  /// The original note or file; nil if it no longer exists.
  package var note: VaultPath?
  /// The device of the version, from the front matter or the name.
  package var device: String?
  /// The time of the last change.
  package var updated: NoteTime

  /// Whether it is identified only by its name, and resolved as a file.
  package var isFile: Bool { noteID == nil }
}
