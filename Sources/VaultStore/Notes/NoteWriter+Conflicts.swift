internal import SystemCalls
package import VaultFormat

extension NoteWriter {
  /// Resolves the conflict between a note and its copy.
  ///
  /// The discarded version goes to the trash: the copy, or the note's previous text. At every moment each version is in
  /// some file; after an error both are.
  ///
  /// - Returns: the entries of the trash, in order.
  package func resolve(
    copy: VaultPath, of note: VaultPath, id: NoteID, keeping resolution: ConflictResolution
  ) throws -> [TrashEntry] {
    switch resolution {
    case .note: return [try remove(copy).entry]
    case .copy:
      let content = try vault.folder.read(copy)
      let text = try ConflictCopy.original(of: NoteDocument(content.bytes), note: id)
      let before = try copyToTrash(note)
      try replaceText(of: note, provisionalID: id) { _ in (text, true) }
      return [before, try remove(copy).entry]
    case .both:
      try edit(copy, provisionalID: ProvisionalID.of(copy), stampsUpdated: false) {
        try ConflictCopy.withoutOrigin($0)
      }
      return []
    }
  }

  /// Resolves the conflict between a file and its copy, which is known by its name only; `file` may not exist.
  ///
  /// The discarded version goes to the trash. A file that replaces another keeps its bytes, time and permissions. At
  /// every moment each version is in some file, and after an error both are.
  ///
  /// - Returns: the new path of the copy's version, nil if it is in the trash; and the new entries of the trash.
  package func resolve(
    copy: VaultPath, ofFile file: VaultPath, keeping resolution: ConflictResolution
  ) throws -> (place: VaultPath?, entry: TrashEntry?) {
    switch resolution {
    case .note: return (nil, try detach(copy))
    case .copy:
      let isThere = try vault.folder.exists(file)
      let entry = isThere ? try detach(file) : nil
      try rename(copy, to: file)
      return (file, entry)
    case .both: return (try rename(copy, toFreeNameLike: file), nil)
    }
  }

  /// Copies a note's text to the trash, and keeps the note.
  ///
  /// - Parameter version: the text; if nil, the file's.
  package func copyToTrash(
    _ note: VaultPath, version: NoteDocument? = nil
  ) throws -> TrashEntry {
    let bytes = try version?.bytes ?? vault.folder.read(note).bytes
    return try Trash(vault.folder).put(version: bytes, of: note, at: now.rfc3339)
  }
}

extension NoteWriter {
  /// Renames a file to the name of another, or with `-2`, `-3` … if that is taken on any file system.
  private func rename(
    _ path: VaultPath, toFreeNameLike wanted: VaultPath
  ) throws(StoreError) -> VaultPath {
    let taken = Set(try vault.folder.list(wanted.parent).map { NameKey($0.name) })
    return try wanted.firstNumbered { (place) throws(StoreError) -> VaultPath? in
      guard !taken.contains(NameKey(place.name)) else { return nil }
      do throws(StoreError) {
        try rename(path, to: place)
        return place
      } catch let error where error.reason == .taken {
        // Created since the check.
        return nil
      }
    }
  }
}
