#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Has everything that was written to the file system of this file put on the disk, whoever wrote
  /// it, and waits for that: one wait instead of one for each file.
  ///
  /// - Returns: false where the system cannot; nothing has happened then.
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

  /// Hands the content to the drive, which may still keep it in a memory of its own.
  ///
  /// On Darwin far cheaper than `sync`; one `sync` of any file afterwards makes the drive write
  /// down all that it was handed. Elsewhere the same as `sync`.
  package borrowing func handToDrive() throws(SystemError) {
    _ = try retrying(.sync) { fsync(rawValue) }
  }
}
