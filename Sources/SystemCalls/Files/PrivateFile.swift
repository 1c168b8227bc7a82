#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A small file of tl that only its owner can read (0600).
package struct PrivateFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Reads the whole file; follows a link, since the user may have put one there.
  ///
  /// - Returns: nil if the file does not exist.
  package func read() throws(SystemError) -> [UInt8]? {
    let bytes: [UInt8]?
    do {
      bytes = try FileInput.contents(of: path, limit: Self.sizeLimit, followsLink: true)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    // Accounts and keys are small.
    guard let bytes else { throw SystemError(EFBIG, .read, path: path) }
    return bytes
  }

  /// Replaces the file atomically; it is on disk afterwards.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let temporary = try writeTemporary(bytes)
    do {
      try SystemPath.move(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Reads the file; if it does not exist, stores what `make` returns.
  ///
  /// Several processes that call this at once get the same content.
  package func readOrCreate(_ make: () -> [UInt8]) throws(SystemError) -> [UInt8] {
    if let bytes = try read() { return bytes }
    let temporary = try writeTemporary(make())
    defer { unlink(temporary) }
    if link(temporary, path) != 0, errno != EEXIST { throw SystemError(last: .link, path: path) }
    try SystemPath.syncFolder(SystemPath.parent(of: path))
    guard let bytes = try read() else { throw SystemError.missing(.read).at(path) }
    return bytes
  }

  /// Creates an empty file if it does not exist.
  package func makeIfMissing() throws(SystemError) {
    try FileOutput(appendingTo: path).close()
  }

  private static let sizeLimit = 1 << 24

  /// - Returns: the path of a new file beside this one; it is on disk.
  private func writeTemporary(_ bytes: [UInt8]) throws(SystemError) -> String {
    let output = try FileOutput(newIn: SystemPath.parent(of: path), prefix: ".tl-tmp-")
    do {
      try output.write(bytes)
      try output.sync()
      try output.close()
    } catch {
      unlink(output.path)
      throw error
    }
    return output.path
  }
}

/// Small files outside of vaults.
package enum SystemFile {
  /// The content of a regular file of less than 16 MiB; nil if it does not exist or cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    try? FileInput.contents(of: path, limit: 1 << 24, followsLink: true)
  }

  /// Creates a file that only its owner can read; false if that fails.
  package static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    write(bytes, to: try? FileOutput(new: path))
  }

  /// Writes a file that all users may read, replacing its content if it exists; false if that fails.
  package static func replace(_ path: String, _ bytes: [UInt8]) -> Bool {
    write(bytes, to: try? FileOutput(overwriting: path))
  }

  private static func write(_ bytes: [UInt8], to output: FileOutput?) -> Bool {
    guard let output else { return false }
    do {
      try output.write(bytes)
      try output.sync()
      return true
    } catch {
      return false
    }
  }
}
