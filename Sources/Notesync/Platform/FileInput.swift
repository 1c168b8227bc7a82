internal import VaultFormat
internal import VaultStore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A regular file that is read from its beginning to its end; closed when the object goes.
final class FileInput {
  let path: String
  /// When it was opened, in bytes.
  let size: Int64
  private let descriptor: Int32

  /// - Parameter followsLink: at the last component.
  init(_ path: String, followsLink: Bool = false) throws(SystemFailure) {
    self.path = path
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW)
    descriptor = Int32(try retrying(path) { Int(open(path, flags)) })
    var status = stat()
    let result = fstat(descriptor, &status)
    guard result == 0, status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let code = result != 0 ? errno : isFolder ? EISDIR : EINVAL
      close(descriptor)
      throw SystemFailure(path, code: code)
    }
    size = Int64(status.st_size)
  }

  /// A file of a vault; no link is followed on the way.
  init(_ path: VaultPath, in folder: VaultFolder) throws {
    let file = try folder.openFile(path)
    self.path = path.text
    let number = file.rawValue
    descriptor = Int32(try retrying(path.text) { Int(fcntl(number, F_DUPFD_CLOEXEC, 3)) })
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  deinit { close(descriptor) }

  /// Up to `count` bytes; fewer only at the end.
  func read(_ count: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let (descriptor, path) = (self.descriptor, self.path)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // `initialized` is raised only by what the system says it has written.
      while initialized < count {
        let (start, rest) = (buffer.baseAddress.map { $0 + initialized }, count - initialized)
        #if canImport(Glibc)
          let got = Glibc.read(descriptor, start, rest)
        #elseif canImport(Musl)
          let got = Musl.read(descriptor, start, rest)
        #else
          let got = Darwin.read(descriptor, start, rest)
        #endif
        if got > 0 { initialized += got }
        if got == 0 { return }
        if got < 0, errno != EINTR {
          failure = SystemFailure(path)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// All of a file that has at most `limit` bytes; nil where it has more.
  static func contents(
    of path: String, limit: Int, followsLink: Bool = false
  ) throws(SystemFailure) -> [UInt8]? {
    let input = try FileInput(path, followsLink: followsLink)
    guard input.size <= Int64(limit) else { return nil }
    let bytes = try input.read(limit + 1 < 1 << 16 ? limit + 1 : Int(input.size) + 1)
    return bytes.count <= limit ? bytes : nil
  }
}
