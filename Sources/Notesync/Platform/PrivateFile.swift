#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A small file that tl keeps for itself and nobody but its owner may read: 0600.
package struct PrivateFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Reads all of it; a link is followed, since the file may be one that was put there by hand.
  ///
  /// - Returns: nil where nothing has that name.
  package func read() throws(SystemFailure) -> [UInt8]? {
    let bytes: [UInt8]?
    do {
      bytes = try FileInput.contents(of: path, limit: Self.sizeLimit, followsLink: true)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    // Accounts and keys are small; what is not is something else.
    guard let bytes else { throw SystemFailure(path, code: EFBIG) }
    return bytes
  }

  /// Replaces the file, whole or not at all; it is on the disk afterwards.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    let temporary = try writeTemporary(bytes)
    do {
      try SystemFolder.move(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// What is in the file; what `make` says where there is none, which is stored then.
  ///
  /// Of several processes that do this at once, all get the same.
  package func readOrCreate(_ make: () -> [UInt8]) throws(SystemFailure) -> [UInt8] {
    if let bytes = try read() { return bytes }
    let temporary = try writeTemporary(make())
    defer { unlink(temporary) }
    if link(temporary, path) != 0, errno != EEXIST { throw SystemFailure(path) }
    try SystemFolder.sync(SystemFolder.parent(of: path))
    guard let bytes = try read() else { throw SystemFailure(path, code: ENOENT) }
    return bytes
  }

  /// Makes an empty file where there is none.
  package func makeIfMissing() throws(SystemFailure) {
    try FileOutput(appendingTo: path).close()
  }

  private static let sizeLimit = 1 << 24

  /// Gives back the path of a new file beside this one, which is on the disk.
  private func writeTemporary(_ bytes: [UInt8]) throws(SystemFailure) -> String {
    let output = try FileOutput(newIn: SystemFolder.parent(of: path), prefix: ".tl-tmp-")
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
