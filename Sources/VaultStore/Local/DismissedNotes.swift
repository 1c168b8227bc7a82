package import VaultFormat

/// The notes that are not to be remembered on a day, on this device.
///
/// Stored in `.tl/local/dismissed`: a day and an id on each line, the newest last.
package struct DismissedNotes: Sendable {
  package let day: CalendarDay
  package private(set) var ids: [NoteID]
  private let others: [String]

  /// More than anyone dismisses.
  private static let limit = 1_000

  /// Empty if there are none of that day, or they cannot be read.
  package init(of vault: Vault, on day: CalendarDay) {
    self.day = day
    let lines = vault.localLines(of: VaultLayout.dismissed, limit: 1 << 20) ?? []
    let beginning = "\(day) "
    ids = lines.filter { $0.hasPrefix(beginning) }
      .compactMap { NoteID(String($0.dropFirst(beginning.count))) }
    others = lines.filter { !$0.hasPrefix(beginning) }
  }

  /// Adds a note, and stores it.
  package mutating func add(_ id: NoteID, in vault: Vault) throws(StoreError) {
    guard !ids.contains(id), !id.text.utf8.contains(UInt8(ascii: "\n")) else { return }
    ids.append(id)
    let lines = others.suffix(Self.limit) + ids.map { "\(day) \($0.text)" }
    try vault.save(localLines: Array(lines), at: VaultLayout.dismissed)
  }
}
