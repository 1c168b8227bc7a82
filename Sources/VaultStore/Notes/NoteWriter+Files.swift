package import VaultFormat

extension NoteWriter {
  /// Gives a note another path; its media folder goes along. Folders that are missing are made.
  ///
  /// - Returns: where the media folder is, if there is one.
  /// - Throws: `.taken` when something has the new name, or its media folder's, also but for letter case;
  ///   nothing has moved then. When the media folder cannot be moved the note goes back.
  package func move(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) -> VaultPath? {
    if let parent = newPath.parent { try vault.folder.makeFolders(parent) }
    let media = MediaFolder(of: path)?.path
    let newMedia = MediaFolder(of: newPath)?.path
    try checkFree(newPath, movingFrom: path)
    guard let media, let newMedia, try vault.folder.status(media)?.kind == .folder else {
      try vault.folder.move(path, to: newPath)
      return nil
    }
    // X.md and X.markdown share a folder; it stays with the one that is left.
    if let twin = MediaFolder(of: path)?.twin, try vault.folder.exists(twin) {
      try vault.folder.move(path, to: newPath)
      return media
    }
    if media == newMedia {
      try vault.folder.move(path, to: newPath)
      return media
    }
    try checkFree(newMedia, movingFrom: media)
    try vault.folder.move(path, to: newPath)
    do {
      try vault.folder.move(media, to: newMedia)
    } catch {
      try vault.folder.move(newPath, to: path)
      throw error
    }
    return newMedia
  }

  /// Throws `.taken` when a sibling's name would clash with this one on some system.
  func checkFree(_ path: VaultPath, movingFrom old: VaultPath) throws(StoreError) {
    let key = NameKey(path.name)
    for entry in try vault.folder.list(path.parent) where NameKey(entry.name) == key {
      let sibling = VaultPath(in: path.parent, named: entry.name)
      if sibling != old { throw StoreError(sibling.text, .taken) }
    }
  }

  /// Moves a note and its media folder to the trash.
  package func remove(_ path: VaultPath) throws(StoreError) -> TrashResult {
    try Trash(vault.folder).put(note: path, at: now.rfc3339)
  }

  /// Copies a file into the note's media folder; the note itself is not touched.
  ///
  /// - Returns: the path of the copy.
  package func attach(
    _ source: borrowing MediaSource, to path: VaultPath
  ) throws(StoreError) -> VaultPath {
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    return try vault.folder.attach(source, to: folder, normalize: Normalization.nfc)
  }

  /// Moves one of a note's media to the trash; the note itself is not touched.
  package func detach(_ media: VaultPath) throws(StoreError) -> TrashEntry {
    try Trash(vault.folder).put(media: media, at: now.rfc3339)
  }
}
