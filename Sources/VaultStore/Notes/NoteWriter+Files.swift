internal import System
package import VaultFormat

extension NoteWriter {
  /// Gives a note another path; its media folder goes along.
  ///
  /// Folders that are missing are made.
  ///
  /// Does not store the note's id: a note that goes by its path has another one afterwards.
  ///
  /// - Returns: where the media folder is, if there is one.
  /// - Throws: `.taken` when something has the new name, or its media folder's, ignoring letter case;
  ///   `.invalidName` when no note would be at the new path. Nothing has moved then. When the media folder
  ///   cannot be moved the note goes back.
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
    // X.md and X.markdown share a folder; it stays with the one that is left.
    if let twin = media.twin, twin != newPath, try vault.folder.exists(twin) { return media.path }
    if media.path == newMedia.path { return media.path }
    do {
      try rename(media.path, to: newMedia.path)
    } catch {
      try rename(newPath, to: path)
      throw error
    }
    return newMedia.path
  }

  /// A rename that replaces nothing.
  ///
  /// File systems that do not tell letter cases apart take a name that differs in them alone for
  /// taken, although it is the file's own.
  private func rename(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) {
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
  /// - Parameter name: of a file that came from elsewhere; its own, and its time, where nil.
  /// - Returns: the path of the copy.
  package func attach(
    _ source: borrowing MediaSource, to path: VaultPath, as name: String? = nil
  ) throws(StoreError) -> VaultPath {
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    return try vault.folder.attach(
      source, to: folder, as: name, keepsTime: name == nil, normalize: Normalization.nfc)
  }

  /// Moves one of a note's media to the trash; the note itself is not touched.
  package func detach(_ media: VaultPath) throws(StoreError) -> TrashEntry {
    try Trash(vault.folder).put(media: media, at: now.rfc3339)
  }
}
