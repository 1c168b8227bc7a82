#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An advisory lock on a file, held until deinit or the end of the process.
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// Nil if another process holds it.
  ///
  /// - Parameter path: created if it does not exist, and kept.
  package init?(_ path: String) throws(SystemError) {
    file = try Self.open(path)
    let isOurs = try naming(path) { () throws(SystemError) in try file.tryLock() }
    guard isOurs else { return nil }
  }

  /// Nil if another process holds it.
  ///
  /// - Parameter name: in an open folder; created if it does not exist, and kept.
  package init?(_ name: [UInt8], in folder: borrowing FileDescriptor) throws(SystemError) {
    file = try folder.openOrCreateFile(name, permissions: 0o600)
    guard try file.tryLock() else { return nil }
  }

  /// Waits while another process holds it.
  ///
  /// - Parameter path: created if it does not exist, and kept.
  package init(waitingFor path: String) throws(SystemError) {
    file = try Self.open(path)
    try naming(path) { () throws(SystemError) in try file.lock() }
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    try naming(path) { () throws(SystemError) in
      try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
    }
  }

  // Also releases copies that a child process has before its exec.
  deinit { file.unlock() }
}
