package import VaultFormat
package import VaultStore

/// Reads a vault into an index: every note once, on a fixed number of threads, with no cache of any kind.
///
/// The result depends on the files alone, not on the order in which threads reach them. A file that cannot be
/// read is a finding and stops nothing.
package struct VaultScanner: Sendable {
  private let folder: VaultFolder
  private let zone: TimeZoneRules
  private let threads: Int
  private let excluded: [VaultPath]

  /// - Parameters:
  ///   - zone: for times that are written without an offset.
  ///   - threads: as many as there are processors to use.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int) {
    self.init(vault.folder, excluding: vault.configuration.templates, zone: zone, threads: threads)
  }

  /// The notes of a folder of which nothing is known but that it is one.
  ///
  /// - Parameter excluding: paths below which files are no notes.
  package init(
    _ folder: VaultFolder, excluding excluded: [VaultPath] = [], zone: TimeZoneRules, threads: Int
  ) {
    self.folder = folder
    self.excluded = excluded
    self.zone = zone
    self.threads = threads
  }

  /// A walk through all files that git would look at, hidden ones too.
  func everyFile() -> VaultWalk {
    VaultWalk(folder, threads: threads, scope: .everything(EverythingRules()))
  }

  /// The notes that `query` lets through.
  ///
  /// - Parameters:
  ///   - keepsText: false leaves titles and tags out of the index, for a list of which only a
  ///     few notes will be shown: those are read again then.
  ///   - recorded: asked only where several files store one id.
  /// - Throws: for a regular expression that cannot be read; nothing else stops a scan.
  package func scan(
    _ query: NoteQuery = NoteQuery(), keepsText: Bool = true, recorded: RecordedNote? = nil
  ) throws(PatternError) -> VaultIndex {
    let matcher = QueryMatcher(query)
    // Made once here, so that a wrong expression is told before any thread starts.
    _ = try NoteScanner(matcher, keepsText: keepsText, zone: zone)
    let walk = VaultWalk(folder, threads: threads, excluding: excluded)
    let (scans, walkFindings) = walk.run {
      next -> (shard: IndexShard, findings: [LocatedFinding]) in
      guard var scanner = try? NoteScanner(matcher, keepsText: keepsText, zone: zone) else {
        return (IndexShard(), [])
      }
      while let batch = next() { scanner.scan(batch) }
      return (scanner.shard, scanner.findings)
    }
    let resolved = IdentityResolver.resolve(scans.map(\.shard), recorded: recorded) { path, id in
      guard let content = try? folder.read(path) else { return false }
      return NoteMetadata(of: NoteDocument(content.bytes), zone: zone).id == id
    }
    let findings = walkFindings + scans.flatMap(\.findings) + resolved.findings
    return VaultIndex(
      shards: resolved.shards, keepsText: keepsText,
      findings: findings.sorted { ($0.path, $0.finding.line) < ($1.path, $1.finding.line) })
  }
}
