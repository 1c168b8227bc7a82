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

/// A file that is written from beginning to end; closed on deinit.
package final class FileOutput {
  package let path: String
  private var file: FileDescriptor?

  /// Creates a file with a random name that only its owner can read.
  package init(newIn folder: String, prefix: String = "") throws(SystemError) {
    do throws(SystemError) {
      var name: [UInt8] = []
      file = try FileDescriptor(openingFolder: folder)
        .createRandomFile(prefix: Array(prefix.utf8), permissions: 0o600, name: &name)
      path = "\(folder)/\(String(decoding: name, as: UTF8.self))"
    } catch {
      throw error.at(folder)
    }
  }

  /// Creates a file that only its owner can read; the name must be free.
  package convenience init(new path: String) throws(SystemError) {
    try self.init(path, O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600)
  }

  /// Opens a file for writing at its end; if it does not exist, creates it for its owner alone.
  package convenience init(appendingTo path: String) throws(SystemError) {
    try self.init(path, O_CREAT | O_APPEND | O_NOFOLLOW, permissions: 0o600)
  }

  /// Truncates a file, or creates one that all users may read.
  package convenience init(overwriting path: String) throws(SystemError) {
    try self.init(path, O_CREAT | O_TRUNC, permissions: 0o644)
  }

  private init(_ path: String, _ flags: Int32, permissions: UInt32) throws(SystemError) {
    self.path = path
    file = try naming(path) { () throws(SystemError) in
      try FileDescriptor(path, O_WRONLY | flags, permissions: permissions)
    }
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try withFile { file throws(SystemError) in try file.writeAll(bytes) }
  }

  /// Returns when the content is on disk, as far as the system can tell.
  package func sync() throws(SystemError) {
    try withFile { file throws(SystemError) in try file.sync() }
  }

  /// - Parameter size: in bytes.
  package func truncate(to size: Int64) throws(SystemError) {
    try withFile { file throws(SystemError) in try file.truncate(to: size) }
  }

  /// Does nothing if it is already closed.
  package func close() throws(SystemError) {
    try naming(path) { () throws(SystemError) in
      if let file = file.take() { try file.closed() }
    }
  }

  private func withFile(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try naming(path) { () throws(SystemError) in
      switch file {
      case .some(let file): try body(file)
      case .none: throw SystemError(EBADF, .write)
      }
    }
  }
}
