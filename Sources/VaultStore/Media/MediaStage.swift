internal import SystemCalls
package import VaultFormat

/// Copies future media into the vault's file system before the lock is taken, so that under the lock they only get
/// their names.
///
/// The folder is removed on deinit with everything in it.
package final class MediaStage {
  private let folder: VaultFolder
  private let path: VaultPath
  private let handle: FileDescriptor
  private var count = 0

  /// - Parameter path: of a new folder, readable by the owner only.
  package init(_ vault: VaultFolder, _ path: VaultPath) throws(StoreError) {
    try vault.makeFolders(path, permissions: 0o700)
    folder = vault
    self.path = path
    handle = try vault.openFolder(path)
  }

  deinit {
    for entry in (try? handle.entries()) ?? [] { try? handle.removeFile(entry.name) }
    try? folder.removeFolder(path)
  }

  /// Copies a file and syncs it to disk.
  package func add(_ source: borrowing MediaSource) throws(StoreError) -> StagedFile {
    count += 1
    let name = Array("\(count)".utf8)
    do {
      let file = try handle.createFile(name, permissions: 0o666)
      _ = try source.file.copyAll(to: file)
      try file.sync()
    } catch {
      throw StoreError(path.text, .system(error))
    }
    return StagedFile(stage: self, name: name)
  }

  /// False if the name is taken.
  func move(
    _ name: [UInt8], to newName: [UInt8], in target: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    do {
      try handle.renameIfFree(name, to: newName, in: target)
      return true
    } catch let error where error.isTaken {
      return false
    }
  }
}

/// A file in a stage.
package struct StagedFile {
  let stage: MediaStage
  let name: [UInt8]
}
