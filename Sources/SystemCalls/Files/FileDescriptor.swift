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

extension FileDescriptor {
  /// Whether the file is on a network file system, or on one in user space, which may be one too; false if unknown.
  package var isOnNetwork: Bool {
    #if canImport(Darwin)
      var status = statfs()
      guard fstatfs(rawValue, &status) == 0 else { return false }
      return status.f_flags & UInt32(MNT_LOCAL) == 0
    #else
      guard let number = LinuxCall.fstatfs else { return false }
      let file = Int(rawValue)
      // The type is the first of its words, of which 15 are in use.
      return withUnsafeTemporaryAllocation(of: Int.self, capacity: 32) { status in
        guard linuxCall(number, file, Int(bitPattern: status.baseAddress), 0, 0, 0) == 0 else {
          return false
        }
        return Self.networkTypes.contains(UInt32(truncatingIfNeeded: status[0]))
      }
    #endif
  }

  #if !canImport(Darwin)
    /// The numbers of linux/magic.h: NFS, SMB, CIFS, SMB 2, FUSE, 9P, AFS, Ceph, Coda, VirtualBox.
    private static let networkTypes: Set<UInt32> = [
      0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x00C3_6400,
      0x7375_7245, 0x786F_4256,
    ]
  #endif
}

extension FileDescriptor {
  /// Renames a file or folder, replacing what has the new name.
  package borrowing func rename(
    _ name: [UInt8], to newName: [UInt8], in target: borrowing FileDescriptor
  ) throws(SystemError) {
    let (from, to) = (rawValue, target.rawValue)
    _ = try retrying(.rename) {
      withCName(name) { old in withCName(newName) { new in renameat(from, old, to, new) } }
    }
  }

  /// Exchanges the files of two names, the second in `target`, in one step.
  ///
  /// Fails with `isUnsupported` if the file system cannot.
  package borrowing func exchange(
    _ name: [UInt8], _ other: [UInt8], in target: borrowing FileDescriptor
  ) throws(SystemError) {
    let (from, to) = (rawValue, target.rawValue)
    _ = try retrying(.exchange) {
      withCName(name) { a in
        withCName(other) { b in renameOrExchange(from, a, to: to, new: b, exchanges: true) }
      }
    }
  }

  /// Renames a file or folder without replacing anything: fails with `isTaken` if the new name exists.
  package borrowing func renameIfFree(
    _ name: [UInt8], to newName: [UInt8], in target: borrowing FileDescriptor
  ) throws(SystemError) {
    let (from, to) = (rawValue, target.rawValue)
    do {
      _ = try retrying(.rename) {
        withCName(name) { old in
          withCName(newName) { new in
            renameOrExchange(from, old, to: to, new: new, exchanges: false)
          }
        }
      }
    } catch let error where error.isUnsupported {
      try renameByLink(name, to: newName, in: target)
    }
  }

  /// Renames without renameat2: adds a link first, which fails if the name is taken.
  ///
  /// For folders, and where links are not supported, it checks the new name and renames, which is not atomic.
  borrowing func renameByLink(
    _ name: [UInt8], to newName: [UInt8], in target: borrowing FileDescriptor
  ) throws(SystemError) {
    let (from, to) = (rawValue, target.rawValue)
    do {
      _ = try retrying(.link) {
        withCName(name) { old in withCName(newName) { new in linkat(from, old, to, new, 0) } }
      }
    } catch let error where error.isDenied || error.isUnsupported || error.code == EISDIR {
      guard try target.status(of: newName) == nil else { throw SystemError(EEXIST, .rename) }
      return try rename(name, to: newName, in: target)
    }
    try removeFile(name)
  }
}

/// Exchanges two names, or renames one without replacing the other.
private func renameOrExchange(
  _ from: Int32, _ old: UnsafePointer<CChar>, to: Int32, new: UnsafePointer<CChar>,
  exchanges: Bool
) -> Int32 {
  #if canImport(Darwin)
    return renameatx_np(from, old, to, new, UInt32(exchanges ? RENAME_SWAP : RENAME_EXCL))
  #else
    guard let number = LinuxCall.renameat2 else {
      errno = ENOSYS
      return -1
    }
    let flags = exchanges ? 2 : 1  // RENAME_EXCHANGE, RENAME_NOREPLACE of linux/fs.h
    return Int32(
      truncatingIfNeeded: linuxCall(
        number, Int(from), Int(bitPattern: old), Int(to), Int(bitPattern: new), flags))
  #endif
}
