#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is written from its beginning to its end, readable for nobody else; closed when the object goes.
final class FileOutput {
  let path: String
  private var descriptor: Int32

  /// A new file with a name of chance.
  init(newIn folder: String, prefix: String = "") throws(SystemFailure) {
    while true {
      let path = "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let result = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if result >= 0 {
        self.path = path
        descriptor = result
        return
      }
      guard errno == EEXIST || errno == EINTR else { throw SystemFailure(path) }
    }
  }

  /// A file that is written on at its end, and made where it is missing.
  init(appendingTo path: String) throws(SystemFailure) {
    self.path = path
    descriptor = Int32(
      try retrying(path) {
        Int(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600))
      })
  }

  deinit { if descriptor >= 0 { _ = systemClose(descriptor) } }

  func write(_ bytes: [UInt8]) throws(SystemFailure) {
    var failure: SystemFailure?
    let (descriptor, path) = (self.descriptor, self.path)
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let put = systemWrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if put >= 0 { done += put }
        if put < 0, errno != EINTR {
          failure = SystemFailure(path)
          return
        }
      }
    }
    if let failure { throw failure }
  }

  /// Returns once the content is on the disk, as far as the system can tell.
  func sync() throws(SystemFailure) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the bytes in the drive's own memory.
      if fcntl(descriptor, F_FULLFSYNC) >= 0 { return }
    #endif
    _ = try retrying(path) { Int(fsync(descriptor)) }
  }

  func truncate(to size: Int64) throws(SystemFailure) {
    _ = try retrying(path) { Int(ftruncate(descriptor, off_t(size))) }
  }

  func close() throws(SystemFailure) {
    guard descriptor >= 0 else { return }
    let result = systemClose(descriptor)
    descriptor = -1
    if result != 0, errno != EINTR { throw SystemFailure(path) }
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }
