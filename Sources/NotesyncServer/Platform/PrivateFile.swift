#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A small file outside of every vault that nobody but its owner may read: 0600, in a folder of 0700.
package struct PrivateFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Nil where nothing has that name.
  package func read() throws(PrivateFileError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw PrivateFileError(path, errno)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Self.retrying { readBytes(file, &buffer, buffer.count) }
      if count < 0 { throw PrivateFileError(path, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      // Accounts and keys are small; what is not is something else.
      if bytes.count > Self.sizeLimit { throw PrivateFileError(path, EFBIG) }
    }
  }

  /// Replaces the file, whole or not at all; it is on the disk afterwards.
  package func write(_ bytes: [UInt8]) throws(PrivateFileError) {
    let temporary = try writeTemporary(bytes)
    guard rename(temporary, path) == 0 else { throw failure(removing: temporary) }
    try syncFolder()
  }

  /// What is in the file; what `make` says where there is none, which is stored then.
  ///
  /// Of several processes that do this at once, all get the same.
  package func readOrCreate(_ make: () -> [UInt8]) throws(PrivateFileError) -> [UInt8] {
    if let bytes = try read() { return bytes }
    let temporary = try writeTemporary(make())
    let isMine = link(temporary, path) == 0
    guard isMine || errno == EEXIST else { throw failure(removing: temporary) }
    unlink(temporary)
    try syncFolder()
    guard let bytes = try read() else { throw PrivateFileError(path, ENOENT) }
    return bytes
  }

  /// Makes an empty file where there is none.
  package func makeIfMissing() throws(PrivateFileError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw PrivateFileError(path, errno) }
    close(file)
  }

  /// Makes the folder, and those above it that are missing, for its owner alone.
  package static func makeFolder(_ path: String) throws(PrivateFileError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if mkdir(part, 0o700) == 0 || errno == EEXIST || access(part, F_OK) == 0 { continue }
      throw PrivateFileError(part, errno)
    }
  }

  private static let sizeLimit = 1 << 24

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Gives back the name of a new file beside this one.
  private func writeTemporary(_ bytes: [UInt8]) throws(PrivateFileError) -> String {
    let temporary = "\(path).\(getpid()).\(UInt64.random(in: .min ... .max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw PrivateFileError(path, errno) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Self.retrying {
          writeBytes(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        }
      }
      guard count > 0 else { throw failure(removing: temporary) }
      done += count
    }
    guard fsync(file) == 0 else { throw failure(removing: temporary) }
    return temporary
  }

  private func failure(removing temporary: String) -> PrivateFileError {
    let error = PrivateFileError(path, errno)
    unlink(temporary)
    return error
  }

  private func syncFolder() throws(PrivateFileError) {
    let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { throw PrivateFileError(folder, errno) }
    defer { close(handle) }
    // File systems that cannot sync a folder are let be.
    _ = fsync(handle)
  }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// What the system said about a private file.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// The value of `errno`.
  package var code: Int32

  init(_ path: String, _ code: Int32) {
    self.path = path
    self.code = code
  }

  /// Reads after `path: `.
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    let words = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let text = String(decoding: words, as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

private func readBytes(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
