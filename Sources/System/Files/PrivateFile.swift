#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A small file that tl keeps for itself, readable by its owner alone (0600).
package struct PrivateFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Reads all of it; a link is followed, since the file may have been put there by hand.
  ///
  /// - Returns: nil if nothing has that name.
  package func read() throws(SystemError) -> [UInt8]? {
    let bytes: [UInt8]?
    do {
      bytes = try FileInput.contents(of: path, limit: Self.sizeLimit, followsLink: true)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    // Accounts and keys are small; what is not is something else.
    guard let bytes else { throw SystemError(EFBIG, .read, path: path) }
    return bytes
  }

  /// Replaces the file, whole or not at all; it is on the disk afterwards.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let temporary = try writeTemporary(bytes)
    do {
      try SystemPath.move(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Reads the file; if there is none, stores what `make` gives.
  ///
  /// Several processes that do this at once all get the same.
  package func readOrCreate(_ make: () -> [UInt8]) throws(SystemError) -> [UInt8] {
    if let bytes = try read() { return bytes }
    let temporary = try writeTemporary(make())
    defer { unlink(temporary) }
    if link(temporary, path) != 0, errno != EEXIST { throw SystemError(last: .link, path: path) }
    try SystemPath.syncFolder(SystemPath.parent(of: path))
    guard let bytes = try read() else { throw SystemError.missing(.read).at(path) }
    return bytes
  }

  /// Makes an empty file if there is none.
  package func makeIfMissing() throws(SystemError) {
    try FileOutput(appendingTo: path).close()
  }

  private static let sizeLimit = 1 << 24

  /// - Returns: the path of a new file beside this one, which is on the disk.
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
