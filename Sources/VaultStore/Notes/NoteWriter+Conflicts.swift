package import VaultFormat

/// How a conflict between a note and its copy ends (docs/git-sync.md).
package enum ConflictResolution: String, CaseIterable, Sendable {
  /// The note stays as it is.
  case note
  /// The note gets the copy's text and keys.
  case copy
  /// The copy becomes a note of its own.
  case both
}

extension NoteWriter {
  /// Ends the conflict between a note and its copy.
  ///
  /// What goes, goes to the trash: the copy, or what the note said before. At every moment each version is in
  /// some file; after an error both are.
  ///
  /// - Returns: the entries of the trash, in the order they went there.
  package func resolve(
    copy: VaultPath, of note: VaultPath, id: NoteID, _ resolution: ConflictResolution
  ) throws -> [TrashEntry] {
    switch resolution {
    case .note: return [try remove(copy).entry]
    case .copy:
      let content = try vault.folder.read(copy)
      let text = try ConflictCopy.original(of: NoteDocument(content.bytes), note: id)
      let before = try keptAside(note)
      try replaceText(of: note, provisionalID: id) { _ in (text, true) }
      return [before, try remove(copy).entry]
    case .both:
      try edit(copy, provisionalID: ProvisionalID.of(copy), stampsUpdated: false) {
        try ConflictCopy.withoutOrigin($0)
      }
      return []
    }
  }

  /// Puts what a note says into the trash, and leaves the note where it is.
  ///
  /// - Parameter version: what it says; as the file is where nil.
  package func keptAside(
    _ note: VaultPath, version: NoteDocument? = nil
  ) throws -> TrashEntry {
    let bytes = try version?.bytes ?? vault.folder.read(note).bytes
    return try Trash(vault.folder).put(version: bytes, of: note, at: now.rfc3339)
  }
}
