package import VaultFormat

/// The events of the last list of a tracker, so that `tl event rm coffee 3` means the third of them, or nothing.
///
/// Stored in `.tl/local/last-events`: the id of the tracker on the first line, then a line for each event. It belongs to
/// this device and may be lost, so it is not synced to disk.
package struct EventList: Sendable {
  package var tracker: NoteID
  /// A mark of each, the newest first: equal for events that are equal, without line breaks.
  package var marks: [String]

  /// More than anyone counts.
  package static let limit = 100_000

  package init(tracker: NoteID, marks: some Sequence<String>) {
    self.tracker = tracker
    self.marks = Array(marks.prefix(Self.limit))
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault) {
    guard let lines = vault.localLines(of: VaultLayout.lastEvents, limit: 1 << 23),
      let tracker = lines.first.flatMap({ NoteID($0) })
    else { return nil }
    self.init(tracker: tracker, marks: lines.dropFirst())
  }

  /// Replaces the stored list.
  package func save(in vault: Vault) throws(StoreError) {
    guard !tracker.text.utf8.contains(UInt8(ascii: "\n")) else { return }
    try vault.save(localLines: [tracker.text] + marks, at: VaultLayout.lastEvents)
  }
}
