internal import VaultFormat
internal import VaultStore

/// The small files of sync below `.tl/local`.
enum SyncRecordFile {
  /// Replaces or creates a file; returns when it is on disk.
  ///
  /// Empty content removes the file.
  ///
  /// The caller holds the `write` lock.
  static func write(_ bytes: [UInt8], at path: VaultPath, in vault: VaultFolder) throws {
    guard !bytes.isEmpty else {
      if try vault.exists(path) { try vault.removeFile(path) }
      return
    }
    let writer = AtomicFileWriter(vault)
    if try writer.create(path, bytes) { return }
    try writer.replace(path) { _ in bytes }
  }
}
