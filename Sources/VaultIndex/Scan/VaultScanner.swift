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
    return scan(matcher, keepsText: keepsText, recorded: recorded) { nil as KeyVisitor? }.index
  }

  /// All notes, and which of them have one of the keys, sealed or not, in no particular order.
  package func scan(
    noting keys: KnownKeySet, keepsText: Bool = true, recorded: RecordedNote? = nil
  ) -> (index: VaultIndex, noted: [VaultIndex.Position]) {
    let (index, visitors) = scan(keepsText: keepsText, recorded: recorded) { KeyVisitor(keys) }
    return (index, visitors.enumerated().flatMap { index.matches($1.numbers, inShard: $0) })
  }

  /// All notes, and what the visitors of the threads gathered from them.
  ///
  /// - Parameter visitor: makes one for a thread.
  package func scan<Visitor: NoteVisitor>(
    keepsText: Bool = true, recorded: RecordedNote? = nil, visitor: @Sendable () -> Visitor
  ) -> (index: VaultIndex, visitors: [Visitor]) {
    scan(QueryMatcher(NoteQuery()), keepsText: keepsText, recorded: recorded, visitor: visitor)
  }

  private func scan<Visitor: NoteVisitor>(
    _ matcher: QueryMatcher, keepsText: Bool, recorded: RecordedNote?,
    visitor: @Sendable () -> Visitor?
  ) -> (index: VaultIndex, visitors: [Visitor]) {
    let (unresolved, visitors) = read(matcher, keepsText: keepsText, visitor: visitor)
    let index = unresolved.resolved(keepsText: keepsText, recorded: recorded, confirm: stores)
      .sealingCopies(matcher, opening)
    return (index, visitors)
  }

  /// - Parameter onOpen: called with each folder before its names are read; from several threads.
  func read(
    _ matcher: QueryMatcher, keepsText: Bool, onOpen: VaultWalk.FolderObserver? = nil
  ) -> UnresolvedIndex {
    read(matcher, keepsText: keepsText, onOpen: onOpen) { nil as KeyVisitor? }.notes
  }

  /// - Returns: the visitors in the order of the shards.
  private func read<Visitor: NoteVisitor>(
    _ matcher: QueryMatcher, keepsText: Bool, onOpen: VaultWalk.FolderObserver? = nil,
    visitor make: @Sendable () -> Visitor?
  ) -> (notes: UnresolvedIndex, visitors: [Visitor]) {
    let (scans, walkFindings) = walk(onOpen: onOpen).run {
      next -> (shard: IndexShard, findings: [LocatedFinding], visitor: Visitor?) in
      var visitor = make()
      let observer = visitor.map { _ in
        NoteObserver(needsBody: Visitor.needsBody) { visitor?.visit($0) }
      }
      guard
        var scanner = try? NoteScanner(
          matcher, keepsText: keepsText, zone: zone, sealedOn: today, observer: observer)
      else {
        return (IndexShard(), [], visitor)
      }
      while let batch = next() { scanner.scan(batch) }
      return (scanner.shard, scanner.findings, visitor)
    }
    let notes = UnresolvedIndex(
      shards: scans.map(\.shard), findings: walkFindings + scans.flatMap(\.findings))
    return (notes, scans.compactMap(\.visitor))
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
