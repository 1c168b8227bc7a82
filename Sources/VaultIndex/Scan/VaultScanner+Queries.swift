internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

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
    _ = try scanners(matchers)
    let notes = index.positions
    let chunks = Mutex(stride(from: 0, to: notes.count, by: 64).makeIterator())
    let found = ThreadTeam.run(max(1, threads)) { () -> [[VaultIndex.Position]] in
      guard let scanners = try? scanners(matchers) else { return [] }
      var reader = QueriesReader(scanners, folder, index)
      while let start = chunks.withLock({ $0.next() }) {
        reader.read(notes[start..<min(start + 64, notes.count)])
      }
      return reader.found
    }
    return queries.indices.map { number in found.flatMap { $0.isEmpty ? [] : $0[number] } }
  }

  private func scanners(_ matchers: [QueryMatcher]) throws(PatternError) -> [NoteScanner] {
    var scanners: [NoteScanner] = []
    for matcher in matchers {
      scanners.append(try NoteScanner(matcher, keepsText: false, zone: zone, sealedOn: today))
    }
    return scanners
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
