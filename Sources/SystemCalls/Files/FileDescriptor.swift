#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open file or folder, closed at the end of the value's lifetime.
///
/// Every descriptor is closed on exec, so that an editor or a pager started by tl inherits none, and no lock with it.
package struct FileDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  package init(takingOwnershipOf rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }

  /// Closes the file; some network file systems report a full disk only now.
  package consuming func closed() throws(SystemError) {
    let code = close(rawValue) == 0 ? 0 : errno
    discard self
    if code != 0, code != EINTR { throw SystemError(code, .write) }
  }
}

extension FileDescriptor {
  /// Another descriptor of the same open file; both have one position.
  package borrowing func duplicated() throws(SystemError) -> FileDescriptor {
    let descriptor = rawValue
    let raw = try retrying(.open) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    return FileDescriptor(takingOwnershipOf: raw)
  }
}

extension FileDescriptor {
  /// Opens a folder by a system path, following links: for paths that the user names, such as the root of a vault.
  package init(openingFolder path: String) throws(SystemError) {
    try self.init(path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a file by a system path, following links, without waiting for the other end of a FIFO.
  ///
  /// The caller checks the kind.
  package init(openingFile path: String) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
  }

  /// Opens a system path.
  ///
  /// - Parameters:
  ///   - flags: of open(2).
  ///   - permissions: of a new file, restricted by the user's mask.
  init(
    _ path: String, _ flags: Int32, permissions: UInt32 = 0,
    for operation: SystemError.Operation = .open
  ) throws(SystemError) {
    let raw = try retrying(operation) { open(path, flags | O_CLOEXEC, mode_t(permissions)) }
    self.init(takingOwnershipOf: raw)
  }

  package borrowing func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    _ = try retrying(.status) { fstat(rawValue, &raw) }
    return FileStatus(raw)
  }

  /// Follows links.
  package static func status(ofPath path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    _ = try retrying(.status) { stat(path, &raw) }
    return FileStatus(raw)
  }

  /// How many names the file at a path has; follows links.
  package static func nameCount(ofPath path: String) throws(SystemError) -> Int {
    var raw = stat()
    _ = try retrying(.status) { stat(path, &raw) }
    return Int(raw.st_nlink)
  }

  package borrowing func setPermissions(_ permissions: UInt32) throws(SystemError) {
    _ = try retrying(.permissions) { fchmod(rawValue, mode_t(truncatingIfNeeded: permissions)) }
  }

  package borrowing func setOwner(_ owner: UInt32, group: UInt32) throws(SystemError) {
    _ = try retrying(.permissions) { fchown(rawValue, owner, group) }
  }

  /// Sets the modification time and keeps the access time.
  package borrowing func setModified(_ time: FileTime) throws(SystemError) {
    #if canImport(Darwin)
      let unchanged = Int(UTIME_OMIT)
    #else
      let unchanged = 0x3FFF_FFFE  // UTIME_OMIT of linux/stat.h
    #endif
    let times = [
      timespec(tv_sec: 0, tv_nsec: unchanged),
      timespec(tv_sec: time_t(time.seconds), tv_nsec: Int(time.nanoseconds)),
    ]
    _ = try retrying(.write) { futimens(rawValue, times) }
  }

  /// Sets the access and modification times to now.
  package borrowing func touch() throws(SystemError) {
    _ = try retrying(.write) { futimens(rawValue, nil) }
  }

  /// Returns when the content is on disk, as far as the system can tell.
  package borrowing func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the bytes in the drive's cache.
      if fcntl(rawValue, F_FULLFSYNC) >= 0 { return }
    #endif
    _ = try retrying(.sync) { fsync(rawValue) }
  }

  /// Makes the names in this folder durable.
  ///
  /// Does nothing on file systems that cannot sync a folder.
  package borrowing func syncFolder() throws(SystemError) {
    do {
      _ = try retrying(.sync) { fsync(rawValue) }
    } catch let error where error.isFolderSyncUnsupported {
      return
    }
  }

  /// - Parameter size: in bytes.
  package borrowing func truncate(to size: Int64 = 0) throws(SystemError) {
    _ = try retrying(.write) { ftruncate(rawValue, off_t(size)) }
  }

  /// Locks the open file until it is closed; false if another process holds the lock.
  ///
  /// - Parameter isShared: whether other shared locks are allowed.
  package borrowing func tryLock(isShared: Bool = false) throws(SystemError) -> Bool {
    do {
      _ = try retrying(.lock) { flock(rawValue, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch let error where error.code == EWOULDBLOCK {
      return false
    }
  }

  /// Waits for the lock, and holds it until the file is closed.
  borrowing func lock() throws(SystemError) {
    _ = try retrying(.lock) { flock(rawValue, LOCK_EX) }
  }

  /// Releases the lock for every copy of the descriptor, such as that of a forked process before its exec.
  package borrowing func unlock() {
    _ = flock(rawValue, LOCK_UN)
  }

  /// Writes all changes of this file's file system to disk and waits for that: one wait instead of one per file.
  ///
  /// - Returns: false if the system has no such call; nothing has happened then.
  package borrowing func syncFileSystem() throws(SystemError) -> Bool {
    #if canImport(Darwin)
      return false
    #else
      guard let number = LinuxCall.syncfs else { return false }
      let file = Int(rawValue)
      _ = try retrying(.sync) {
        Int32(truncatingIfNeeded: linuxCall(number, file, 0, 0, 0, 0))
      }
      return true
    #endif
  }

  /// Passes the content to the drive, which may keep it in its cache.
  ///
  /// On Darwin much cheaper than `sync`; one later `sync` of any file flushes the drive's cache. Elsewhere the same as
  /// `sync`.
  package borrowing func flushToDrive() throws(SystemError) {
    _ = try retrying(.sync) { fsync(rawValue) }
  }
}
