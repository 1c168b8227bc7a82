internal import SystemCalls
package import VaultFormat

/// Writes files of the vault so that at any moment, even after a crash, the name has the old file or the new one, and
/// so that no unread change is overwritten (docs/vault-format.md, V-11).
///
/// The caller holds the `write` lock of the vault, which excludes other tl processes; the comparison made here is for
/// editors and sync programs, which use no lock.
package struct AtomicFileWriter {
  package let vault: VaultFolder
  /// Called after each step; for tests that stop the process there.
  package var onStep: (WriteStep) -> Void
  /// False as on a file system that cannot exchange two names.
  package var canExchange = true

  /// The number of tries for a file that other programs keep saving.
  package static let tries = 5

  /// - Parameter onStep: nil reports changes of names to the vault.
  package init(_ vault: VaultFolder, onStep: ((WriteStep) -> Void)? = nil) {
    self.vault = vault
    self.onStep = onStep ?? { if $0.changesNames { vault.onChange() } }
  }
}

/// The result of `replace`.
package struct Replacement: Sendable {
  package var old: FileContent
  package var new: [UInt8]

  package var isChange: Bool { new != old.bytes }
}

// MARK: - Creating

extension AtomicFileWriter {
  /// Writes a new file, creating missing folders.
  ///
  /// Never replaces anything.
  ///
  /// - Parameter permissions: restricted by the user's mask.
  /// - Returns: false if the name is taken and nothing was written; the caller tries another.
  package func create(
    _ path: VaultPath, _ bytes: [UInt8], permissions: UInt32 = 0o666
  ) throws(StoreError) -> Bool {
    if try vault.exists(path) { return false }
    if let parent = path.parent { try vault.makeFolders(parent) }
    let folder = try vault.openParent(of: path)
    do {
      return try create(Array(path.name), bytes, in: folder, permissions: permissions)
    } catch {
      throw StoreError(path.text, .system(error))
    }
  }

  private func create(
    _ name: [UInt8], _ bytes: [UInt8], in folder: consuming FileDescriptor, permissions: UInt32
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
  /// Writes a file that may be lost: atomically, but without waiting for the disk.
  ///
  /// Replaces what has the name without reading it. The folder exists.
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

  /// Replaces the content of a file by what `transform` makes of it.
  ///
  /// Keeps the permissions, and the owner if the system allows it. If both are equal nothing is written.
  ///
  /// If another program saves the file meanwhile, its version is put back and `transform` is called again with it, five
  /// times at most. So it is while a program has the file open for writing, as an editor that saves in place: what it
  /// writes then would go to a file without a name.
  ///
  /// - Throws: what `transform` throws, or a `StoreError`; the file then is as the other program left it.
  @discardableResult
  package func replace(
    _ path: VaultPath, _ transform: (FileContent) throws -> [UInt8]
  ) throws -> Replacement {
    let name = Array(path.name)
    let folder = try vault.openParent(of: path)
    var reason = StoreError.Reason.keepsChanging(tries: Self.tries)
    for attempt in 0..<Self.tries {
      let old = try vault.read(name, in: folder, at: path)
      let replacement = Replacement(old: old, new: try transform(old))
      guard replacement.isChange else { return replacement }
      do {
        switch try publish(replacement, as: name, in: folder) {
        case .published: return replacement
        case .changed: reason = .keepsChanging(tries: Self.tries)
        case .isOpen:
          reason = .isOpenElsewhere
          pause(milliseconds: 20 << attempt)
        }
      } catch {
        throw StoreError(path.text, .system(error))
      }
    }
    throw StoreError(path.text, reason)
  }

  private enum Publication {
    case published
    /// The file was no longer the one that was read, and has its name.
    case changed
    /// The file has its name, but another program may be writing to it.
    case isOpen
  }

  private func publish(
    _ replacement: Replacement, as name: [UInt8], in folder: borrowing FileDescriptor
  ) throws(SystemError) -> Publication {
    // A file that is not writable is not replaced either, although its folder would allow it.
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
      return try exchange(replacement, &temporary, named: name)
    } catch let error where error.isMissing {
      // The file was removed; the next read reports it.
      return .changed
    } catch let error where error.operation == .exchange && error.isUnsupported {
      return try overwrite(replacement.old, by: &temporary, as: name)
    }
  }

