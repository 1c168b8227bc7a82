internal import System
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

  /// Ends the conflict between a file and a copy of it that only its name tells; `file` may be gone.
  ///
  /// What goes, goes to the trash. A file that takes another's place keeps its bytes, its time and its
  /// permissions. At every moment each version is in some file, and after an error both are.
  ///
  /// - Returns: where the version that was the copy is now, nil in the trash; and what went to the trash.
  package func resolve(
    copy: VaultPath, ofFile file: VaultPath, _ resolution: ConflictResolution
  ) throws -> (place: VaultPath?, entry: TrashEntry?) {
    let trash = Trash(vault.folder)
    switch resolution {
    case .note: return (nil, try trash.put(media: copy, at: now.rfc3339))
    case .copy:
      let isThere = try vault.folder.exists(file)
      let entry = isThere ? try trash.put(media: file, at: now.rfc3339) : nil
      try vault.folder.move(copy, to: file)
      return (file, entry)
    case .both: return (try vault.folder.move(copy, toFreeNameLike: file), nil)
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

extension VaultFolder {
  /// Gives a file the name of another, or with `-2`, `-3` … where that is taken, compared as every file system
  /// would.
  fileprivate func move(
    _ path: VaultPath, toFreeNameLike wanted: VaultPath
  ) throws(StoreError) -> VaultPath {
    let taken = Set(try list(wanted.parent).map { NameKey($0.name) })
    var (place, number) = (wanted, 1)
    while true {
      if !taken.contains(NameKey(place.name)) {
        do {
          try move(path, to: place)
          return place
        } catch {
          // Made since the look.
          guard error.reason == .taken else { throw error }
        }
      }
      number += 1
      place = wanted.numbered(number)
    }
  }
}
