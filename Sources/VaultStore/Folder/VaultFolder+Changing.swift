internal import SystemCalls
package import VaultFormat

extension VaultFolder {
  /// Creates the folder and its missing parents.
  ///
  /// Existing ones stay as they are.
  ///
  /// - Parameter isSynced: whether to wait until they are on disk.
  package func makeFolders(
    _ path: VaultPath, permissions: UInt32 = 0o777, isSynced: Bool = true
  ) throws(StoreError) {
    var folder = try openFolder(nil)
    var end = path.bytes.startIndex
    for component in path.bytes.split(separator: UInt8(ascii: "/")) {
      end = component.endIndex
      let part = String(decoding: path.bytes[..<end], as: UTF8.self)
      let name = Array(component)
      // Checked first: if creating is not allowed, the folder may still exist.
      try naming(part) { () throws(SystemError) in
        guard try folder.status(of: name) == nil else { return }
        try folder.makeFolderUnlessPresent(name, permissions: permissions)
        onChange()
        if isSynced { try folder.syncFolder() }
      }
      do {
        folder = try folder.openFolder(name)
      } catch {
        throw explained(error, part, of: name, in: folder, wanted: .folder)
      }
    }
  }

  /// Creates one folder in an existing parent.
  ///
  /// - Returns: false if the name is taken by anything.
  package func makeFolder(_ path: VaultPath) throws(StoreError) -> Bool {
    let folder = try openParent(of: path)
    do {
      try folder.makeFolder(Array(path.name))
      onChange()
      try folder.syncFolder()
      return true
    } catch {
      if error.isTaken { return false }
      throw StoreError(path.text, .system(error))
    }
  }

  /// Creates a file that only its owner can read, without waiting for the disk.
  ///
  /// - Returns: false if the name is taken by anything.
  func create(_ path: VaultPath, _ bytes: [UInt8]) throws(StoreError) -> Bool {
    let folder = try openParent(of: path)
    do throws(SystemError) {
      try folder.createFile(Array(path.name), permissions: 0o600).writeAll(bytes)
      return true
    } catch {
      if error.isTaken { return false }
      throw StoreError(path.text, .system(error))
    }
  }

  /// Appends bytes to an existing file.
  ///
  /// A crash may leave some of them.
  ///
  /// - Parameter isSynced: whether to wait until they are on disk.
  package func append(
    _ bytes: [UInt8], to path: VaultPath, isSynced: Bool = true
  ) throws(StoreError) {
    let folder = try openParent(of: path)
    try naming(path.text) { () throws(SystemError) in
      let file = try folder.openForAppending(Array(path.name))
      try file.writeAll(bytes)
      if isSynced { try file.sync() }
    }
  }

  /// Removes a file (or a link itself), never a folder.
  package func removeFile(_ path: VaultPath) throws(StoreError) {
    let folder = try openParent(of: path)
    try naming(path.text) { () throws(SystemError) in try folder.removeFile(Array(path.name)) }
    onChange()
  }

  /// Removes an empty folder.
  package func removeFolder(_ path: VaultPath) throws(StoreError) {
    let folder = try openParent(of: path)
    try naming(path.text) { () throws(SystemError) in try folder.removeFolder(Array(path.name)) }
    onChange()
  }

  /// Removes a file, or a folder with everything in it.
  ///
  /// Links are removed, not followed. After an error some of it may be left.
  package func removeTree(_ path: VaultPath) throws(StoreError) {
    guard let status = try status(path) else { return }
    guard status.kind == .folder else { return try removeFile(path) }
    // A list instead of recursion: the depth depends on the disk.
    var folders = [path]
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      for entry in try list(folder) {
        guard let child = folder.appending(entry.name) else { continue }
        if entry.kind == .folder { folders.append(child) } else { try removeFile(child) }
      }
    }
    for folder in folders.reversed() { try removeFolder(folder) }
  }

  /// Moves a file or folder within the vault; never replaces anything.
  ///
  /// The new parent exists.
  ///
  /// - Throws: `.taken` if the new name exists; nothing has moved then. A system error with `crossesFileSystems` if a
  ///   rename is not possible.
  package func move(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) {
    let source = try openParent(of: path)
    let target = try openParent(of: newPath)
    do {
      try source.renameIfFree(Array(path.name), to: Array(newPath.name), in: target)
      onChange()
      try target.syncFolder()
      try source.syncFolder()
    } catch {
      if error.isTaken { throw StoreError(newPath.text, .taken) }
      throw StoreError(path.text, .system(error))
    }
  }
}
