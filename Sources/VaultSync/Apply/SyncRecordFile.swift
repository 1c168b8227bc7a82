internal import VaultFormat
internal import VaultStore

/// The small files in which sync remembers things, below `.tl/local`.
enum SyncRecordFile {
  /// Replaces a file whole, or makes it; returns once it is on the disk.
  ///
  /// What is empty has no file.
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
