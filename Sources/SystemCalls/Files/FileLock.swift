#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An advisory lock on a file, held until deinit or the end of the process.
package final class FileLock {
  private let file: FileDescriptor

  /// Nil if another process holds it.
  ///
  /// - Parameter path: created if it does not exist, and kept.
  package init?(_ path: String) throws(SystemError) {
    let file = try Self.open(path)
    do throws(SystemError) {
      guard try file.tryLock() else { return nil }
    } catch {
      throw error.at(path)
    }
    self.file = file
  }

  /// Waits while another process holds it.
  ///
  /// - Parameter path: created if it does not exist, and kept.
  package init(waitingFor path: String) throws(SystemError) {
    file = try Self.open(path)
    do {
      try file.lock()
    } catch {
      throw error.at(path)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    do {
      return try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
    } catch {
      throw error.at(path)
    }
  }

  // Also releases copies that a child process has before its exec.
  deinit { file.unlock() }
}
