package import VaultFormat

/// The result of an edit.
package struct NoteChange: Sendable {
  package var path: VaultPath
  package var old: NoteDocument
  package var new: NoteDocument

  package var isChange: Bool { old.bytes != new.bytes }
}
