internal import SystemCalls
package import VaultFormat

extension NoteWriter {
  /// Moves a note and its media folder.
  ///
  /// Creates missing folders. Does not store the note's id: a note with a provisional id has another one afterwards.
  ///
  /// - Returns: the new path of the media folder, if there is one.
  /// - Throws: `.taken` if the new name, or that of the media folder, is taken, ignoring case; `.invalidName` if the
  ///   new path is not one of a note. Nothing has moved then. If the media folder cannot be moved, the note is moved
  ///   back.
  package func move(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) -> VaultPath? {
    guard let media = MediaFolder(of: path), let newMedia = MediaFolder(of: newPath),
      PathRules(holdsFile: vault.folder.holdsFile).isNote(newPath)
    else { throw StoreError(newPath.text, .invalidName) }
    guard try vault.folder.exists(path) else {
      throw StoreError(path.text, .system(.missing(.rename)))
    }
    if let parent = newPath.parent { try vault.folder.makeFolders(parent) }
    try checkFree(newPath, movingFrom: path)
    if newMedia.path != media.path { try checkFree(newMedia.path, movingFrom: media.path) }
    if let twin = newMedia.twin { try checkFree(twin, movingFrom: path) }
    try rename(path, to: newPath)
    guard try vault.folder.status(media.path)?.kind == .folder else { return nil }
    // X.md and X.markdown share a folder; it stays with the remaining one.
    if let twin = media.twin, twin != newPath, try vault.folder.exists(twin) { return media.path }
    if media.path == newMedia.path { return media.path }
    do {
      try rename(media.path, to: newMedia.path)
    } catch {
      try moveBack(from: newPath, to: path)
      throw error
    }
    return newMedia.path
  }

  /// A rename that replaces nothing.
  ///
  /// File systems that ignore case take a name that differs only in case for taken, although it is the file's own.
  func rename(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) {
    try record(.moved(path, to: newPath)) { () throws(StoreError) in
      try changeName(path, to: newPath)
    }
  }

  private func moveBack(from path: VaultPath, to former: VaultPath) throws(StoreError) {
    guard let operation else { return try changeName(path, to: former) }
    try operation.returning(from: path, to: former, in: vault.folder) { () throws(StoreError) in
      try changeName(path, to: former)
    }
  }

  private func changeName(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) {
    do {
      try vault.folder.move(path, to: newPath)
    } catch let error where error.reason == .taken && NameKey(path) == NameKey(newPath) {
      try checkFree(newPath, movingFrom: path)
      guard path != newPath else { throw error }
      let parent = try vault.folder.openFolder(path.parent)
      try naming(path.text) { () throws(SystemError) in
        try parent.rename(Array(path.name), to: Array(newPath.name), in: parent)
        try parent.syncFolder()
      }
    }
  }

  /// Throws `.taken` if a sibling's name clashes with this one on some system.
  func checkFree(_ path: VaultPath, movingFrom old: VaultPath) throws(StoreError) {
    let key = NameKey(path.name)
    for entry in try vault.folder.list(path.parent) where NameKey(entry.name) == key {
      let sibling = VaultPath(in: path.parent, named: entry.name)
      if sibling != old { throw StoreError(sibling.text, .taken) }
    }
  }

  /// Moves a note and its media folder to the trash, and other notes along with it, which come back with it.
  ///
  /// The others go first: after a crash the note is still there, and the next try ends what was begun.
  ///
  /// - Throws: if the note itself could not be moved; nothing has changed then.
  package func remove(
    _ path: VaultPath, with companions: [VaultPath] = []
  ) throws(StoreError) -> TrashResult {
    let id = companions.isEmpty ? nil : try idOfNote(at: path)
    var gone: [TrashEntry] = []
    var leftovers: [StoreError] = []
    for companion in companions {
      do throws(StoreError) {
        let result = try moveToTrash(companion, with: id)
        gone.append(result.entry)
        leftovers += result.leftovers
      } catch {
        leftovers.append(error)
      }
    }
    do throws(StoreError) {
      var result = try moveToTrash(path)
      result.companions = gone
      result.leftovers += leftovers
      return result
    } catch {
      for entry in gone { _ = try? restoreAlone(entry.number) }
      throw error
    }
  }

  private func moveToTrash(
    _ path: VaultPath, with owner: NoteID? = nil
  ) throws(StoreError) -> TrashResult {
    try putIntoTrash(path) { (trash) throws(StoreError) in
      try trash.put(note: path, with: owner, at: now.rfc3339)
    }
  }

  private func idOfNote(at path: VaultPath) throws(StoreError) -> NoteID {
    NoteDocument(try vault.folder.read(path).bytes).storedID ?? ProvisionalID.of(path)
  }

