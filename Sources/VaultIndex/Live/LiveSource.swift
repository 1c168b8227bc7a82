package import VaultFormat
package import VaultStore

/// What a live index reads, and how.
package struct LiveSource: Sendable {
  /// Opens the vault; called before each scan of all of it, since its settings may have changed.
  package var open: @Sendable () throws(StoreError) -> Vault
  /// The time zone of times without an offset.
  package var zone: TimeZoneRules
  package var threads: Int
  /// Today in that zone; a note that opens is shown at the next scan of everything.
  package var today: @Sendable () -> CalendarDay
  /// Called only for ids that several files store.
  package var recorded: (@Sendable (_ id: NoteID, _ paths: [VaultPath]) -> VaultPath?)?
  /// The time of a monotonic clock.
  package var milliseconds: @Sendable () -> Int64

  package init(
    zone: TimeZoneRules, threads: Int, today: @escaping @Sendable () -> CalendarDay,
    milliseconds: @escaping @Sendable () -> Int64,
    recorded: (@Sendable (_ id: NoteID, _ paths: [VaultPath]) -> VaultPath?)? = nil,
    open: @escaping @Sendable () throws(StoreError) -> Vault
  ) {
    self.open = open
    self.zone = zone
    self.threads = threads
    self.today = today
    self.recorded = recorded
    self.milliseconds = milliseconds
  }

  func index(of scan: LiveScan) -> VaultIndex {
    scan.notes.resolved(keepsText: true, recorded: recorded, confirm: scan.stores)
      .sealingCopies(QueryMatcher(NoteQuery())) { _ in nil }
  }
}
