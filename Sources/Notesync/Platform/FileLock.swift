#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An advisory lock on a file, held until the object goes or the process dies.
package final class FileLock {
  private let descriptor: Int32

  /// Nil where another holds it.
  ///
  /// - Parameter path: made where it is missing, and left there.
  package init?(_ path: String) throws(SystemFailure) {
    guard let descriptor = try Self.take(path, LOCK_EX | LOCK_NB) else { return nil }
    self.descriptor = descriptor
  }

  /// Waits while another holds it.
  ///
  /// - Parameter path: made where it is missing, and left there.
  package init(waitingFor path: String) throws(SystemFailure) {
    guard let descriptor = try Self.take(path, LOCK_EX) else {
      throw SystemFailure(path, code: EWOULDBLOCK)
    }
    self.descriptor = descriptor
  }

  private static func take(_ path: String, _ operation: Int32) throws(SystemFailure) -> Int32? {
    let number = Int32(
      try retrying(path) { Int(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) })
    while flock(number, operation) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(number)
      if code == EWOULDBLOCK { return nil }
      throw SystemFailure(path, code: code)
    }
    return number
  }

  deinit {
    // For copies that a child process has, which did not come to its exec yet.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
