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
  /// Nil if nothing is sealed.
  let today: CalendarDay?
  private let excluded: [VaultPath]

  /// - Parameters:
  ///   - zone: the time zone of times without an offset.
  ///   - today: of notes that are sealed on this day the index has what is shown of them (docs/vault-format.md, rule
  ///     K-17); nil reads all notes as they are, for what shows nothing.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int, sealedOn today: CalendarDay?) {
    self.init(
      vault.folder, excluding: vault.configuration.templates, zone: zone, threads: threads,
      sealedOn: today)
  }

  /// Scans the notes of any folder, without settings of a vault.
  ///
  /// - Parameter excluding: paths below which files are not notes.
  package init(
    _ folder: VaultFolder, excluding excluded: [VaultPath] = [], zone: TimeZoneRules, threads: Int,
    sealedOn today: CalendarDay? = nil
  ) {
    self.folder = folder
    self.excluded = excluded
    self.zone = zone
    self.threads = threads
    self.today = today
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
    _ = try NoteScanner(matcher, keepsText: keepsText, zone: zone, sealedOn: today)
    let unresolved = read(matcher, keepsText: keepsText)
    return unresolved.resolved(keepsText: keepsText, recorded: recorded, confirm: stores)
      .sealingCopies(matcher, opening)
  }

  /// - Parameter onOpen: called with each folder before its names are read; from several threads.
  func read(
    _ matcher: QueryMatcher, keepsText: Bool, onOpen: VaultWalk.FolderObserver? = nil
  ) -> UnresolvedIndex {
    let (scans, walkFindings) = walk(onOpen: onOpen).run {
      next -> (shard: IndexShard, findings: [LocatedFinding]) in
      guard
        var scanner = try? NoteScanner(matcher, keepsText: keepsText, zone: zone, sealedOn: today)
      else {
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

  /// Reads the note at a path again: when it opens; nil unless it is sealed.
  private func opening(_ path: VaultPath) -> CalendarDay? {
    guard let today, let content = try? folder.read(path) else { return nil }
    return NoteDocument(content.bytes).sealing(on: today, zone: zone)
  }

  /// Reads the note at a path again.
  func stores(_ path: VaultPath, _ id: NoteID) -> Bool {
    guard let content = try? folder.read(path) else { return false }
    return NoteMetadata(of: NoteDocument(content.bytes), zone: zone).id == id
  }
}
