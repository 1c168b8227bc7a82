package import SystemCalls
package import VaultFormat

/// Puts many files into the vault at once: each is first written under a hidden name, all are synced together, and then
/// exchanged with the present ones.
///
/// Nothing in the vault is overwritten or removed except by `remove`: a replaced file gets a hidden name itself, so
/// that each step can be undone. Nothing waits for the disk before `sync`. The caller holds the `write` lock, and keeps
/// a record of the hidden names that survives a crash.
package final class FileStage {
  package let vault: VaultFolder
  /// False as on a file system that cannot exchange two names.
  package let canExchange: Bool
  private var lastFolder: OpenFolder?
  /// Changes that may not be on disk yet.
  package private(set) var unsynced = Unsynced()

  package init(_ vault: VaultFolder, canExchange: Bool = true) {
    self.vault = vault
    self.canExchange = canExchange
  }

  /// Up to this number files are synced one by one: syncing the whole file system takes as long as two or three files,
  /// and includes what other programs have written.
  private static let fewFiles = 3

  /// Files and folders to sync.
  package struct Unsynced: Sendable {
    fileprivate var files: [VaultPath] = []
    fileprivate var folders: Set<VaultPath?> = []
  }
}

/// The folder of the last step, mostly that of the next one too.
private final class OpenFolder {
  let path: VaultPath?
  let folder: FileDescriptor

  init(_ path: VaultPath?, _ folder: consuming FileDescriptor) {
    self.path = path
    self.folder = folder
  }
}

extension FileStage {
  private func open(_ path: VaultPath?) throws(StoreError) -> OpenFolder {
    if let lastFolder, lastFolder.path == path { return lastFolder }
    let opened = OpenFolder(path, try vault.openFolder(path))
    lastFolder = opened
    return opened
  }

  /// Reopens every folder: after folders were removed, made or moved.
  package func forgetFolders() {
    lastFolder = nil
  }
}

// MARK: - Reading

extension FileStage {
  /// Nil if the file does not exist; of a link itself.
  package func status(_ path: VaultPath) throws(StoreError) -> FileStatus? {
    do {
      let parent = try open(path.parent)
      return try naming(path.text) { () throws(SystemError) in
        try parent.folder.status(of: Array(path.name))
      }
    } catch let error where error.system?.isMissing == true {
      return nil
    }
  }

  /// The content of a regular file; nil if it does not exist.
  ///
  /// - Throws: `.link` or `.wrongKind` if something else is at `path` or above it.
  package func read(_ path: VaultPath) throws(StoreError) -> FileContent? {
    do {
      let parent = try open(path.parent)
      return try vault.read(Array(path.name), in: parent.folder, at: path)
    } catch let error where error.system?.isMissing == true {
      return nil
    }
  }

  /// Reads a file under its hidden name, and whether another program has it open for writing.
  ///
  /// Nobody can open it by its own name any more: if it is not open, what is read stays so.
  package func readHidden(
    _ path: VaultPath
  ) throws(StoreError) -> (content: FileContent, isOpen: Bool)? {
    do {
      let parent = try open(path.parent)
      let file = try vault.openFile(Array(path.name), in: parent.folder, at: path)
      let isOpen = file.isOpenElsewhere(in: parent.folder)
      return (content: try vault.read(file, at: path), isOpen: isOpen)
    } catch let error where error.system?.isMissing == true {
      return nil
    }
  }
}

// MARK: - Writing

