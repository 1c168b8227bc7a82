#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open file or folder; closed when the value ends.
///
/// Every descriptor is closed on exec, so that an editor or a pager started by tl inherits none,
/// and with it no lock.
package struct FileDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  package init(takingOwnershipOf rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }
}

extension FileDescriptor {
  /// Opens a folder by a path of the system, following links: for what the user names, such as the
  /// root of a vault.
  init(openingFolder path: String) throws(SystemError) {
    let raw = try retrying(.open) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    self.init(takingOwnershipOf: raw)
  }

  /// Opens a file by a path of the system, following links, without waiting for the other end of a
  /// FIFO.
  ///
  /// The caller checks the kind.
  init(openingFile path: String) throws(SystemError) {
    let raw = try retrying(.open) { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    self.init(takingOwnershipOf: raw)
  }

  borrowing func status() throws(SystemError) -> FileStatus {
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

  /// Makes a folder named by a path of the system, and those above it that are missing.
  package static func makeFolders(_ path: String) throws(StoreError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      // Looked for first: above a folder one may write to, making may not even be allowed.
      if (try? status(ofPath: part)) != nil { continue }
      try naming(part) { () throws(SystemError) in
        _ = try retrying(.create) { mkdir(part, 0o777) }
      }
    }
  }

  borrowing func setPermissions(_ permissions: UInt32) throws(SystemError) {
    _ = try retrying(.permissions) { fchmod(rawValue, mode_t(truncatingIfNeeded: permissions)) }
  }

  borrowing func setOwner(_ owner: UInt32, group: UInt32) throws(SystemError) {
    _ = try retrying(.permissions) { fchown(rawValue, owner, group) }
  }

  /// Sets the time of modification and leaves that of access.
  borrowing func setModified(_ time: FileTime) throws(SystemError) {
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

  /// Returns once the content is on the disk, as far as the system can tell.
  borrowing func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the bytes in the drive's own memory.
      if fcntl(rawValue, F_FULLFSYNC) >= 0 { return }
    #endif
    _ = try retrying(.sync) { fsync(rawValue) }
  }

  /// Makes the names in this folder durable.
  ///
  /// File systems that cannot sync a folder are let be.
  borrowing func syncFolder() throws(SystemError) {
    do {
      _ = try retrying(.sync) { fsync(rawValue) }
    } catch let error where error.isFolderSyncUnsupported {
      return
    }
  }

  borrowing func truncate() throws(SystemError) {
    _ = try retrying(.write) { ftruncate(rawValue, 0) }
  }

  /// Takes the lock on this open file for as long as it is open; false when another holds it.
  ///
  /// - Parameter isShared: others may take it so too.
  borrowing func tryLock(isShared: Bool = false) throws(SystemError) -> Bool {
    do {
      _ = try retrying(.lock) { flock(rawValue, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch let error where error.code == EWOULDBLOCK {
      return false
    }
  }

  /// Releases the lock for every copy of the descriptor: a process that was just forked off, and has
  /// not come to its exec yet, holds one too.
  borrowing func unlock() {
    _ = flock(rawValue, LOCK_UN)
  }
}

/// The number of this process.
func processNumber() -> Int32 { getpid() }

func processLives(_ number: Int32) -> Bool {
  number > 0 && (kill(number, 0) == 0 || errno == EPERM)
}

/// Lets the thread rest; not exact, a signal may end it early.
func pause(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
  nanosleep(&time, nil)
}
