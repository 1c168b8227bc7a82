extension ConflictCopy {
  /// The version of the note that a copy keeps, as it was: with the note's id, and without what says that it
  /// is a copy.
  ///
  /// - Throws: where the copy's front matter cannot be edited.
  package static func original(
    of copy: NoteDocument, note: NoteID
  ) throws(EditError) -> NoteDocument {
    let document = try withoutOrigin(copy)
    return try document.setting(document.name(of: .id), to: .text(note.text))
  }

  /// The copy as a note of its own: without what says that it is a copy, and with the id that it has.
  package static func withoutOrigin(_ copy: NoteDocument) throws(EditError) -> NoteDocument {
    var document = copy
    for key in [KnownKey.conflictOf, .conflictFrom]
    where document.frontMatter?.knownFields[key] != nil {
      document = try document.removing(document.name(of: key))
    }
    return document
  }
}
