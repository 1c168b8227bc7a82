#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An advisory lock on a file, held until the object goes or the process dies.
final class FileLock {
  private let descriptor: Int32

  /// Nil where another holds it.
  init?(_ path: String) throws(SystemFailure) {
    let number = Int32(
      try retrying(path) { Int(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) })
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(number)
      if code == EWOULDBLOCK { return nil }
      throw SystemFailure(path, code: code)
    }
    descriptor = number
  }

  deinit {
    // For copies that a child process has, which did not come to its exec yet.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
