extension ConflictCopy {
  /// Returns the version of the note that the copy keeps: with the id of the note, and without the keys that mark a
  /// copy.
  ///
  /// - Throws: `EditError` if the front matter of the copy cannot be edited.
  package static func original(
    of copy: NoteDocument, note: NoteID
  ) throws(EditError) -> NoteDocument {
    let document = try withoutOrigin(copy)
    return try document.setting(document.name(of: .id), to: .text(note.text))
  }

  /// Returns the copy as an independent note: without the keys that mark a copy, with its own id.
  package static func withoutOrigin(_ copy: NoteDocument) throws(EditError) -> NoteDocument {
    var document = copy
    for key in [KnownKey.conflictOf, .conflictFrom]
    where document.frontMatter?.knownFields[key] != nil {
      document = try document.removing(document.name(of: key))
    }
    return document
  }
}
