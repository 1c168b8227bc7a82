package import VaultFormat

/// The event of a tracker that was logged last on this device, so that it can be taken back.
///
/// Stored in `.tl/local/last-event`: the path of the tracker on the first line, the numbers of bytes of the item and of what
/// it replaced on the second, then both, and all that was written with the item. It may be lost, so it is not synced to
/// disk.
package struct LoggedEvent: Sendable {
  package var path: VaultPath
  /// The line with its line ending.
  package var item: [UInt8] = []
  /// What stood in its place before, of an event that was ended; empty for a new one.
  package var replaced: [UInt8] = []
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
      case let counts = parts[1].split(separator: UInt8(ascii: " ")).map({
        Int(String(decoding: $0, as: UTF8.self)) ?? -1
      }), counts.count == 2, counts.allSatisfy({ 0...parts[2].count ~= $0 })
    else { return nil }
    self.path = path
    item = Array(parts[2].prefix(counts[0]))
    replaced = Array(parts[2].dropFirst(counts[0]).prefix(counts[1]))
    inserted = Array(parts[2].dropFirst(counts[0] + counts[1]))
  }

  /// Replaces the stored one.
  package func save(in vault: Vault) throws(StoreError) {
    try vault.folder.makeFolders(VaultLayout.local)
    try AtomicFileWriter(vault.folder).replaceUnsynced(
      VaultLayout.lastEvent,
      path.bytes + Array("\n\(item.count) \(replaced.count)\n".utf8) + item + replaced
        + inserted)
  }

  /// Does nothing if there is none.
  package static func forget(in vault: Vault) {
    try? vault.folder.removeFile(VaultLayout.lastEvent)
  }
}
