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

extension VaultFolder {
  /// The files in a folder and below it, by paths relative to it.
  package func allFiles(in folder: VaultPath) throws(StoreError) -> [VaultPath] {
    var files: [VaultPath] = []
    var folders = [folder]
    while let next = folders.popLast() {
      for entry in try list(next) {
        let path = VaultPath(in: next, named: entry.name)
        if entry.kind == .folder {
          folders.append(path)
        } else if let file = VaultPath(path.bytes.dropFirst(folder.bytes.count + 1)) {
          files.append(file)
        }
      }
    }
    return files
  }

  /// A path, or the first with `-2`, `-3` … whose name clashes with no existing one on any file system.
  package func freePath(like wanted: VaultPath) throws(StoreError) -> VaultPath {
    let isThere = try wanted.parent.map { folder throws(StoreError) in try exists(folder) }
    let siblings = isThere == false ? [] : try list(wanted.parent)
    let taken = Set(siblings.map { NameKey($0.name) })
    return wanted.firstNumbered { taken.contains(NameKey($0.name)) ? nil : $0 }
  }

  /// Whether the file system ignores case or Unicode normalization of names.
  ///
  /// Tests this with a hidden file below `.tl/local`, which is created if it does not exist.
  ///
  /// The caller holds the `sync` lock.
  package func foldsNames() throws(StoreError) -> Bool {
    try makeFolders(VaultLayout.sync)
    let folder = try openFolder(VaultLayout.sync)
    return try naming(VaultLayout.sync.text) { () throws(SystemError) in
      let stem = TemporaryNames().name(0)
      // é as one scalar and as two, É as one.
      let name = stem + [0xC3, 0xA9]
      _ = try folder.createFile(name, permissions: 0o600)
      defer { try? folder.removeFile(name) }
      for other in [stem + [0x65, 0xCC, 0x81], stem + [0xC3, 0x89]]
      where try folder.status(of: other) != nil {
        return true
      }
      return false
    }
  }
}

extension VaultPath {
  /// The first result that is not nil, of this path or of it with `-2`, `-3` ….
  package func firstNumbered<Result, Failure: Error>(
    _ body: (VaultPath) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    var (path, number) = (self, 1)
    while true {
      if let result = try body(path) { return result }
      number += 1
      path = numbered(number)
    }
  }
}

/// The bytes of a file and its status when they were read.
package struct FileContent: Sendable {
  package var bytes: [UInt8]
  package var status: FileStatus
}
