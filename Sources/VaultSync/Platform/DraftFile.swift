internal import VaultStore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is being written under a passing name, and gets its own only when it is whole.
///
/// Goes with the object where it got none. Several threads may read and write it.
// `isPublished` is touched by the thread alone that publishes, after all others have ended.
final class DraftFile: @unchecked Sendable {
  private let folder: GitFolder
  private let name: String
  private let file: FileDescriptor
  private var isPublished = false

  /// - Parameter prefix: of the passing name; the number of the process and another one follow.
  init(prefix: String, in folder: GitFolder) throws(SystemError) {
    self.folder = folder
    var number = 0
    while true {
      let name = "\(prefix)\(getpid())-\(number)"
      let raw = open(folder.path(of: name), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
      if raw >= 0 {
        self.name = name
        file = FileDescriptor(takingOwnershipOf: raw)
        break
      }
      guard errno == EEXIST || errno == EINTR, number < 1_000 else {
        throw SystemError(errno, .create)
      }
      number += 1
    }
    // Says that somebody is at work on it; where locks do not work, nothing is taken for abandoned.
    _ = flock(file.rawValue, LOCK_EX | LOCK_NB)
  }

  deinit {
    if !isPublished { unlink(folder.path(of: name)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let put = pwrite(file.rawValue, start + done, bytes.count - done, off_t(offset) + off_t(done))
      if put > 0 { done += put }
      if put < 0, errno != EINTR { throw SystemError(errno, .write) }
    }
  }

  /// - Returns: how many bytes were read; 0 at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    while true {
      let got = pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
      if got >= 0 { return got }
      if errno != EINTR { throw SystemError(errno, .read) }
    }
  }

  /// Returns once the content is on the disk.
  func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync on Darwin leaves the bytes in the drive's own memory.
      if fcntl(file.rawValue, F_FULLFSYNC) >= 0 { return }
    #endif
    while fsync(file.rawValue) != 0 {
      if errno != EINTR { throw SystemError(errno, .sync) }
    }
  }

  /// Gives the file its name, replacing what has it, for reading only.
  func publish(as newName: String) throws(SystemError) {
    guard fchmod(file.rawValue, mode_t(0o444)) == 0 else { throw SystemError(errno, .permissions) }
    try folder.move(name, to: newName)
    isPublished = true
  }

  /// Removes the drafts of processes that were ended; those that somebody is at work on stay.
  static func removeAbandoned(prefix: String, in folder: GitFolder) {
    // What cannot be removed is only in the way of the room it takes; git's own cleaning will try too.
    for name in (try? folder.names(in: "")) ?? [] where name.hasPrefix(prefix) {
      let raw = open(folder.path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard raw >= 0 else { continue }
      let file = FileDescriptor(takingOwnershipOf: raw)
      if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { unlink(folder.path(of: name)) }
    }
  }
}
