internal import SystemCalls
internal import VaultFormat

/// Moves that also work across file systems, where a rename fails.
extension VaultFolder {
  /// Moves a file; never replaces anything.
  ///
  /// Across file systems it is copied and synced before the original is removed, with its permissions and modification
  /// time.
  func transferFile(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) {
    do {
      try move(path, to: newPath)
    } catch let error where error.system?.crossesFileSystems == true {
      try copyFile(path, to: newPath)
      try removeFile(path)
    }
  }

  /// Moves a folder with its content to a free name or into an existing folder; files whose names are taken there get a
  /// number.
  ///
  /// A file that cannot be moved stays where it is.
  ///
  /// - Returns: the error for each file that stayed.
  func transferFolder(_ path: VaultPath, to newPath: VaultPath) -> [StoreError] {
    do {
      try move(path, to: newPath)
      return []
    } catch {
      return transferContents(of: path, to: newPath)
    }
  }

  private func transferContents(of path: VaultPath, to newPath: VaultPath) -> [StoreError] {
    var leftovers: [StoreError] = []
    var folders = [(path, newPath)]
    var next = 0
    while next < folders.count {
      let (source, target) = folders[next]
      next += 1
      do {
        let entries = try list(source)
        try makeFolders(target)
        for entry in entries {
          guard let from = source.appending(entry.name), let to = target.appending(entry.name)
          else { continue }
          guard entry.kind != .folder else {
            folders.append((from, to))
            continue
          }
          do {
            _ = try transferFile(from, toFreeNameLike: to)
          } catch {
            leftovers.append(error)
          }
        }
      } catch {
        leftovers.append(error)
      }
    }
    // Folders that still have files stay; the list reports those.
    for (source, _) in folders.reversed() { try? removeFolder(source) }
    return leftovers
  }

  /// Moves a file like `transferFile`, to `wanted`, or with `-2`, `-3` … if that is taken.
  ///
  /// - Returns: the new path.
  func transferFile(
    _ path: VaultPath, toFreeNameLike wanted: VaultPath
  ) throws(StoreError) -> VaultPath {
    try wanted.firstNumbered { (target) throws(StoreError) -> VaultPath? in
      do throws(StoreError) {
        try transferFile(path, to: target)
        return target
      } catch let error where error.reason == .taken {
        return nil
      }
    }
  }

  /// Copies a regular file; never replaces anything.
  ///
  /// After an error the target does not exist.
  func copyFile(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) {
    let source = try openFile(path)
    let folder = try openParent(of: newPath)
    do {
      let status = try source.status()
      var temporary = try TemporaryFile(
        in: folder, prefix: VaultLayout.temporaryPrefix, permissions: 0o600)
      _ = try source.copyAll(to: temporary.file)
      try temporary.file.setPermissions(status.permissions)
      try? temporary.file.setModified(status.modified)
      try temporary.file.sync()
      if try temporary.publishIfFree(as: Array(newPath.name)) {
        onChange()
        try temporary.folder.syncFolder()
        return
      }
    } catch {
      throw StoreError(path.text, .system(error))
    }
    throw StoreError(newPath.text, .taken)
  }
}
