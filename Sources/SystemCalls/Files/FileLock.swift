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

/// How long to wait for a lock: a number of pauses.
package struct LockTimeout: Sendable {
  package var pauses: Int
  package var pause: @Sendable () -> Void

  package init(pauses: Int, pause: @escaping @Sendable () -> Void) {
    self.pauses = pauses
    self.pause = pause
  }

  /// The default of commands.
  package static var tenSeconds: LockTimeout { seconds(10) }

  /// A timeout of so many seconds, at most an hour.
  package static func seconds(_ count: Int) -> LockTimeout {
    milliseconds(min(max(count, 0), 3600) * 1000)
  }

  /// In steps of 25; below that the lock is only asked for once.
  package static func milliseconds(_ count: Int) -> LockTimeout {
    LockTimeout(pauses: max(count, 0) / 25) { SystemCalls.pause(milliseconds: 25) }
  }

  package static var none: LockTimeout {
    LockTimeout(pauses: 0) {}
  }
}
