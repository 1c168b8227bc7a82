package import VaultFormat
package import VaultStore

/// Looks through a whole vault for what deserves a word (docs/vault-format.md, part C), once, on a fixed number
/// of threads.
///
/// Writes nothing. The result depends on the files alone, not on the order in which threads reach them. What
/// cannot be read is a finding and stops nothing.
package struct VaultChecker: Sendable {
  private let vault: Vault
  private let zone: TimeZoneRules
  private let threads: Int
  /// As `CheckSettings.takesLongWay`.
  var takesLongWay = false

  /// - Parameters:
  ///   - zone: for times that are written without an offset.
  ///   - threads: as many as there are processors to use.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int) {
    self.vault = vault
    self.zone = zone
    self.threads = threads
  }

  /// - Parameter recorded: asked only where several files store one id.
  package func check(recorded: RecordedNote? = nil) -> VaultCheck {
    var settings = CheckSettings(vault.configuration, zone: zone)
    settings.takesLongWay = takesLongWay
    let walk = VaultWalk(
      vault.folder, threads: threads, excluding: vault.configuration.templates)
    let (gathered, walkFindings) = walk.run { [settings] next -> CheckShard in
      var checker = EntryChecker(settings)
      while let batch = next() { checker.check(batch) }
      return checker.shard
    }
    let (shards, identities) = Self.settleIdentity(gathered, recorded)
    var report = CheckReport(findings: walkFindings + identities)
    for shard in shards { report.findings += shard.findings }
    report.findings += vault.configuration.findings.map {
      LocatedFinding(VaultLayout.configuration, $0)
    }
    let names = NameIndex(shards.map(\.names))
    report.checkNames(names)
    report.checkIdentity(shards, vault.templatePlaces())
    report.checkLinks(shards, names, vault.folder)
    report.addLeftovers(shards)
    return VaultCheck(
      findings: report.findings.sorted(by: Self.precedes), repairs: report.repairs,
      noteCount: shards.reduce(0) { $0 + $1.notes.count })
  }

  /// Which note owns which id; the shards know it afterwards.
  private static func settleIdentity(
    _ shards: [CheckShard], _ recorded: RecordedNote?
  ) -> (shards: [CheckShard], findings: [LocatedFinding]) {
    let resolved = IdentityResolver.resolve(shards.map(\.index), recorded: recorded) { _, _ in
      true
    }
    var shards = shards
    for (number, index) in resolved.shards.enumerated() { shards[number].index = index }
    return (shards, resolved.findings)
  }

  private static func precedes(_ a: LocatedFinding, _ b: LocatedFinding) -> Bool {
    if a.path != b.path { return a.path < b.path }
    let (first, second) = (a.finding, b.finding)
    if first.line != second.line { return first.line < second.line }
    if first.column != second.column { return first.column < second.column }
    return (first.code.rawValue, first.message) < (second.code.rawValue, second.message)
  }
}

/// What a check found.
package struct VaultCheck: Sendable {
  /// By path, line and column.
  package var findings: [LocatedFinding]
  /// What has one safe answer, each note and folder once; in the order in which to carry them out.
  package var repairs: [Repair]
  /// How many deeds the repairs take.
  package var repairCount: Int { repairs.reduce(0) { $0 + $1.deedCount } }
  package var noteCount: Int
}

/// What the checks of all threads together come to.
struct CheckReport {
  var findings: [LocatedFinding]
  var repairs: [Repair] = []

  mutating func add(
    _ path: VaultPath, _ severity: Finding.Severity, _ code: Finding.Code, _ message: String,
    line: Int = 1, column: Int = 1
  ) {
    findings.append(
      LocatedFinding(path, Finding(severity, code, message, line: line, column: column)))
  }
}
