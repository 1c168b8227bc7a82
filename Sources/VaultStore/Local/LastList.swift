package import VaultFormat

/// The ids of the last list of a vault, so that `@3` means the third of them.
///
/// Stored in `.tl/local/last-list`: the time on the first line, then one id per line. It belongs to this device and may
/// be lost, so it is not synced to disk.
package struct LastList: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  package var ids: [NoteID]

  /// More than anyone counts.
  package static let limit = 1_000
  /// In seconds.
  ///
  /// After that time the user probably means another list.
  package static let lifetime: Int64 = 3_600

  package init(time: Int64, ids: [NoteID]) {
    self.time = time
    self.ids = Array(ids.prefix(Self.limit))
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault) {
    guard let lines = vault.localLines(of: VaultLayout.lastList, limit: 1 << 20),
      let time = lines.first.flatMap({ Int64($0) })
    else { return nil }
    self.time = time
    ids = lines.dropFirst().compactMap { NoteID($0) }
  }

  /// Replaces the stored list.
  package func save(in vault: Vault) throws(StoreError) {
    // An id is nearly always one line; another one cannot be stored here.
    let lines = ["\(time)"] + ids.map { $0.text.utf8.contains(UInt8(ascii: "\n")) ? "?" : $0.text }
    try vault.save(localLines: lines, at: VaultLayout.lastList)
  }
}
