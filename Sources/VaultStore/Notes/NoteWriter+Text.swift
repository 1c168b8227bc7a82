internal import SystemCalls
package import VaultFormat

extension NoteWriter {
  /// Replaces a note's text with one that the user wrote.
  ///
  /// Unlike `edit`, this stamps what it can and keeps the rest as written: broken or unclosed front
  /// matter, or front matter in one `{…}`, is not an error. An `id`, `created` or `updated` in the
  /// text is never replaced, except `updated` if `stampsUpdated` is true. A file that is not a note
  /// just gets the text.
  ///
  /// - Parameters:
  ///   - provisionalID: the id to store in a note without one.
  ///   - text: receives the present document and returns the new one, and whether to set `updated`
  ///     to now; called again if another program saves the file meanwhile.
  /// - Throws: what `text` throws, a `StoreError`; the file is unchanged.
  @discardableResult
  package func replaceText(
    of path: VaultPath, provisionalID: NoteID,
    _ text: (NoteDocument) throws -> (document: NoteDocument, stampsUpdated: Bool)
  ) throws -> NoteChange {
    let replacement = try replace(path) { content in
      let (document, stampsUpdated) = try text(NoteDocument(content.bytes))
      guard document.bytes != content.bytes, !document.layout.isUnclosed,
        MediaFolder(of: path) != nil
      else { return document.bytes }
      let metadata = NoteMetadata(of: document, zone: zone)
      let created = vault.creationTime(metadata, at: path, status: content.status, zone: zone).time
      let isTemplate = vault.templatePlaces().place(of: path) != nil
      return stamped(
        document, provisionalID, created: created, stampsUpdated: stampsUpdated,
        isTemplate: isTemplate
      ).bytes
    }
    return NoteChange(
      path: path, old: NoteDocument(replacement.old.bytes), new: NoteDocument(replacement.new))
  }

  /// Writes a file with exactly these bytes at `path`, or with `-2`, `-3` … if that is taken: for the text of a note
  /// whose file was deleted.
  ///
  /// Creates missing folders.
  ///
  /// - Returns: its path.
  package func create(_ bytes: [UInt8], at path: VaultPath) throws(StoreError) -> VaultPath {
    if let folder = path.parent { try vault.folder.makeFolders(folder) }
    let taken = Set(try vault.folder.list(path.parent).map { NameKey($0.name) })
    return try path.firstNumbered { (candidate) throws(StoreError) -> VaultPath? in
      guard !taken.contains(NameKey(candidate.name)) else { return nil }
      return try create(candidate, bytes) ? candidate : nil
    }
  }

  /// One key after the other: a key that cannot be set stays unchanged.
  private func stamped(
    _ document: NoteDocument, _ id: NoteID, created: NoteTime, stampsUpdated: Bool,
    isTemplate: Bool
  ) -> NoteDocument {
    var document = document
    func set(_ key: KnownKey, to value: FieldValue) {
      guard let changed = try? document.setting(document.name(of: key), to: value) else { return }
      document = changed
    }
    let present = document.frontMatter?.knownFields ?? [:]
    if !isTemplate, present[.id]?.value.isNull ?? true { set(.id, to: .text(id.text)) }
    if !isTemplate, present[.created]?.value.isNull ?? true {
      set(.created, to: .plain(created.rfc3339))
    }
    if stampsUpdated, present[.updated] != nil { set(.updated, to: .plain(now.rfc3339)) }
    return document
  }

  /// Sets `updated` to now if the note has that key; for changes of its media.
  ///
  /// Such a note also gets its id and `created` if it stores none.
  ///
  /// - Throws: as `edit`.
  @discardableResult
  package func stamp(_ path: VaultPath, provisionalID: NoteID) throws -> NoteChange {
    let now = self.now.rfc3339
    return try edit(path, provisionalID: provisionalID, stampsUpdated: false) { document in
      guard let key = document.frontMatter?.field(of: .updated)?.name else { return document }
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
    let replacement = try replace(path) { content in
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

/// How to resolve a conflict between a note and its copy (docs/git-sync.md).
package enum ConflictResolution: String, CaseIterable, Sendable {
  /// The note stays as it is.
  case note
  /// The note gets the copy's text and keys.
  case copy
  /// The copy becomes a separate note.
  case both
}
