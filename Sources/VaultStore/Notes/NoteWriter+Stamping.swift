package import VaultFormat

extension NoteWriter {
  /// Sets `updated` to now where the note has that key, as is due when its media change.
  ///
  /// Such a note also gets its id and `created`, if it stores none.
  ///
  /// - Throws: as `edit` does.
  @discardableResult
  package func stamp(_ path: VaultPath, provisionalID: NoteID) throws -> NoteChange {
    let now = self.now.rfc3339
    return try edit(path, provisionalID: provisionalID, stampsUpdated: false) { document in
      guard let key = document.frontMatter?.knownFields[.updated]?.name else { return document }
      return try document.setting(key, to: .plain(now))
    }
  }

  /// Stores the note's id and `created` where it stores none, and is no template: what a path or a file's times say of
  /// it must not change when it moves.
  ///
  /// Never touches `updated`.
  ///
  /// - Throws: as `edit` does.
  @discardableResult
  package func storeIdentity(_ path: VaultPath, provisionalID: NoteID) throws -> NoteChange {
    let replacement = try AtomicFileWriter(vault.folder).replace(path) { content in
      let document = NoteDocument(content.bytes)
      try document.checkEditable()
      let completed = try completed(document, at: path, content.status, provisionalID, false)
      // Where no id can be added this says why.
      if !completed.hasValue(of: .id), vault.templatePlaces().place(of: path) == nil {
        return try document.setting(document.name(of: .id), to: .text(provisionalID.text)).bytes
      }
      return completed.bytes
    }
    return NoteChange(
      path: path, old: NoteDocument(replacement.old.bytes), new: NoteDocument(replacement.new))
  }
}
