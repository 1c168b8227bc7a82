#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
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