extension FileStage {
  /// Writes a new file in an existing folder; the name must be free.
  ///
  /// - Parameters:
  ///   - likeness: a file whose permissions, and owner if the system allows it, the new one gets.
  ///   - isExecutable: nil keeps the permissions.
  /// - Throws: with nothing left of the file.
  package func write(
    _ bytes: [UInt8], to path: VaultPath, like likeness: FileStatus? = nil,
    isExecutable: Bool? = nil
  ) throws(StoreError) {
    let parent = try open(path.parent)
    let name = Array(path.name)
    let isProgram = likeness == nil && isExecutable == true
    try naming(path.text) { () throws(SystemError) in
      let file = try parent.folder.createFile(
        name, permissions: likeness != nil ? 0o600 : isProgram ? 0o777 : 0o666)
      do throws(SystemError) {
        try file.writeAll(bytes)
        if let likeness { try file.adopt(likeness, isExecutable: isExecutable) }
      } catch {
        try? parent.folder.removeFile(name)
        throw error
      }
    }
    unsynced.files.append(path)
    unsynced.folders.insert(path.parent)
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Throws: `.link` or `.wrongKind` if something else has one of the names.
  package func makeFolders(_ path: VaultPath) throws(StoreError) {
    if lastFolder?.path == path { return }
    try vault.makeFolders(path, isSynced: false)
    var folder = path.parent
    while unsynced.folders.insert(folder).inserted, let above = folder { folder = above.parent }
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: whether it was removed.
  package func removeFolder(_ path: VaultPath) throws(StoreError) -> Bool {
    forgetFolders()
    do {
      try vault.removeFolder(path)
    } catch {
      guard let system = error.system else { return false }
      if system.isMissing { return true }
      if system.isTaken || system.isNoFolderOrLink || system.isDenied || system.isBusy {
        return false
      }
      throw error
    }
    unsynced.folders.remove(path)
    unsynced.folders.insert(path.parent)
    return true
  }

  /// Removes a file; does nothing if it does not exist.
  package func remove(_ path: VaultPath) throws(StoreError) {
    do {
      let parent = try open(path.parent)
      try naming(path.text) { () throws(SystemError) in
        try parent.folder.removeFile(Array(path.name))
      }
    } catch let error where error.system?.isMissing == true {
      return
    }
  }
}

// MARK: - Renaming

extension FileStage {
  /// Renames a file to a free name in an existing folder.
  ///
  /// - Returns: false if the name is taken, and nothing has moved.
  /// - Throws: a system error with `isMissing` if the file does not exist.
  package func move(_ path: VaultPath, to newPath: VaultPath) throws(StoreError) -> Bool {
    let source = try open(path.parent)
    let target = try open(newPath.parent)
    do {
      try source.folder.renameIfFree(
        Array(path.name), to: Array(newPath.name), in: target.folder)
    } catch {
      if error.isTaken { return false }
      throw StoreError(path.text, .system(error))
    }
    unsynced.folders.insert(path.parent)
    unsynced.folders.insert(newPath.parent)
    return true
  }

  /// Exchanges the names of two files atomically.
  ///
  /// - Returns: false if the file system cannot, and nothing has moved.
  /// - Throws: a system error with `isMissing` if one of them does not exist.
  package func exchange(_ path: VaultPath, _ other: VaultPath) throws(StoreError) -> Bool {
    guard canExchange else { return false }
    let first = try open(path.parent)
    let second = try open(other.parent)
    do {
      try first.folder.exchange(Array(path.name), Array(other.name), in: second.folder)
    } catch {
      if error.isUnsupported { return false }
      throw StoreError(other.text, .system(error))
    }
    unsynced.folders.insert(path.parent)
    unsynced.folders.insert(other.parent)
    return true
  }
}

// MARK: - Syncing

extension FileStage {
  /// Adds another stage's changes of the same vault to those that `sync` waits for.
  package func add(_ other: Unsynced) {
    unsynced.files += other.files
    unsynced.folders.formUnion(other.folders)
  }

  /// Waits until all changes are on disk.
  package func sync() throws(StoreError) {
    let waiting = unsynced
    if waiting.files.count + waiting.folders.count <= Self.fewFiles {
      for file in waiting.files { try sync(file, isAlone: true) }
      for folder in waiting.folders { try sync(folder: folder) }
    } else if try !syncFileSystems(of: waiting.folders) {
      for file in waiting.files { try sync(file, isAlone: false) }
      for folder in waiting.folders { try sync(folder: folder) }
      if let last = waiting.files.last { try sync(last, isAlone: true) }
    }
    unsynced = Unsynced()
  }

  private func sync(_ path: VaultPath, isAlone: Bool) throws(StoreError) {
    let parent = try open(path.parent)
    try naming(path.text) { () throws(SystemError) in
      let file = try parent.folder.openFile(Array(path.name))
      if isAlone { try file.sync() } else { try file.flushToDrive() }
    }
  }

  /// A folder that was removed since needs no sync; its parent is synced.
  private func sync(folder path: VaultPath?) throws(StoreError) {
    do {
      let opened = try open(path)
      try naming(path?.text ?? vault.path) { () throws(SystemError) in
        try opened.folder.syncFolder()
      }
    } catch {
      guard error.system?.isMissing == true else { throw error }
    }
  }

  /// A folder of the vault may be on another file system than its root.
  private func syncFileSystems(of folders: Set<VaultPath?>) throws(StoreError) -> Bool {
    var seen: Set<UInt64> = []
    for path in folders {
      let opened: OpenFolder
      do {
        opened = try open(path)
      } catch let error where error.system?.isMissing == true {
        continue
      }
      let isSynced = try naming(path?.text ?? vault.path) { () throws(SystemError) in
        guard seen.insert(try opened.folder.status().device).inserted else { return true }
        return try opened.folder.syncFileSystem()
      }
      guard isSynced else { return false }
    }
    return true
  }
}
