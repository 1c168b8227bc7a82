internal import Synchronization
internal import SystemCalls
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
        AnyNoteVisitor(needsBody: Visitor.needsBody) { visitor?.visit($0) }
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

extension VaultScanner {
  /// The notes of an index that match each of several queries; a file is read once for all of them.
  ///
  /// A note matches if it would in a scan of the vault; notes that are not in the index are not found.
  ///
  /// - Returns: for each query its notes, in no particular order.
  /// - Throws: for an invalid regular expression.
  package func notes(
    of index: VaultIndex, matching queries: [NoteQuery]
  ) throws(PatternError) -> [[VaultIndex.Position]] {
    let matchers = queries.map(QueryMatcher.init)
    // Compiled once here, so that an invalid expression is reported before any thread starts.
    _ = try matchers.map(noteScanner)
    let notes = index.positions
    let chunks = Mutex(stride(from: 0, to: notes.count, by: 64).makeIterator())
    let found = ThreadTeam.run(max(1, threads)) { () -> [[VaultIndex.Position]] in
      guard let scanners = try? matchers.map(noteScanner) else { return [] }
      var reader = QueriesReader(scanners, folder, index)
      while let start = chunks.withLock({ $0.next() }) {
        reader.read(notes[start..<min(start + 64, notes.count)])
      }
      return reader.found
    }
    return queries.indices.map { number in found.flatMap { $0.isEmpty ? [] : $0[number] } }
  }

  /// For notes of which only the places are wanted.
  func noteScanner(_ matcher: QueryMatcher) throws(PatternError) -> NoteScanner {
    try NoteScanner(matcher, keepsText: false, zone: zone, sealedOn: today)
  }
}

/// One thread's part.
private struct QueriesReader {
  private var scanners: [NoteScanner]
  private let index: VaultIndex
  private var folders: ReopenedFolders
  private let buffer = ScanBuffer(sizeLimit: VaultFolder.readLimit)
  /// For each scanner.
  private(set) var found: [[VaultIndex.Position]]

  init(_ scanners: [NoteScanner], _ root: VaultFolder, _ index: VaultIndex) {
    (self.scanners, self.index) = (scanners, index)
    folders = ReopenedFolders(root, index)
    found = Array(repeating: [], count: scanners.count)
  }

  mutating func read(_ notes: ArraySlice<VaultIndex.Position>) {
    for position in notes {
      let wanted = scanners.indices.filter { scanners[$0].matcher.mayAllow(position, of: index) }
      guard !wanted.isEmpty, let batch = folders.batch(ofNoteAt: position) else { continue }
      for number in matches(of: batch, among: wanted) { found[number].append(position) }
    }
    for number in scanners.indices { scanners[number].forgetNotes() }
  }

  /// The numbers of the scanners that a note matches; none if it cannot be read.
  private mutating func matches(of note: WalkBatch, among wanted: [Int]) -> [Int] {
    var matches: [Int] = []
    note.forEach { name, _ in
      guard let start = name.baseAddress else { return }
      try? buffer.read(start, in: note.folder.descriptor, first: nil) { bytes, isWhole in
        guard isWhole else { return .needsRest }
        matches = wanted.filter { number in
          let before = scanners[number].shard.matchCount
          scanners[number].scan(note, whole: bytes)
          return scanners[number].shard.matchCount > before
        }
        return .enough
      }
    }
    return matches
  }
}
