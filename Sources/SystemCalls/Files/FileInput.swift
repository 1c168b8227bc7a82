#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A regular file that is read from beginning to end; closed on deinit.
package final class FileInput {
  package let path: String
  /// The size in bytes when the file was opened.
  package let size: Int64
  private let file: FileDescriptor

  /// - Parameter followsLink: of the last component.
  /// - Throws: `EISDIR` or `EINVAL` if it is not a regular file.
  package init(_ path: String, followsLink: Bool = false) throws(SystemError) {
    do throws(SystemError) {
      file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
      let status = try file.status()
      guard status.kind == .file else {
        throw SystemError(status.kind == .folder ? EISDIR : EINVAL, .open)
      }
      size = status.size
    } catch {
      throw error.at(path)
    }
    self.path = path
  }

  /// - Parameter path: for errors.
  package init(_ file: consuming FileDescriptor, path: String) throws(SystemError) {
    size = try file.status().size
    self.file = file
    self.path = path
  }

  /// Up to `count` bytes; fewer only at the end.
  package func read(_ count: Int) throws(SystemError) -> [UInt8] {
    try naming(path) { () throws(SystemError) in try file.readChunk(count) }
  }

  /// The content of a file of at most `limit` bytes; nil if it has more.
  package static func contents(
    of path: String, limit: Int, followsLink: Bool = false
  ) throws(SystemError) -> [UInt8]? {
    let input = try FileInput(path, followsLink: followsLink)
    return try naming(path) { () throws(SystemError) in
      try input.file.readAll(expecting: input.size, limit: limit)
    }
  }
}
