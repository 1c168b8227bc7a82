package import VaultFormat
package import VaultStore

/// Checks a whole vault for problems (docs/vault-format.md, part C), in one pass on a fixed number of threads.
///
/// Writes nothing. The result depends only on the files, not on the order in which threads reach them. A file that
/// cannot be read gives a finding; the check goes on.
package struct VaultChecker: Sendable {
  private let vault: Vault
  private let zone: TimeZoneRules
  private let threads: Int
  private let today: CalendarDay?
  /// See `CheckSettings.skipsFastPath`.
  var skipsFastPath = false

  /// - Parameters:
  ///   - zone: the time zone of times without an offset.
  ///   - today: findings about notes that are sealed on this day say nothing of their words (docs/vault-format.md, rule
  ///     K-17); nil if nothing is sealed.
  package init(
    _ vault: Vault, zone: TimeZoneRules, threads: Int, sealedOn today: CalendarDay? = nil
  ) {
    self.vault = vault
    self.zone = zone
    self.threads = threads
    self.today = today
  }

  /// - Parameter recorded: called only for ids that several files store.
  package func check(recorded: RecordedNote? = nil) -> VaultCheck {
    var settings = CheckSettings(vault.configuration, zone: zone, sealedOn: today)
    settings.skipsFastPath = skipsFastPath
    let walk = VaultWalk(
      vault.folder, threads: threads, excluding: vault.configuration.templates)
    var (shards, findings) = EntryChecker.run(walk, settings)
    findings += Self.resolveIdentities(&shards, recorded) + shards.flatMap(\.findings)
    findings += vault.configuration.findings.map { LocatedFinding(VaultLayout.configuration, $0) }
    var report = CheckReport(findings: findings)
    let names = NameIndex(shards.map(\.names))
    report.checkNames(names)
    report.checkIdentity(shards, vault.templatePlaces())
    report.checkLinks(shards, names, in: vault.folder)
    report.addMarkedLogs(shards)
    report.addSpellings(shards)
    report.addLeftovers(shards)
    return VaultCheck(
      findings: report.findings.sorted(by: VaultCheck.precedes), repairs: report.repairs,
      noteCount: shards.reduce(0) { $0 + $1.notes.count })
  }

  /// Resolves which note owns an id, and updates the shards.
  private static func resolveIdentities(
    _ shards: inout [CheckShard], _ recorded: RecordedNote?
  ) -> [LocatedFinding] {
    let resolved = IdentityResolver.resolve(shards.map(\.index), recorded: recorded) { _, _ in
      true
    }
    for (number, index) in resolved.shards.enumerated() { shards[number].index = index }
    return resolved.findings
  }
}

/// The result of a vault check.
package struct VaultCheck: Sendable {
  /// Sorted by path, line and column.
  package var findings: [LocatedFinding]
  /// The safe repairs, in the order in which to run them.
  package var repairs: [Repair]
  /// The number of actions in all repairs.
  package var repairCount: Int { repairs.reduce(0) { $0 + $1.actionCount } }
  package var noteCount: Int

  /// The order by path, line and column.
  package static func precedes(_ a: LocatedFinding, _ b: LocatedFinding) -> Bool {
    if a.path != b.path { return a.path < b.path }
    let (first, second) = (a.finding, b.finding)
    if first.line != second.line { return first.line < second.line }
    if first.column != second.column { return first.column < second.column }
    return (first.code.rawValue, first.message) < (second.code.rawValue, second.message)
  }
}
