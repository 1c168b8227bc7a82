package import VaultFormat

extension NoteWriter {
  /// Sets `updated` to now if the note has that key; for changes of its media.
  ///
  /// Such a note also gets its id and `created` if it stores none.
  ///
  /// - Throws: as `edit`.
  @discardableResult
  package func stamp(_ path: VaultPath, provisionalID: NoteID) throws -> NoteChange {
    let now = self.now.rfc3339
    return try edit(path, provisionalID: provisionalID, stampsUpdated: false) { document in
      guard let key = document.frontMatter?.knownFields[.updated]?.name else { return document }
      return try document.setting(key, to: .plain(now))
    }
  }

  /// Stores the note's id and `created` if it stores none and is not a template: values derived from the path or the
  /// file's times must not change when it moves.
  ///
  /// Never changes `updated`.
  ///
  /// - Throws: as `edit`.
  @discardableResult
  package func storeIdentity(_ path: VaultPath, provisionalID: NoteID) throws -> NoteChange {
    let replacement = try AtomicFileWriter(vault.folder).replace(path) { content in
      let document = NoteDocument(content.bytes)
      try document.checkEditable()
      let completed = try completed(
        document, at: path, status: content.status, id: provisionalID, stampsUpdated: false)
      // If no id can be added, this throws the reason.
      if !completed.hasValue(of: .id), vault.templatePlaces().place(of: path) == nil {
        return try document.setting(document.name(of: .id), to: .text(provisionalID.text)).bytes
      }
      return completed.bytes
    }
    return NoteChange(
      path: path, old: NoteDocument(replacement.old.bytes), new: NoteDocument(replacement.new))
  }
}
