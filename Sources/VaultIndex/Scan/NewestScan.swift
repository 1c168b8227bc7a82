internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Finds the newest notes of an index that match a query, by reading files from the newest on until there are enough.
///
/// A note matches if it would in a scan of the whole vault; notes that are not in the index are not found.
package struct NewestScan: Sendable {
  private let scanner: VaultScanner

  /// The notes that one thread reads before it looks for the end.
  private static let chunkSize = 64

  package init(_ scanner: VaultScanner) { self.scanner = scanner }

  package struct Hits: Sendable {
    /// In the order of the notes that were given.
    package var notes: [VaultIndex.Position]
    /// There are no further hits.
    package var isComplete: Bool
  }

  /// - Parameters:
  ///   - limit: at least so many hits are enough.
  ///   - sorted: notes of `index`, the newest first.
  /// - Returns: at most `limit` hits; nil if it was stopped.
  /// - Throws: for an invalid regular expression.
  package func hits(
    _ limit: Int, of query: NoteQuery, among sorted: [VaultIndex.Position], of index: VaultIndex,
    stop: ScanStop
  ) throws(PatternError) -> Hits? {
    let matcher = QueryMatcher(query)
    // Compiled once here, so that an invalid expression is reported before any thread starts.
    _ = try scanner.noteScanner(matcher)
    let candidates = sorted.filter { matcher.mayAllow($0, of: index) }
    guard limit > 0 else { return Hits(notes: [], isComplete: candidates.isEmpty) }
    let chunks = stride(from: 0, to: candidates.count, by: Self.chunkSize).map {
      candidates[$0..<min($0 + Self.chunkSize, candidates.count)]
    }
    let progress = Mutex(ScanProgress(limit: limit))
    let team = min(max(1, scanner.threads), max(1, chunks.count))
    _ = ThreadTeam.run(team) {
      guard let noteScanner = try? scanner.noteScanner(matcher) else { return }
      var reader = NewestReader(noteScanner, scanner.folder, index)
      while !stop.isStopped, let number = progress.withLock({ $0.next(of: chunks.count) }) {
        guard let found = reader.hits(in: chunks[number], stop: stop) else { return }
        progress.withLock { $0.finish(number, found) }
      }
    }
    guard !stop.isStopped else { return nil }
    return progress.withLock { $0.hits(of: chunks.count) }
  }
}

/// Stops a scan from another thread.
package final class ScanStop: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isStopped: Bool { flag.load(ordering: .relaxed) }
  package func stop() { flag.store(true, ordering: .relaxed) }
}

/// Which chunks of notes were taken and read.
private struct ScanProgress {
  let limit: Int
  var taken = 0
  /// The hits of the chunks that are done, by number.
  var found: [Int: [VaultIndex.Position]] = [:]
  /// All chunks before this one are done.
  var done = 0
  var count = 0

  /// The number of a chunk to be read; nil if there are enough hits in all chunks before it.
  mutating func next(of total: Int) -> Int? {
    guard count < limit, taken < total else { return nil }
    defer { taken += 1 }
    return taken
  }

  mutating func finish(_ number: Int, _ hits: [VaultIndex.Position]) {
    found[number] = hits
    while let hits = found[done] {
      done += 1
      count += hits.count
    }
  }

  /// The hits of the chunks that were read without a gap from the first on.
  func hits(of total: Int) -> NewestScan.Hits {
    let all = (0..<done).flatMap { found[$0] ?? [] }
    return NewestScan.Hits(
      notes: Array(all.prefix(limit)), isComplete: done == total && all.count <= limit)
  }
}

/// One thread's part.
private struct NewestReader {
  private var scanner: NoteScanner
  private var folders: ReopenedFolders

  init(_ scanner: NoteScanner, _ root: VaultFolder, _ index: VaultIndex) {
    self.scanner = scanner
    folders = ReopenedFolders(root, index)
  }

  /// Nil if it was stopped.
  mutating func hits(
    in notes: ArraySlice<VaultIndex.Position>, stop: ScanStop
  ) -> [VaultIndex.Position]? {
    defer { scanner.forgetNotes() }
    var hits: [VaultIndex.Position] = []
    for position in notes {
      if stop.isStopped { return nil }
      guard let batch = folders.batch(ofNoteAt: position) else { continue }
      let before = scanner.shard.matchCount
      scanner.scan(batch)
      if scanner.shard.matchCount > before { hits.append(position) }
    }
    return hits
  }
}

extension QueryMatcher {
  /// Whether a note may match, by what the index has of it.
  func mayAllow(_ position: VaultIndex.Position, of index: VaultIndex) -> Bool {
    // A conflict copy does not tell by itself that it is sealed.
    let mayBeRead = !needsContent || !index[position].flags.contains(.isSealed)
    return mayBeRead && allows(index[position])
      && (!needsTags || !index.keepsText || allows(tags: index.tags(position)))
  }
}
