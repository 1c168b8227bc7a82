package import VaultFormat
package import VaultStore

/// Reads a vault into an index: every note once, on a fixed number of threads, without a cache.
///
/// The result depends only on the files, not on the order in which threads reach them. An unreadable file is a finding
/// and does not stop the scan.
package struct VaultScanner: Sendable {
  let folder: VaultFolder
  let zone: TimeZoneRules
  let threads: Int
  private let excluded: [VaultPath]

  /// - Parameter zone: the time zone of times without an offset.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int) {
    self.init(vault.folder, excluding: vault.configuration.templates, zone: zone, threads: threads)
  }

  /// Scans the notes of any folder, without settings of a vault.
  ///
  /// - Parameter excluding: paths below which files are not notes.
  package init(
    _ folder: VaultFolder, excluding excluded: [VaultPath] = [], zone: TimeZoneRules, threads: Int
  ) {
    self.folder = folder
    self.excluded = excluded
    self.zone = zone
    self.threads = threads
  }

  /// The notes that match `query`.
  ///
  /// - Parameters:
  ///   - keepsText: false leaves titles and tags out of the index, for a list that shows only a few notes, which are
  ///     then read again.
  ///   - recorded: called only for ids that several files store.
  /// - Throws: for an invalid regular expression; nothing else stops a scan.
  package func scan(
    _ query: NoteQuery = NoteQuery(), keepsText: Bool = true, recorded: RecordedNote? = nil
  ) throws(PatternError) -> VaultIndex {
    let matcher = QueryMatcher(query)
    // Compiled once here, so that an invalid expression is reported before any thread starts.
    _ = try NoteScanner(matcher, keepsText: keepsText, zone: zone)
    let unresolved = read(matcher, keepsText: keepsText)
    return unresolved.resolved(keepsText: keepsText, recorded: recorded, confirm: stores)
  }

  /// - Parameter onOpen: called with each folder before its names are read; from several threads.
  func read(
    _ matcher: QueryMatcher, keepsText: Bool, onOpen: VaultWalk.FolderObserver? = nil
  ) -> UnresolvedIndex {
    let (scans, walkFindings) = walk(onOpen: onOpen).run {
      next -> (shard: IndexShard, findings: [LocatedFinding]) in
      guard var scanner = try? NoteScanner(matcher, keepsText: keepsText, zone: zone) else {
        return (IndexShard(), [])
      }
      while let batch = next() { scanner.scan(batch) }
      return (scanner.shard, scanner.findings)
    }
    return UnresolvedIndex(
      shards: scans.map(\.shard), findings: walkFindings + scans.flatMap(\.findings))
  }

  func walk(onOpen: VaultWalk.FolderObserver? = nil) -> VaultWalk {
    VaultWalk(folder, threads: threads, excluding: excluded, onOpen: onOpen)
  }

  /// Reads the note at a path again.
  func stores(_ path: VaultPath, _ id: NoteID) -> Bool {
    guard let content = try? folder.read(path) else { return false }
    return NoteMetadata(of: NoteDocument(content.bytes), zone: zone).id == id
  }
}
