internal import System
package import VaultFormat

/// Writes files of the vault so that at any moment, a crash included, the old file or the new one
/// has the name, and so that nothing is overwritten unseen (docs/vault-format.md, V-11).
///
/// The caller holds the `write` lock of the vault: it keeps other tl processes out, while the
/// comparison made here is for editors and syncers, which know no lock.
package struct AtomicFileWriter {
  package let vault: VaultFolder
  /// Called after each step; for tests that stop the process there.
  package var onStep: (WriteStep) -> Void
  /// False does as on a file system that cannot exchange two names.
  package var canExchange = true

  /// How many times a file that other programs keep saving is tried.
  package static let tries = 5

  /// - Parameter onStep: nil tells the vault of the changes of names.
  package init(_ vault: VaultFolder, onStep: ((WriteStep) -> Void)? = nil) {
    self.vault = vault
    self.onStep = onStep ?? { if $0.changesNames { vault.onChange() } }
  }
}

/// What `replace` did.
package struct Replacement: Sendable {
  package var old: FileContent
  package var new: [UInt8]

  package var isChange: Bool { new != old.bytes }
}

// MARK: - Creating

extension AtomicFileWriter {
  /// Writes a new file; folders that are missing are made.
  ///
  /// Never replaces anything.
  ///
  /// - Parameter permissions: cut by the user's mask.
  /// - Returns: false when the name is taken and nothing was written; the caller tries another.
  package func create(
    _ path: VaultPath, _ bytes: [UInt8], permissions: UInt32 = 0o666
  ) throws(StoreError) -> Bool {
    if try vault.exists(path) { return false }
    if let parent = path.parent { try vault.makeFolders(parent) }
    let folder = try vault.openParent(of: path)
    do {
      return try create(Array(path.name), bytes, in: folder, permissions)
    } catch {
      throw StoreError(path.text, .system(error))
    }
  }

  private func create(
    _ name: [UInt8], _ bytes: [UInt8], in folder: consuming FileDescriptor, _ permissions: UInt32
  ) throws(SystemError) -> Bool {
    var temporary = try TemporaryFile(
      in: folder, prefix: VaultLayout.temporaryPrefix, permissions: permissions)
    onStep(.temporaryMade)
    try temporary.file.writeAll(bytes)
    onStep(.temporaryWritten)
    try temporary.file.sync()
    onStep(.temporarySynced)
    guard try temporary.publishIfFree(as: name) else { return false }
    onStep(.published)
    try temporary.folder.syncFolder()
    onStep(.folderSynced)
    return true
  }
}

// MARK: - Replacing

extension AtomicFileWriter {
  /// Writes a file that can be lost without harm: whole or not at all, and not waited for to reach
  /// the disk.
  ///
  /// What was there before is replaced unseen. The folder exists.
  package func replaceUnsynced(_ path: VaultPath, _ bytes: [UInt8]) throws(StoreError) {
    let folder = try vault.openParent(of: path)
    do {
      var temporary = try TemporaryFile(
        in: folder, prefix: VaultLayout.temporaryPrefix, permissions: 0o600)
      try temporary.file.writeAll(bytes)
      try temporary.publish(as: Array(path.name))
    } catch {
      throw StoreError(path.text, .system(error))
    }
  }
}

extension AtomicFileWriter {
  /// Gives a file the content that `transform` makes of its present one.
  ///
  /// Permissions stay, and the owner where the system allows it. When both are equal nothing is
  /// written at all.
  ///
  /// When another program saves the file meanwhile, its version goes back in place and `transform`
  /// is called again with that, five times at most.
  ///
  /// - Throws: what `transform` throws, or a `StoreError`; the file then is as the last other
  ///   program left it.
  @discardableResult
  package func replace(
    _ path: VaultPath, _ transform: (FileContent) throws -> [UInt8]
  ) throws -> Replacement {
    let name = Array(path.name)
    let folder = try vault.openParent(of: path)
    for _ in 1...Self.tries {
      let old = try vault.read(name, in: folder, at: path)
      let replacement = Replacement(old: old, new: try transform(old))
      guard replacement.isChange else { return replacement }
      do {
        if try publish(replacement, as: name, in: folder) { return replacement }
      } catch {
        throw StoreError(path.text, .system(error))
      }
    }
    throw StoreError(path.text, .keepsChanging(tries: Self.tries))
  }

