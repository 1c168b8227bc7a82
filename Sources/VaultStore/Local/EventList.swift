package import VaultFormat

/// The times of the last list of a tracker's events, so that `tl event rm coffee 3` means the third of them, or nothing.
///
/// Stored in `.tl/local/last-events`: the id of the tracker on the first line, then a line for each event. It belongs to
/// this device and may be lost, so it is not synced to disk.
package struct EventList: Sendable {
  package var tracker: NoteID
  /// In RFC 3339, the newest first.
  package var times: [String]

  /// More than anyone counts.
  package static let limit = 1_000

  package init(tracker: NoteID, times: some Sequence<String>) {
    self.tracker = tracker
    self.times = Array(times.prefix(Self.limit))
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault) {
    guard let bytes = try? vault.folder.read(VaultLayout.lastEvents, limit: 1 << 20).bytes else {
      return nil
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let tracker = lines.first.flatMap({ NoteID($0) }) else { return nil }
    self.init(tracker: tracker, times: lines.dropFirst())
  }

  /// Replaces the stored list.
  package func save(in vault: Vault) throws(StoreError) {
    guard !tracker.text.utf8.contains(UInt8(ascii: "\n")) else { return }
    try vault.folder.makeFolders(VaultLayout.local)
    try AtomicFileWriter(vault.folder).replaceUnsynced(
      VaultLayout.lastEvents,
      Array(([tracker.text] + times).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")])
  }
}
