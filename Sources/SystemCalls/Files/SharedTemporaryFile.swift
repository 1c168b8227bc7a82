#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A temporary file that several threads may write and read, and that is published when it is complete.
///
/// A lock shows that a process uses it, so that files of killed processes can be recognized. Removed on deinit unless
/// it was published.
// `temporary` changes only in `publish`, which is called after all other threads have ended.
package final class SharedTemporaryFile: @unchecked Sendable {
  private var temporary: TemporaryFile

  /// - Parameter prefix: of the temporary name; random digits follow.
  package init(prefix: String, in folder: SystemFolder) throws(SystemError) {
    temporary = try TemporaryFile(
      in: FileDescriptor(openingFolder: folder.path), prefix: Array(prefix.utf8),
      permissions: 0o600, isRead: true)
    // Where locks are not supported, no file counts as abandoned.
    _ = try? temporary.file.tryLock()
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let put = pwrite(
        temporary.file.rawValue, start + done, bytes.count - done, off_t(offset) + off_t(done))
      if put > 0 { done += put }
      if put < 0, errno != EINTR { throw SystemError(last: .write) }
    }
  }

  /// - Returns: how many bytes were read; 0 at the end.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    while true {
      let got = pread(
        temporary.file.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
      if got >= 0 { return got }
      if errno != EINTR { throw SystemError(last: .read) }
    }
  }

  /// Returns when the content is on disk.
  package func sync() throws(SystemError) {
    try temporary.file.sync()
  }

  /// Publishes the file as read-only, replacing what has the name.
  package func publish(as newName: String) throws(SystemError) {
    try temporary.file.setPermissions(0o444)
    try temporary.publish(as: Array(newName.utf8))
  }

  /// Removes the temporary files of killed processes; those in use stay.
  ///
  /// A file that cannot be removed only takes space; git's own cleaning tries too.
  package static func removeAbandoned(prefix: String, in folder: SystemFolder) {
    guard let opened = try? FileDescriptor(openingFolder: folder.path),
      let names = try? folder.names(in: "")
    else { return }
    for name in names where name.hasPrefix(prefix) {
      let bytes = Array(name.utf8)
      guard let file = try? opened.openFile(bytes), (try? file.tryLock()) == true else { continue }
      try? opened.removeFile(bytes)
    }
  }
}
