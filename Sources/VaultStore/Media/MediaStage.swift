internal import SystemCalls

/// Files that become media, in the vault's file system and on disk before the lock is taken, so that under the lock they only
/// get their names.
///
/// What is not taken by then is removed on deinit.
package final class MediaStage: Sendable {
  private let folder: WorkFolder
  /// Those that the user's mask gives a new file.
  private let permissions: UInt32

  package init(in vault: VaultFolder) throws(StoreError) {
    folder = try WorkFolder(in: vault)
    let probe = Array("permissions".utf8)
    do {
      permissions = try folder.handle.createFile(probe, permissions: 0o666).status().permissions
      try folder.handle.removeFile(probe)
    } catch {
      throw StoreError(folder.path, .system(error))
    }
  }

  /// Copies a file.
  package func add(_ source: borrowing MediaSource) throws(StoreError) -> StagedFile {
    var name: [UInt8] = []
    do {
      let file = try folder.handle.createRandomFile(
        prefix: [], permissions: 0o666, name: &name)
      _ = try source.file.copyAll(to: file)
      try file.sync()
    } catch {
      throw StoreError(folder.path, .system(error))
    }
    return StagedFile(stage: self, name: name)
  }

  /// Gives a file a second name, or copies it where the file system allows none.
  ///
  /// - Parameters:
  ///   - path: of a file that is not written to any more; it gets the permissions of a new one.
  ///   - isSynced: whether its content is on disk.
  package func add(linking path: String, isSynced: Bool = false) throws(StoreError) -> StagedFile {
    let name = TemporaryNames().bare
    do {
      try folder.handle.link(path, as: name)
      // Two files of one content are two files: what is written to one must not be in the other.
      guard try FileDescriptor.nameCount(ofPath: path) == 2 else {
        try folder.handle.removeFile(name)
        return try add(MediaSource(opening: path))
      }
      let file = try folder.handle.openFile(name)
      try file.setPermissions(permissions)
      if !isSynced { try file.sync() }
      return StagedFile(stage: self, name: name)
    } catch {
      return try add(MediaSource(opening: path))
    }
  }

  fileprivate func path(of name: [UInt8]) -> String {
    "\(folder.path)/\(String(decoding: name, as: UTF8.self))"
  }

  /// False if the name is taken.
  func move(
    _ name: [UInt8], to newName: [UInt8], in target: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    do {
      try folder.handle.renameIfFree(name, to: newName, in: target)
      return true
    } catch let error where error.isTaken {
      return false
    }
  }
}

/// A file in a stage.
package struct StagedFile: Sendable {
  let stage: MediaStage
  let name: [UInt8]

  /// The absolute path, until the file is moved.
  package var path: String { stage.path(of: name) }
}

/// A staged file that becomes one of a note's, with the name that it gets.
package struct NewMedia: Sendable {
  package var name: String
  package var file: StagedFile

  package init(name: String, file: StagedFile) {
    (self.name, self.file) = (name, file)
  }
}
