internal import VaultFormat
internal import VaultStore

/// The lists that sync keeps in `.tl/local/sync`.
enum SyncRecordFile {
  /// Returns once it is on the disk; an empty list has no file.
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