  /// False when the file was no longer `replacement.old`; the other version has its name then.
  private func publish(
    _ replacement: Replacement, as name: [UInt8], in folder: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    // A file that may not be written is not to be replaced either, though its folder would allow it.
    try folder.checkWritable(name)
    var temporary = try TemporaryFile(
      in: folder.reopened(), prefix: VaultLayout.temporaryPrefix, permissions: 0o600)
    onStep(.temporaryMade)
    try temporary.file.writeAll(replacement.new)
    onStep(.temporaryWritten)
    try temporary.file.adopt(replacement.old.status)
    try temporary.file.sync()
    onStep(.temporarySynced)
    do {
      guard canExchange else { return try overwrite(replacement.old, by: &temporary, as: name) }
      return try exchange(replacement, &temporary, name)
    } catch let error where error.isMissing {
      // The name went away; the next look says so.
      return false
    } catch let error where error.operation == .exchange && error.isUnsupported {
      return try overwrite(replacement.old, by: &temporary, as: name)
    }
  }

  private func exchange(
    _ replacement: Replacement, _ temporary: inout TemporaryFile, _ name: [UInt8]
  ) throws(SystemError) -> Bool {
    let written = FileSight(temporary.name, in: temporary.folder)
    // Until it has been looked at, what has the temporary name may be the only copy of something.
    temporary.isOwned = false
    do {
      try temporary.folder.exchange(temporary.name, name)
    } catch {
      temporary.isOwned = true
      throw error
    }
    onStep(.published)
    let found = FileSight(temporary.name, in: temporary.folder)
    let isOld = found.bytes == replacement.old.bytes
    if isOld {
      onStep(.compared)
    } else {
      try putBack(found, over: written, &temporary, name)
      onStep(.restored)
    }
    temporary.isOwned = true
    try? temporary.folder.removeFile(temporary.name)
    temporary.isOwned = false
    onStep(.temporaryRemoved)
    try temporary.folder.syncFolder()
    onStep(.folderSynced)
    return isOld
  }

  /// Gives the name back to `found`.
  ///
  /// Should a program have saved over our version meanwhile, its file comes out and is newer
  /// still: it goes back in turn, until what comes out is what was put.
  private func putBack(
    _ found: FileSight, over written: FileSight, _ temporary: inout TemporaryFile, _ name: [UInt8]
  ) throws(SystemError) {
    var (placed, held) = (written, found)
    for _ in 1...Self.tries {
      try temporary.folder.exchange(temporary.name, name)
      let out = FileSight(temporary.name, in: temporary.folder)
      if out == placed { return }
      (placed, held) = (held, out)
    }
  }

  /// Without an atomic exchange: a last comparison, then a rename over the old file.
  private func overwrite(
    _ old: FileContent, by temporary: inout TemporaryFile, as name: [UInt8]
  ) throws(SystemError) -> Bool {
    guard FileSight(name, in: temporary.folder).bytes == old.bytes else { return false }
    onStep(.compared)
    try temporary.folder.rename(temporary.name, to: name, in: temporary.folder)
    temporary.isOwned = false
    onStep(.published)
    try temporary.folder.syncFolder()
    onStep(.folderSynced)
    return true
  }
}

/// What a name stands for at one moment: which file, and its bytes when they can be read.
private struct FileSight: Equatable {
  let inode: UInt64?
  let bytes: [UInt8]?

  init(_ name: [UInt8], in folder: borrowing FileDescriptor) {
    let status = (try? folder.status(of: name)) ?? nil
    inode = status?.inode
    guard status?.kind == .file, let file = try? folder.openFile(name) else {
      bytes = nil
      return
    }
    let limit = VaultFolder.readLimit
    bytes = (try? file.readAll(expecting: status?.size ?? 0, limit: limit)) ?? nil
  }
}

extension FileDescriptor {
  /// Takes over permissions, and owner and group where they differ and the system allows it.
  ///
  /// - Parameter isExecutable: nil leaves that as it was; true lets those run the file who may read
  ///   it.
  borrowing func adopt(
    _ old: FileStatus, isExecutable: Bool? = nil
  ) throws(SystemError) {
    let mine = try status()
    if mine.owner != old.owner || mine.group != old.group {
      // The group alone may be allowed where the owner is not.
      if (try? setOwner(old.owner, group: old.group)) == nil {
        try? setOwner(mine.owner, group: old.group)
      }
    }
    try setPermissions(old.permissions(isExecutable: isExecutable))
  }
}

extension FileStatus {
  fileprivate func permissions(isExecutable: Bool?) -> UInt32 {
    switch isExecutable {
    case nil: permissions
    case true?: permissions | permissions >> 2 & 0o111
    case false?: permissions & ~0o111
    }
  }
}