  private func exchange(
    _ replacement: Replacement, _ temporary: inout TemporaryFile, named name: [UInt8]
  ) throws(SystemError) -> Publication {
    let written = FileState(temporary.name, in: temporary.folder)
    // Until it is compared, the file at the temporary name may be the only copy.
    temporary.isOwned = false
    do {
      try temporary.folder.exchange(temporary.name, name, in: temporary.folder)
    } catch {
      temporary.isOwned = true
      throw error
    }
    onStep(.published)
    // Nobody can open it by its name any more: what is read after that stays so.
    let isOpen = Self.isOpenElsewhere(temporary.name, in: temporary.folder)
    let found = FileState(temporary.name, in: temporary.folder)
    let isOld = !isOpen && found.bytes == replacement.old.bytes
    if isOld {
      onStep(.compared)
    } else {
      try putBack(found, over: written, from: &temporary, to: name)
      onStep(.restored)
    }
    temporary.isOwned = true
    try? temporary.folder.removeFile(temporary.name)
    temporary.isOwned = false
    onStep(.temporaryRemoved)
    try temporary.folder.syncFolder()
    onStep(.folderSynced)
    return isOpen ? .isOpen : isOld ? .published : .changed
  }

  private static func isOpenElsewhere(
    _ name: [UInt8], in folder: borrowing FileDescriptor
  ) -> Bool {
    guard let file = try? folder.openFile(name) else { return false }
    return file.isOpenElsewhere(in: folder)
  }

  /// Puts `found` back under the name.
  ///
  /// If a program has saved over the new version meanwhile, its file comes out and is still newer: it is put back in
  /// turn, until the one that comes out is the one that was put.
  private func putBack(
    _ found: FileState, over written: FileState, from temporary: inout TemporaryFile,
    to name: [UInt8]
  ) throws(SystemError) {
    var (placed, held) = (written, found)
    for _ in 1...Self.tries {
      try temporary.folder.exchange(temporary.name, name, in: temporary.folder)
      let out = FileState(temporary.name, in: temporary.folder)
      if out == placed { return }
      (placed, held) = (held, out)
    }
  }

  /// Without an atomic exchange: a last comparison, then a rename over the old file.
  private func overwrite(
    _ old: FileContent, by temporary: inout TemporaryFile, as name: [UInt8]
  ) throws(SystemError) -> Publication {
    if Self.isOpenElsewhere(name, in: temporary.folder) { return .isOpen }
    guard FileState(name, in: temporary.folder).bytes == old.bytes else { return .changed }
    onStep(.compared)
    try temporary.folder.rename(temporary.name, to: name, in: temporary.folder)
    temporary.isOwned = false
    onStep(.published)
    try temporary.folder.syncFolder()
    onStep(.folderSynced)
    return .published
  }
}

/// The file at a name at one moment: its identity, and its bytes if they can be read.
private struct FileState: Equatable {
  let inode: UInt64?
  let bytes: [UInt8]?

  init(_ name: [UInt8], in folder: borrowing FileDescriptor) {
    let status = try? folder.status(of: name)
    inode = status?.inode
    guard status?.kind == .file, let file = try? folder.openFile(name) else {
      bytes = nil
      return
    }
    bytes = try? file.readAll(expecting: status?.size ?? 0, limit: VaultFolder.readLimit)
  }
}

extension FileDescriptor {
  /// Whether another program has this file open for writing; false where the system cannot tell.
  ///
  /// - Parameter folder: of the file.
  borrowing func isOpenElsewhere(in folder: borrowing FileDescriptor) -> Bool {
    guard isOpenForWriting() == true else { return false }
    // Network file systems may say so of every file: of one, too, that only this process knows.
    let probe = TemporaryNames().name(0)
    guard (try? folder.createFile(probe, permissions: 0o600)) != nil else { return false }
    defer { try? folder.removeFile(probe) }
    guard let unused = try? folder.openFile(probe) else { return false }
    return unused.isOpenForWriting() == false
  }

  /// Sets permissions, and owner and group if they differ and the system allows it.
  ///
  /// - Parameter isExecutable: nil keeps the permissions; true lets everyone execute the file who may read it.
  borrowing func adopt(
    _ old: FileStatus, isExecutable: Bool? = nil
  ) throws(SystemError) {
    let mine = try status()
    if mine.owner != old.owner || mine.group != old.group {
      // The group may be allowed without the owner.
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
