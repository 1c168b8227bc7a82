package import VaultFormat

/// The notes that are not to be remembered on a day, on this device.
///
/// Stored in `.tl/local/dismissed`: the day on the first line, then one id per line. Those of another day are forgotten.
package struct DismissedNotes: Sendable {
  package let day: CalendarDay
  package private(set) var ids: [NoteID] = []

  /// Empty if there are none of that day, or they cannot be read.
  package init(of vault: Vault, on day: CalendarDay) {
    self.day = day
    guard let lines = vault.localLines(of: VaultLayout.dismissed, limit: 1 << 20),
      lines.first == "\(day)"
    else { return }
    ids = lines.dropFirst().compactMap { NoteID($0) }
  }

  /// Adds a note, and replaces the stored ones.
  package mutating func add(_ id: NoteID, in vault: Vault) throws(StoreError) {
    guard !ids.contains(id), !id.text.utf8.contains(UInt8(ascii: "\n")) else { return }
    ids.append(id)
    try vault.save(localLines: ["\(day)"] + ids.map(\.text), at: VaultLayout.dismissed)
  }
}
