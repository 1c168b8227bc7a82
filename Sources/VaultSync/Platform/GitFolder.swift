internal import VaultFormat
internal import VaultStore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The folder in which git keeps a repository, and the few things that are done to its files
/// without libgit2.
///
/// Names are relative, and may lead into folders below.
struct GitFolder {
  /// Absolute; with or without a slash at the end.
  let path: String

  func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// A file as it was when it was read.
  struct Content {
    var bytes: [UInt8]
    var modified: FileTime
    var inode: UInt64
  }

  /// Nil when there is no such file.
  func content(of name: String) throws(SystemError) -> Content? {
    let raw = open(path(of: name), O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(errno, .open)
    }
    let file = FileDescriptor(takingOwnershipOf: raw)
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw SystemError(errno, .status) }
    return Content(
      bytes: try readAll(of: file.rawValue, expecting: Int(status.st_size)),
      modified: modified(status), inode: UInt64(status.st_ino))
  }

  /// The last bytes, as many as there are of them; nil when there is no such file.
  func end(of name: String, count: Int) throws(SystemError) -> [UInt8]? {
    let raw = open(path(of: name), O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(errno, .open)
    }
    let file = FileDescriptor(takingOwnershipOf: raw)
    guard lseek(file.rawValue, 0, SEEK_END) >= count else { return [] }
    guard lseek(file.rawValue, off_t(-count), SEEK_END) >= 0 else {
      throw SystemError(errno, .read)
    }
    return try readAll(of: file.rawValue, expecting: count)
  }

  private func readAll(of file: Int32, expecting size: Int) throws(SystemError) -> [UInt8] {
    var failure: Int32 = 0
    // As much as the file had when it was looked at: git replaces its files and never extends them.
    // `count` is raised only by what the system says it has written.
    let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 0)) { buffer, count in
      while count < buffer.count {
        let got = read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if got == 0 { return }
        if got > 0 { count += got }
        if got < 0, errno != EINTR {
          failure = errno
          return
        }
      }
    }
    if failure != 0 { throw SystemError(failure, .read) }
    return bytes
  }

  /// Makes the folder; the one above it is there.
  func make() throws(SystemError) {
    guard mkdir(path, mode_t(0o777)) == 0 || errno == EEXIST else {
      throw SystemError(errno, .create)
    }
  }

  /// Makes a file with this content; fails with `isTaken` where there is one.
  func create(_ name: String, content: [UInt8]) throws(SystemError) {
    let raw = open(path(of: name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
    guard raw >= 0 else { throw SystemError(errno, .create) }
    let file = FileDescriptor(takingOwnershipOf: raw)
    do throws(SystemError) {
      try writeAll(content, to: file.rawValue)
    } catch {
      unlink(path(of: name))
      throw error
    }
  }

  private func writeAll(_ content: [UInt8], to file: Int32) throws(SystemError) {
    var done = 0
    while done < content.count {
      let put = content.withUnsafeBytes {
        write(file, $0.baseAddress.map { $0 + done }, content.count - done)
      }
      if put >= 0 { done += put }
      if put < 0, errno != EINTR { throw SystemError(errno, .write) }
    }
  }

  /// Makes a link to a path of the system; the name must be free.
  func makeLink(_ name: String, to target: String) throws(SystemError) {
    guard symlink(target, path(of: name)) == 0 else { throw SystemError(errno, .link) }
  }

  /// Gives the file `name` a second name, which must be free.
  func addName(_ newName: String, to name: String) throws(SystemError) {
    guard link(path(of: name), path(of: newName)) == 0 else { throw SystemError(errno, .link) }
  }

  /// Adds to the end of a file, and returns once all of its content is on the disk.
  func append(_ content: [UInt8], to name: String) throws(SystemError) {
    let raw = open(path(of: name), O_WRONLY | O_APPEND | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(errno, .open) }
    let file = FileDescriptor(takingOwnershipOf: raw)
    try writeAll(content, to: file.rawValue)
    guard fsync(file.rawValue) == 0 else { throw SystemError(errno, .sync) }
  }

  /// Returns once the file's content is on the disk.
  func sync(_ name: String) throws(SystemError) {
    let raw = open(path(of: name), O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(errno, .open) }
    let file = FileDescriptor(takingOwnershipOf: raw)
    guard fsync(file.rawValue) == 0 else { throw SystemError(errno, .sync) }
  }

  /// Whether the file system can sync this folder; true where that cannot be found out.
  func canSync() -> Bool {
    let raw = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard raw >= 0 else { return true }
    let folder = FileDescriptor(takingOwnershipOf: raw)
    guard fsync(folder.rawValue) < 0 else { return true }
    return !SystemError(errno, .sync).isFolderSyncUnsupported
  }

  /// Has all that was written to any disk of the machine brought there; on Linux that is waited for.
  static func syncEverything() { syncDisks() }

  /// Renames; what has the new name is replaced.
  func move(_ name: String, to newName: String) throws(SystemError) {
    guard rename(path(of: name), path(of: newName)) == 0 else {
      throw SystemError(errno, .rename)
    }
  }

  /// Removes a file; content when there is none.
  func remove(_ name: String) throws(SystemError) {
    guard unlink(path(of: name)) == 0 || errno == ENOENT else {
      throw SystemError(errno, .remove)
    }
  }

  /// When a file was last written; nil where there is none.
  func time(of name: String) -> FileTime? {
    (try? FileDescriptor.status(ofPath: path(of: name)))?.modified
  }

  /// Has a file look as if it was written then.
  func setTime(of name: String, to time: FileTime) throws(SystemError) {
    var times = [timespec(), timespec()]
    for index in times.indices {
      times[index].tv_sec = time_t(time.seconds)
      times[index].tv_nsec = Int(time.nanoseconds)
    }
    guard utimensat(AT_FDCWD, path(of: name), times, 0) == 0 else {
      throw SystemError(errno, .write)
    }
  }

  /// The names in a folder below, but for those with a dot in front, in no order; none when there is
  /// no such folder.
  func names(in folder: String) throws(SystemError) -> [String] {
    do {
      return try FileDescriptor.names(inFolder: path(of: folder)).filter { !$0.hasPrefix(".") }
    } catch  where error.isMissing {
      return []
    }
  }

  /// Whether two paths of the system lead to the same file or folder; false where one leads nowhere.
  static func isSame(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The path of a folder below another, links resolved; nil where it is not below it.
  static func path(of folder: String, below root: String) -> VaultPath? {
    guard let inner = resolved(folder), let outer = resolved(root), inner.hasPrefix(outer + "/")
    else { return nil }
    return VaultPath(inner.utf8.dropFirst(outer.utf8.count + 1))
  }

  private static func resolved(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  private func modified(_ status: stat) -> FileTime {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return FileTime(
      seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
  }
}

/// Outside of the type, whose own `sync` would hide that of the system.
private func syncDisks() { sync() }
