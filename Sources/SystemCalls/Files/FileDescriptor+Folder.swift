#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Calls on one name in this open folder. `name` is a single component; no call follows a link.
extension FileDescriptor {
  package borrowing func openFolder(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    try open(name, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// Another descriptor of this folder, with its own position.
  package borrowing func reopened() throws(SystemError) -> FileDescriptor {
    try open([UInt8(ascii: ".")], flags: O_RDONLY | O_DIRECTORY)
  }

  /// Opens a file for reading.
  ///
  /// Does not wait for the other end of a FIFO; the caller checks the kind.
  package borrowing func openFile(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    try open(name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  }

  /// Creates a file for writing, and for reading too if `isRead`; the name must be free.
  ///
  /// The permissions are restricted by the user's mask.
  package borrowing func createFile(
    _ name: [UInt8], permissions: UInt32, isRead: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    let mode = isRead ? O_RDWR : O_WRONLY
    return try open(
      name, flags: mode | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions,
      operation: .create)
  }

  /// Opens a file for reading and writing, and creates it if it does not exist.
  package borrowing func openOrCreateFile(
    _ name: [UInt8], permissions: UInt32
  ) throws(SystemError) -> FileDescriptor {
    try open(
      name, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, permissions: permissions)
  }

  /// Gives the file at a path a second name in this folder, which must be free.
  package borrowing func link(_ path: String, as name: [UInt8]) throws(SystemError) {
    let folder = rawValue
    _ = try retrying(.link) { withCName(name) { linkat(AT_FDCWD, path, folder, $0, 0) } }
  }

  /// Opens an existing file for writing at its end.
  package borrowing func openForAppending(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    try open(name, flags: O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  }

  private borrowing func open(
    _ name: [UInt8], flags: Int32, permissions: UInt32 = 0,
    operation: SystemError.Operation = .open
  ) throws(SystemError) -> FileDescriptor {
    let folder = rawValue
    let raw = try retrying(operation) {
      withCName(name) { openat(folder, $0, flags | O_CLOEXEC, mode_t(permissions)) }
    }
    return FileDescriptor(takingOwnershipOf: raw)
  }

  /// Nil if the file does not exist.
  package borrowing func status(of name: [UInt8]) throws(SystemError) -> FileStatus? {
    try (name + [0]).withUnsafeBufferPointer { name throws(SystemError) in
      try status(ofTerminated: name)
    }
  }

  /// The status of a file whose name ends with NUL, without a copy of the name.
  package borrowing func status(
    ofTerminated name: UnsafeBufferPointer<UInt8>
  ) throws(SystemError) -> FileStatus? {
    let folder = rawValue
    let start = UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self)
    guard let start else { return nil }
    var raw = stat()
    do {
      _ = try retrying(.status) { fstatat(folder, start, &raw, AT_SYMLINK_NOFOLLOW) }
      return FileStatus(raw)
    } catch let error where error.isMissing {
      return nil
    }
  }

  /// The creation time of the file `name` in this folder; nil if the file system does not keep it or the file does not
  /// exist.
  ///
  /// Does not follow links.
  package borrowing func birthTime(of name: [UInt8]) -> FileTime? {
    #if canImport(Darwin)
      let folder = rawValue
      var raw = stat()
      let result = withCName(name) { fstatat(folder, $0, &raw, AT_SYMLINK_NOFOLLOW) }
      return result == 0 ? FileTime(raw.st_birthtimespec) : nil
    #else
      let folder = Int(rawValue)
      guard let number = LinuxCall.statx else { return nil }
      // struct statx of linux/stat.h is 256 bytes: the mask of what is filled in at byte 0, the birth time at byte 80
      // as a signed 64-bit second and an unsigned 32-bit nanosecond.
      let birthBit: UInt32 = 0x800
      var raw = [UInt64](repeating: 0, count: 32)
      return raw.withUnsafeMutableBytes { buffer in
        let result = withCName(name) {
          linuxCall(
            number, folder, Int(bitPattern: $0), Int(AT_SYMLINK_NOFOLLOW), Int(birthBit),
            Int(bitPattern: buffer.baseAddress))
        }
        guard result == 0, buffer.load(as: UInt32.self) & birthBit != 0 else { return nil }
        return FileTime(
          seconds: buffer.load(fromByteOffset: 80, as: Int64.self),
          nanoseconds: Int32(
            truncatingIfNeeded: buffer.load(fromByteOffset: 88, as: UInt32.self)))
      }
    #endif
  }

  /// Throws if this process may not write the file.
  package borrowing func checkWritable(_ name: [UInt8]) throws(SystemError) {
    let folder = rawValue
    _ = try retrying(.write) { withCName(name) { faccessat(folder, $0, W_OK, 0) } }
  }

  package borrowing func makeFolder(_ name: [UInt8], permissions: UInt32 = 0o777)
    throws(SystemError)
  {
    let folder = rawValue
    _ = try retrying(.create) {
      withCName(name) { mkdirat(folder, $0, mode_t(permissions)) }
    }
  }

  /// Does nothing if something has the name, such as a folder that another process made first.
  package borrowing func makeFolderUnlessPresent(
    _ name: [UInt8], permissions: UInt32
  ) throws(SystemError) {
    do {
      try makeFolder(name, permissions: permissions)
    } catch let error where error.isTaken {
      return
    }
  }

  /// Removes a file or a link, not a folder.
  package borrowing func removeFile(_ name: [UInt8]) throws(SystemError) {
    let folder = rawValue
    _ = try retrying(.remove) { withCName(name) { unlinkat(folder, $0, 0) } }
  }

  /// Removes an empty folder.
  package borrowing func removeFolder(_ name: [UInt8]) throws(SystemError) {
    let folder = rawValue
    _ = try retrying(.remove) { withCName(name) { unlinkat(folder, $0, AT_REMOVEDIR) } }
  }
}

/// Calls `body` with `name` as a C string.
///
/// `name` has no NUL: paths come from `VaultPath` or from the system.
func withCName<R>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> R) -> R {
  var terminated = name.map(CChar.init(bitPattern:))
  terminated.append(0)
  return body(terminated)
}
