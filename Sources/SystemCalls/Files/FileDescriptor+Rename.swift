#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
