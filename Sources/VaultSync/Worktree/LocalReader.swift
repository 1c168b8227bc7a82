internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Reads the files of a commit, each once: exactly what was read is committed.
struct LocalReader {
  private let repository: Repository
  private let options: WorktreeOptions
  private let filters: ContentView
  /// Whether git writes filtered content.
  private let writesFiltered: Bool
  let index: GitIndex
  private var files: FileReading
  private var titles = 0
  /// Contents that replace the folder's.
  var contents: [VaultPath: [UInt8]] = [:]
  /// Found while reading.
  private(set) var skipped: [SkippedPath] = []

  struct Outcome: Sendable {
    /// Nil for a deleted file.
    var entry: TreeEntry?
    /// The status from before the bytes were read.
    var status: FileStatus?
    var title: String?
  }

  init(
    _ vault: VaultFolder, repository: Repository, difference: WorktreeDifference,
    filterProgram: FilterProgram?, writesFiltered: Bool
  ) {
    self.repository = repository
    index = difference.index
    files = FileReading(vault)
    options = (try? WorktreeOptions(of: repository)) ?? WorktreeOptions()
    self.writesFiltered = writesFiltered
    filters = ContentView(
      of: vault, repository: repository, difference: difference, filterProgram: filterProgram)
  }

  /// - Parameters:
  ///   - versions: known blobs of the file; if the file equals the result of one, that one is used,
  ///     since a filter may make different bytes each time.
  ///   - write: writes the bytes that git stores and returns their id.
  /// - Returns: nil if the file is left out, or was deleted since it was found.
  mutating func read(
    _ change: LocalChange, versions: [TreeEntry] = [],
    _ write: ([UInt8]) throws(GitError) -> ObjectID
  ) throws(GitError) -> Outcome? {
    if let staged = change.staged { return Outcome(entry: staged) }
    guard change.kind != .deleted else {
      return Outcome(title: try wantsTitle(change) ? formerTitle(of: change) : nil)
    }
    guard var content = content(of: change.path) else { return nil }
    if let bytes = contents[change.path] { content.bytes = bytes }
    if change.isNoteByName, let line = Self.conflictLine(content.bytes) {
      skipped.append(SkippedPath(change.path, .conflictMarkers(line: line)))
      return nil
    }
    let id: ObjectID
    switch try filters.cleaned(content, at: change.path, writes: writesFiltered) {
    case .bytes(let bytes): id = try write(bytes)
    case .object(let object):
      id = try known(versions, content, at: change.path) ?? object
    case .skipped(let reason):
      skipped.append(SkippedPath(change.path, reason))
      return nil
    }
    let mode = options.mode(of: content.status, known: change.old?.mode)
    let title =
      try wantsTitle(change) ? NoteDocument(content.bytes).lastingTitle(at: change.path) : nil
    return Outcome(
      entry: TreeEntry(id: id, mode: mode), status: content.status, title: title)
  }

  /// The blob of a filtered file, even from before there was a filter; nil if it is none of them.
  private func known(
    _ versions: [TreeEntry], _ content: FileContent, at path: VaultPath
  ) throws(GitError) -> ObjectID? {
    guard !versions.isEmpty else { return nil }
    let plain = try Repository.blobID(of: content.bytes)
    for version in versions {
      if version.id == plain || filters.smudged(version.id, at: path) == content.bytes {
        return version.id
      }
    }
    return nil
  }

  private mutating func content(of path: VaultPath) -> FileContent? {
    do {
      return try files.content(of: path)
    } catch {
      skipped.append(SkippedPath(path, .init(error)))
      return nil
    }
  }

  /// A list of thousands of titles is not useful, and finding them takes as long as reading the notes.
  ///
  /// Titles of encrypted notes are not put into the message either.
  private mutating func wantsTitle(_ change: LocalChange) throws(GitError) -> Bool {
    guard change.isNoteByName, titles < CommitMessage.lines,
      try !filters.isFiltered(change.path)
    else { return false }
    titles += 1
    return true
  }

  /// Whether the file can be read without anything else, so that any thread can.
  ///
  /// The first notes need their titles; large files are read one after the other.
  func isPlain(_ change: LocalChange) throws(GitError) -> Bool {
    guard change.kind != .deleted, change.staged == nil, contents[change.path] == nil,
      let size = change.status?.size,
      size <= PlainReading.limit, !change.isNoteByName || titles >= CommitMessage.lines
    else { return false }
    return try filters.need(of: change.path) == .none
  }

  /// Reads files for which `isPlain` is true, in parallel.
  ///
  /// - Returns: in the order of the changes, without those that are left out or deleted.
  mutating func readPlain(
    _ changes: [LocalChange], threads: Int, into pack: PackWriter?
  ) throws(GitError) -> [(change: LocalChange, outcome: Outcome)] {
    let reading = PlainReading(files: files, options: options, pack: pack)
    let results = try reading.run(changes, threads: threads)
    skipped += results.skipped
    return results.found.map { (changes[$0.position], $0.outcome) }
  }

  static func conflictLine(_ bytes: [UInt8]) -> Int? {
    let found = bytes.withUnsafeBufferPointer { ConflictMarkers.first(in: $0) }
    return found.flatMap { $0.isInCode ? nil : $0.line }
  }

  private func formerTitle(of change: LocalChange) -> String? {
    guard let old = change.old, let bytes = try? repository.blob(old.id, limit: 1 << 20) else {
      return nil
    }
    return NoteDocument(bytes).lastingTitle(at: change.path)
  }
}
