package import SystemCalls
package import VaultFormat

/// The opened root of a vault, for access to everything below it.
///
/// A path is opened component by component without following links, so that nothing outside the vault is read or
/// written, whatever a stranger's vault contains. FIFOs and devices are never read. Values of this type may be used
/// from several threads.
package final class VaultFolder: Sendable {
  /// The root itself; links above it and at it are followed, because the user named it.
  package let root: FileDescriptor
  /// The path that was opened, for messages.
  package let path: String

  /// The limit for reading a file into memory: far above any text, and low enough for machines with little memory.
  package static let readLimit = 1 << 29

  /// Called after each change of names in the vault; for tests that record the disk's state.
  let onChange: @Sendable () -> Void

  package init(
    opening path: String, onChange: @escaping @Sendable () -> Void = {}
  ) throws(StoreError) {
    self.path = path
    self.onChange = onChange
    root = try naming(path) { () throws(SystemError) in try FileDescriptor(openingFolder: path) }
  }
}

// MARK: - Opening

extension VaultFolder {
  /// Nil for the root.
  package func openFolder(_ path: VaultPath?) throws(StoreError) -> FileDescriptor {
    var folder = try naming(self.path) { () throws(SystemError) in try root.reopened() }
    guard let path else { return folder }
    var end = path.bytes.startIndex
    for component in path.bytes.split(separator: UInt8(ascii: "/")) {
      end = component.endIndex
      let name = Array(component)
      do {
        folder = try folder.openFolder(name)
      } catch {
        let part = String(decoding: path.bytes[..<end], as: UTF8.self)
        throw explained(error, part, of: name, in: folder, wanted: .folder)
      }
    }
    return folder
  }

  /// The folder that contains `path`.
  func openParent(of path: VaultPath) throws(StoreError) -> FileDescriptor {
    try openFolder(path.parent)
  }

  /// Opens a regular file for reading.
  package func openFile(_ path: VaultPath) throws(StoreError) -> FileDescriptor {
    let folder = try openParent(of: path)
    return try openFile(Array(path.name), in: folder, at: path)
  }

  func openFile(
    _ name: [UInt8], in folder: borrowing FileDescriptor, at path: VaultPath
  ) throws(StoreError) -> FileDescriptor {
    let file: FileDescriptor
    do {
      file = try folder.openFile(name)
    } catch {
      throw explained(error, path.text, of: name, in: folder, wanted: .file)
    }
    let kind: FileStatus.Kind
    do {
      kind = try file.status().kind
    } catch {
      throw StoreError(path.text, .system(error))
    }
    guard kind == .file else { throw StoreError(path.text, .wrongKind(kind, wanted: .file)) }
    return file
  }

  /// The system reports "not a directory" for a link too; the status of the name tells which it is.
  ///
  /// Devices and sockets that cannot be opened are reported as such.
  func explained(
    _ error: SystemError, _ path: String, of name: [UInt8],
    in folder: borrowing FileDescriptor, wanted: FileStatus.Kind
  ) -> StoreError {
    guard !error.isMissing, let status = try? folder.status(of: name) else {
      return StoreError(path, .system(error))
    }
    if status.kind == .link { return StoreError(path, .link) }
    if status.kind != wanted { return StoreError(path, .wrongKind(status.kind, wanted: wanted)) }
    return StoreError(path, .system(error))
  }
}

// MARK: - Looking

extension VaultFolder {
  package func read(
    _ path: VaultPath, limit: Int = VaultFolder.readLimit
  ) throws(StoreError) -> FileContent {
    let folder = try openParent(of: path)
    return try read(Array(path.name), in: folder, at: path, limit: limit)
  }

  /// Reads a file of an open folder.
  package func read(
    _ name: [UInt8], in folder: borrowing FileDescriptor, at path: VaultPath,
    limit: Int = VaultFolder.readLimit
  ) throws(StoreError) -> FileContent {
    try read(openFile(name, in: folder, at: path), at: path, limit: limit)
  }

  /// Reads an open file.
  func read(
    _ file: borrowing FileDescriptor, at path: VaultPath, limit: Int = VaultFolder.readLimit
  ) throws(StoreError) -> FileContent {
    let status: FileStatus
    let bytes: [UInt8]?
    do {
      status = try file.status()
      bytes = try file.readAll(expecting: status.size, limit: limit)
    } catch {
      throw StoreError(path.text, .system(error))
    }
    guard let bytes else { throw StoreError(path.text, .tooLarge(limit: limit)) }
    return FileContent(bytes: bytes, status: status)
  }

  /// Nil if the file does not exist; of a link itself.
  package func status(_ path: VaultPath) throws(StoreError) -> FileStatus? {
    do {
      let folder = try openParent(of: path)
      return try naming(path.text) { () throws(SystemError) in
        try folder.status(of: Array(path.name))
      }
    } catch let error where error.system?.isMissing == true {
      return nil
    }
  }

  /// The status of each file, as `status` gives it; nil also for a file that cannot be looked at.
  ///
  /// Files of one folder that follow each other cost one call each, instead of one more for each folder above them.
  package func statuses(of paths: [VaultPath]) -> [FileStatus?] {
    var statuses: [FileStatus?] = []
    statuses.reserveCapacity(paths.count)
    var rest = paths[...]
    while let first = rest.first {
      let parent = first.parent
      let sameFolder = rest.prefix { $0.parent == parent }
      rest = rest.dropFirst(sameFolder.count)
      guard let folder = try? openFolder(parent) else {
        statuses += Array(repeating: nil, count: sameFolder.count)
        continue
      }
      for path in sameFolder { statuses.append(try? folder.status(of: Array(path.name))) }
    }
    return statuses
  }

  /// Whether the name exists, even as a broken link.
  package func exists(_ path: VaultPath) throws(StoreError) -> Bool {
    try status(path) != nil
  }

  /// The names in a folder, in byte order; nil for the root.
  package func list(_ path: VaultPath?) throws(StoreError) -> [FolderEntry] {
    let folder = try openFolder(path)
    return try naming(path?.text ?? self.path) { () throws(SystemError) in try folder.entries() }
  }
}

extension VaultFolder {
  /// Whether the folder is on a network file system, whose changes by other machines are not reported.
  package var isOnNetwork: Bool { root.isOnNetwork }
}
