#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A new file with a random name, in the folder where it will be published.
///
/// The file is removed at the end of the value's lifetime unless it was published.
package struct TemporaryFile: ~Copyable {
  package let folder: FileDescriptor
  package let name: [UInt8]
  package let file: FileDescriptor
  /// Whether the file is removed at the end.
  package var isOwned: Bool

  /// - Parameter isRead: whether the file is for reading too.
  package init(
    in folder: consuming FileDescriptor, prefix: [UInt8], permissions: UInt32,
    isRead: Bool = false
  ) throws(SystemError) {
    var name: [UInt8] = []
    file = try folder.createRandomFile(
      prefix: prefix, permissions: permissions, isRead: isRead, name: &name)
    self.folder = folder
    self.name = name
    isOwned = true
  }

  deinit {
    if isOwned { try? folder.removeFile(name) }
  }

  /// Publishes the file without replacing anything.
  ///
  /// - Returns: false if the name is taken; the file keeps its temporary name then.
  package mutating func publishIfFree(as newName: [UInt8]) throws(SystemError) -> Bool {
    do {
      try folder.renameIfFree(name, to: newName, in: folder)
      isOwned = false
      return true
    } catch let error where error.isTaken {
      return false
    }
  }

  /// Publishes the file, replacing what has the name.
  package mutating func publish(as newName: [UInt8]) throws(SystemError) {
    try folder.rename(name, to: newName, in: folder)
    isOwned = false
  }
}

extension FileDescriptor {
  /// Creates a file in this folder whose name is `prefix` and 16 random hexadecimal digits.
  ///
  /// - Parameter name: receives the name.
  package borrowing func createRandomFile(
    prefix: [UInt8], permissions: UInt32, isRead: Bool = false, name: inout [UInt8]
  ) throws(SystemError) -> FileDescriptor {
    while true {
      name = prefix + UInt64.random(in: .min ... .max).hexadecimalDigits.utf8
      do {
        return try createFile(name, permissions: permissions, isRead: isRead)
      } catch let error where error.isTaken {
        continue
      }
    }
  }
}

extension UInt64 {
  /// Sixteen digits, padded with zeros.
  package var hexadecimalDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

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
    try temporary.file.writeAll(bytes, at: offset)
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
