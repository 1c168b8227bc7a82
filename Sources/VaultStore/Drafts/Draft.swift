package import VaultFormat

/// One draft, without its text.
package struct Draft: Hashable, Sendable {
  package var number: Int
  /// Of the text.
  package var path: VaultPath
  /// A description from the command that saved it; empty if it is lost.
  package var about: String
  /// The note that it is a version of; nil for a new note.
  package var note: VaultPath?
  /// The properties of a new note, as command line options.
  package var options: [String] = []
  /// When it was saved: RFC 3339, as given by the caller.
  package var time: String
  /// Of the text, in bytes.
  package var size: Int64
  /// Files in which a killed editor left unsaved changes.
  package var leftovers: [VaultPath] = []
  /// Whether an editor has it open.
  package var isOpen = false
}
