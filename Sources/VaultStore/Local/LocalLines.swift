internal import VaultFormat

/// A file of lines in `.tl/local`.
///
/// It belongs to this device and may be lost, so it is not synced to disk.
extension Vault {
  /// Nil if there is none, or it cannot be read.
  ///
  /// - Parameter limit: of its size, in bytes.
  func localLines(of path: VaultPath, limit: Int) -> [String]? {
    guard let bytes = try? folder.read(path, limit: limit).bytes else { return nil }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces the file.
  func save(localLines lines: [String], at path: VaultPath) throws(StoreError) {
    try folder.makeFolders(VaultLayout.local)
    try AtomicFileWriter(folder).replaceUnsynced(
      path, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
