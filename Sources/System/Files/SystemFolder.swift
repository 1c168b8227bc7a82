#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A folder named by a path of the system, and its files.
///
/// Names are relative, and may lead into folders below. Links are followed.
package struct SystemFolder: Sendable {
  /// With or without a slash at the end.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// A file as it was when it was read.
  package struct Content {
    package var bytes: [UInt8]
    package var modified: FileTime
    package var inode: UInt64
  }

  /// Nil if there is no such file.
  package func content(of name: String) throws(SystemError) -> Content? {
    do throws(SystemError) {
      let file = try FileDescriptor(path(of: name), O_RDONLY)
      let status = try file.status()
      // As much as the file had when it was looked at: git replaces its files and never extends them.
      return Content(
        bytes: try file.readChunk(Int(max(status.size, 0))), modified: status.modified,
        inode: status.inode)
    } catch  where error.isMissing && error.operation == .open {
      return nil
    }
  }

  /// The last bytes, none if there are fewer; nil if there is no such file.
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

  /// Makes the folder; the one above it exists.
  ///
  /// Does nothing if it exists.
  package func make() throws(SystemError) {
    guard mkdir(path, mode_t(0o777)) == 0 || errno == EEXIST else {
      throw SystemError(last: .create)
    }
  }

  /// Makes a file with this content.
  ///
  /// - Throws: with `isTaken` if there is one; nothing is left of the new file then.
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

  /// Makes a symbolic link to a path of the system; the name must be free.
  package func makeLink(_ name: String, to target: String) throws(SystemError) {
    _ = try retrying(.link) { symlink(target, path(of: name)) }
  }

  /// Gives the file `name` a second name, which must be free.
  package func addName(_ newName: String, to name: String) throws(SystemError) {
    _ = try retrying(.link) { link(path(of: name), path(of: newName)) }
  }

  /// Adds to the end of a file; all of its content is on the disk afterwards.
  package func append(_ content: [UInt8], to name: String) throws(SystemError) {
    let file = try FileDescriptor(path(of: name), O_WRONLY | O_APPEND)
    try file.writeAll(content)
    try file.handToDrive()
  }

  /// Returns once the file's content is on the disk.
  package func sync(_ name: String) throws(SystemError) {
    try FileDescriptor(path(of: name), O_RDONLY).handToDrive()
  }

  /// Whether the file system can sync this folder; true where that cannot be found out.
  package func canSync() -> Bool {
    do {
      try FileDescriptor(openingFolder: path).handToDrive()
      return true
    } catch {
      return error.operation == .open || !error.isFolderSyncUnsupported
    }
  }

  /// Renames; what has the new name is replaced.
  package func move(_ name: String, to newName: String) throws(SystemError) {
    _ = try retrying(.rename) { rename(path(of: name), path(of: newName)) }
  }

  /// Removes a file; does nothing if it does not exist.
  package func remove(_ name: String) throws(SystemError) {
    try SystemPath.remove(path(of: name))
  }

  /// When a file was last written; nil if there is none.
  package func time(of name: String) -> FileTime? {
    (try? FileDescriptor.status(ofPath: path(of: name)))?.modified
  }

  /// Sets the time at which a file was last written.
  package func setTime(of name: String, to time: FileTime) throws(SystemError) {
    try FileDescriptor(path(of: name), O_RDONLY).setModified(time)
  }

  /// The names in a folder below without those that begin with a dot, in no order; none if there is
  /// no such folder.
  package func names(in folder: String) throws(SystemError) -> [String] {
    do {
      return try SystemPath.names(in: path(of: folder)).filter { !$0.hasPrefix(".") }
    } catch  where error.isMissing {
      return []
    }
  }
}
