internal import System
package import VaultFormat

extension VaultFolder {
  /// Makes the folder and those above it that are missing.
  ///
  /// Those that exist stay as they are.
  ///
  /// - Parameter isSynced: false does not wait for them to reach the disk.
  package func makeFolders(
    _ path: VaultPath, permissions: UInt32 = 0o777, isSynced: Bool = true
  ) throws(StoreError) {
    var folder = try openFolder(nil)
    var end = path.bytes.startIndex
    for component in path.bytes.split(separator: UInt8(ascii: "/")) {
      end = component.endIndex
      let part = String(decoding: path.bytes[..<end], as: UTF8.self)
      let name = Array(component)
      // Looked for first: where making is not allowed the folder may be there all the same.
      try naming(part) { () throws(SystemError) in
        guard try folder.status(of: name) == nil else { return }
        try folder.makeFolderUnlessPresent(name, permissions: permissions)
        onChange()
        if isSynced { try folder.syncFolder() }
      }
      do {
        folder = try folder.openFolder(name)
      } catch {
        throw explained(error, part, name, in: folder, wanted: .folder)
      }
    }
  }

  /// Makes one folder in a parent that exists.
  ///
  /// - Returns: false when the name is taken, by whatever.
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

  /// Adds bytes at the end of a file that exists, and waits until they are on the disk.
  ///
  /// A crash may leave some of them.
  package func append(_ bytes: [UInt8], to path: VaultPath) throws(StoreError) {
    let folder = try openParent(of: path)
    try naming(path.text) { () throws(SystemError) in
      let file = try folder.openForAppending(Array(path.name))
      try file.writeAll(bytes)
      try file.sync()
    }
  }

  /// Removes a file (or a link itself), never a folder.
  package func removeFile(_ path: VaultPath) throws(StoreError) {
    let folder = try openParent(of: path)
    try naming(path.text) { () throws(SystemError) in try folder.removeFile(Array(path.name)) }
    onChange()
  }

  /// Removes a folder that is empty.
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
    // A list instead of recursion: depth comes from the disk.
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
  /// - Throws: `.taken` when something has the new name; nothing was moved then. A system error with
  ///   `crossesFileSystems` when a rename is not possible.
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
