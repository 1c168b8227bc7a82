#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Folders and files outside of vaults, named by system paths.
package enum SystemPath {
  /// Creates a folder and its missing parents.
  ///
  /// - Parameter permissions: restricted by the user's mask; 0o700 for a folder that is private to its owner.
  package static func makeFolders(
    _ path: String, permissions: UInt32 = 0o777
  ) throws(SystemError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      // Checked first: creating a folder may be forbidden above a folder that is writable.
      if access(part, F_OK) == 0 { continue }
      guard mkdir(part, mode_t(permissions)) == 0 || errno == EEXIST else {
        throw SystemError(last: .create, path: part)
      }
    }
  }

  /// Renames a file, replacing what has the new name.
  ///
  /// The new name is on disk afterwards.
  package static func move(_ path: String, to newPath: String) throws(SystemError) {
    _ = try retrying(.rename, path: newPath) { renameFile(path, newPath) }
    try syncFolder(parent(of: newPath))
  }

  /// Renames a file as `move` does; which name is on disk afterwards is the system's to say.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try retrying(.rename, path: newPath) { renameFile(path, newPath) }
  }

  /// Removes an empty folder; does nothing if it does not exist.
  package static func removeFolder(_ path: String) throws(SystemError) {
    if rmdir(path) != 0, errno != ENOENT { throw SystemError(last: .remove, path: path) }
  }

  /// Removes a file; does nothing if it does not exist.
  package static func remove(_ path: String) throws(SystemError) {
    if unlink(path) != 0, errno != ENOENT { throw SystemError(last: .remove, path: path) }
  }

  /// The names in a folder except `.` and `..`, in the system's order.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    var names: [String] = []
    try naming(folder) { () throws(SystemError) in
      try FileDescriptor(openingFolder: folder).forEachNameOnce { name, _ in
        names.append(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }

  /// The names in a folder; none if the folder does not exist.
  package static func namesIfPresent(in folder: String) throws(SystemError) -> [String] {
    do {
      return try names(in: folder)
    } catch  where error.isMissing || error.code == ENOTDIR {
      return []
    }
  }

  /// Makes the names in a folder durable, if the file system can.
  package static func syncFolder(_ folder: String) throws(SystemError) {
    try naming(folder) { () throws(SystemError) in
      try FileDescriptor(openingFolder: folder).syncFolder()
    }
  }

  /// Writes all changes of all disks; on Linux it waits for that.
  package static func syncAll() { sync() }

  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute path without links; nil if it does not exist.
  package static func resolved(_ path: String) -> String? { try? resolving(path) }

  /// The absolute path without links.
  package static func resolving(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw SystemError(last: .open, path: path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path of a folder relative to a folder above it, links resolved; nil if it is not below that.
  package static func relative(_ folder: String, to root: String) -> String? {
    guard let inner = resolved(folder), let outer = resolved(root), inner.hasPrefix(outer + "/")
    else { return nil }
    return String(inner.dropFirst(outer.count + 1))
  }

  /// Whether two paths name the same file or folder; false if one does not exist.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = try? FileDescriptor.status(ofPath: a),
      let second = try? FileDescriptor.status(ofPath: b)
    else { return false }
    return first.isSameFile(as: second)
  }

  package static func isFolder(_ path: String) -> Bool {
    (try? FileDescriptor.status(ofPath: path))?.kind == .folder
  }

  /// The current folder, absolute; nil if it was removed.
  package static var current: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}

/// Inside `SystemPath` this name is its own.
private func renameFile(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

/// A folder named by a system path, and its files.
///
/// Names are relative and may contain folders. Links are followed.
package struct SystemFolder: Sendable {
  /// With or without a slash at the end.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// A file at the time when it was read.
  package struct Content {
    package var bytes: [UInt8]
    package var modified: FileTime
    package var inode: UInt64
  }

  /// Nil if the file does not exist.
  ///
  /// - Parameter limit: no more bytes than this are read.
  package func content(of name: String, limit: Int = .max) throws(SystemError) -> Content? {
    do throws(SystemError) {
      let file = try FileDescriptor(path(of: name), O_RDONLY)
      let status = try file.status()
      // Limited to the size found at first: git replaces its files and never extends them.
      return Content(
        bytes: try file.readChunk(min(limit, Int(max(status.size, 0)))), modified: status.modified,
        inode: status.inode)
    } catch  where error.isMissing && error.operation == .open {
      return nil
    }
  }

  /// The last `count` bytes, none if there are fewer; nil if the file does not exist.
  package func end(of name: String, count: Int) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      let file = try FileDescriptor(path(of: name), O_RDONLY)
      guard lseek(file.rawValue, 0, SEEK_END) >= count else { return [] }
      guard lseek(file.rawValue, off_t(-count), SEEK_END) >= 0 else {
        throw SystemError(last: .read)
      }
      return try file.readChunk(count)
    } catch  where error.isMissing && error.operation == .open {
      return nil
    }
  }

  /// Creates the folder; its parent exists.
  ///
  /// Does nothing if it exists.
  package func make() throws(SystemError) {
    guard mkdir(path, mode_t(0o777)) == 0 || errno == EEXIST else {
      throw SystemError(last: .create)
    }
  }

  /// Creates a file with this content.
  ///
  /// - Throws: with `isTaken` if the file exists. After any error nothing is left of the new file.
  package func create(_ name: String, content: [UInt8]) throws(SystemError) {
    let file = try FileDescriptor(
      path(of: name), O_WRONLY | O_CREAT | O_EXCL, permissions: 0o666, for: .create)
    do throws(SystemError) {
      try file.writeAll(content)
    } catch {
      unlink(path(of: name))
      throw error
    }
  }

  /// Makes a symbolic link to a system path; the name must be free.
  package func makeLink(_ name: String, to target: String) throws(SystemError) {
    _ = try retrying(.link) { symlink(target, path(of: name)) }
  }

  /// Gives the file `name` a second name, which must be free.
  package func addName(_ newName: String, to name: String) throws(SystemError) {
    _ = try retrying(.link) { link(path(of: name), path(of: newName)) }
  }

  /// Appends to a file; all of its content is on disk afterwards.
  package func append(_ content: [UInt8], to name: String) throws(SystemError) {
    let file = try FileDescriptor(path(of: name), O_WRONLY | O_APPEND)
    try file.writeAll(content)
    try file.flushToDrive()
  }

  /// Returns when the file's content is on disk.
  package func sync(_ name: String) throws(SystemError) {
    try FileDescriptor(path(of: name), O_RDONLY).flushToDrive()
  }

  /// Whether the file system can sync this folder; true if that is unknown.
  package func canSync() -> Bool {
    do {
      try FileDescriptor(openingFolder: path).flushToDrive()
      return true
    } catch {
      return error.operation == .open || !error.isFolderSyncUnsupported
    }
  }

  /// Renames a file, replacing what has the new name.
  package func move(_ name: String, to newName: String) throws(SystemError) {
    _ = try retrying(.rename) { rename(path(of: name), path(of: newName)) }
  }

  /// Removes a file; does nothing if it does not exist.
  package func remove(_ name: String) throws(SystemError) {
    try SystemPath.remove(path(of: name))
  }

  /// The modification time; nil if the file does not exist.
  package func time(of name: String) -> FileTime? {
    (try? FileDescriptor.status(ofPath: path(of: name)))?.modified
  }

  package func setTime(of name: String, to time: FileTime) throws(SystemError) {
    try FileDescriptor(path(of: name), O_RDONLY).setModified(time)
  }

  /// The names in a folder below except those that begin with a dot, in no order; none if the folder does not exist.
  package func names(in folder: String) throws(SystemError) -> [String] {
    do {
      return try SystemPath.names(in: path(of: folder)).filter { !$0.hasPrefix(".") }
    } catch  where error.isMissing {
      return []
    }
  }
}