  /// Copies a file into the note's media folder; does not change the note.
  ///
  /// - Parameters:
  ///   - name: of an imported file; if nil, its own name, and its time.
  ///   - keepsTime: whether the copy has the time of the file; if nil, as `name` says.
  ///   - rewrite: what the copy consists of; nil for the whole source.
  /// - Returns: the path of the copy.
  package func attach(
    _ source: borrowing MediaSource, to path: VaultPath, as name: String? = nil,
    keepsTime: Bool? = nil, rewrite: MediaRewrite? = nil
  ) throws(StoreError) -> VaultPath {
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    let media = try vault.folder.attach(
      source, to: folder, as: name, keepsTime: keepsTime ?? (name == nil), rewrite: rewrite)
    recordAdded(media)
    return media
  }

  /// Moves staged files into the note's media folder; does not change the note.
  ///
  /// After an error those that were moved are in the trash.
  ///
  /// - Parameter files: their names are made portable and unique as by `attach`.
  /// - Returns: their paths, in the same order.
  package func attach(
    _ files: [NewMedia], to path: VaultPath
  ) throws(StoreError) -> [VaultPath] {
    guard !files.isEmpty else { return [] }
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    let names = try MediaNames(vault.folder, folder)
    var added: [VaultPath] = []
    do throws(StoreError) {
      for new in files {
        if let moved = try names.take(new.file, as: new.name) {
          added.append(moved)
        } else {
          let source = try MediaSource(opening: new.file.path)
          added.append(try names.copy(source, as: new.name))
        }
      }
      try names.sync()
      for media in added { recordAdded(media) }
    } catch {
      for media in added { _ = try? detach(media) }
      throw error
    }
    return added
  }

  /// Moves one of a note's media to the trash; does not change the note.
  package func detach(_ media: VaultPath) throws(StoreError) -> TrashEntry {
    try putIntoTrash(media) { (trash) throws(StoreError) in
      try trash.put(media: media, at: now.rfc3339)
    }
  }

  /// Changes the targets of links in a note; every other byte of the file stays, including `updated`.
  ///
  /// - Parameter target: as in `NoteDocument.relinking`; called again if another program saves the file meanwhile.
  /// - Returns: whether anything was written.
  /// - Throws: a `StoreError`; the file is unchanged.
  @discardableResult
  package func relink(
    _ path: VaultPath,
    to target: (_ link: FileLink, _ line: ArraySlice<UInt8>) -> NoteDocument.LinkTarget?
  ) throws -> Bool {
    let replacement = try replace(path) { content in
      NoteDocument(content.bytes).relinking(from: path.parent, to: target).bytes
    }
    return replacement.old.bytes != replacement.new
  }

  /// Restores an entry of the trash, and what went along with it; see `Trash.restore`.
  package func restore(
    _ number: Int, at place: VaultPath? = nil
  ) throws(StoreError) -> RestoreResult {
    let companions = try Trash(vault.folder).companions(of: number)
    var result = try restoreAlone(number, at: place)
    for entry in companions {
      do throws(StoreError) {
        result.leftovers += try restoreAlone(entry.number).leftovers
        result.companions.append(entry.number)
      } catch {
        result.leftovers.append(error)
      }
    }
    return result
  }

  /// Restores an entry of the trash, and nothing with it.
  func restoreAlone(
    _ number: Int, at place: VaultPath? = nil
  ) throws(StoreError) -> RestoreResult {
    let result = try Trash(vault.folder).restore(number, at: place)
    if !result.path.isBelow(VaultLayout.local) { try record(.broughtBack(result.path)) {} }
    return result
  }

  /// Deletes the entries of the trash from number `lowest` up to `highest`; see `Trash.empty`.
  package func emptyTrash(
    from lowest: Int = 0, through highest: Int
  ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
    try Trash(vault.folder).empty(from: lowest, through: highest)
  }

  /// Forgets what `tl undo` could take back.
  package func clearOperations() throws(StoreError) -> Int {
    try OperationLog(vault.folder).clear()
  }
}

// MARK: - Drafts

extension NoteWriter {
  /// Moves a draft to the trash.
  ///
  /// - Throws: `.unknownNumber` if there is none.
  package func remove(draft number: Int) throws(StoreError) -> TrashEntry {
    let drafts = Drafts(vault.folder)
    guard try drafts.list().contains(where: { $0.number == number }) else {
      throw StoreError(VaultLayout.drafts.text, .unknownNumber(number))
    }
    return try drafts.moveToTrash(number, at: now.rfc3339)
  }
}
