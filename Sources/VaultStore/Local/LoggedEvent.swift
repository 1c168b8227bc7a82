package import VaultFormat

/// The event of a tracker that was logged last on this device, so that it can be taken back.
///
/// Stored in `.tl/local/last-event`: the path of the tracker on the first line, the number of bytes of the item on the
/// second, then the item and all that was written with it. It may be lost, so it is not synced to disk.
package struct LoggedEvent: Sendable {
  package var path: VaultPath
  /// The line with its line ending.
  package var item: [UInt8] = []
  /// The item, and a heading before it if that was written too.
  package var inserted: [UInt8] = []

  package init(path: VaultPath) {
    self.path = path
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault) {
    guard let bytes = try? vault.folder.read(VaultLayout.lastEvent, limit: 1 << 24).bytes else {
      return nil
    }
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let path = VaultPath(Array(parts[0])),
      let count = Int(String(decoding: parts[1], as: UTF8.self)), 0...parts[2].count ~= count
    else { return nil }
    self.path = path
    item = Array(parts[2].prefix(count))
    inserted = Array(parts[2].dropFirst(count))
  }

  /// Replaces the stored one.
  package func save(in vault: Vault) throws(StoreError) {
    try vault.folder.makeFolders(VaultLayout.local)
    try AtomicFileWriter(vault.folder).replaceUnsynced(
      VaultLayout.lastEvent, path.bytes + Array("\n\(item.count)\n".utf8) + item + inserted)
  }

  /// Does nothing if there is none.
  package static func forget(in vault: Vault) {
    try? vault.folder.removeFile(VaultLayout.lastEvent)
  }
}
