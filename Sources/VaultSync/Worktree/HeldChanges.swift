internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Held changes: each is compared with its base instead of with the last commit (docs/git-sync.md, "What waits").
struct HeldChanges {
  /// Each change relative to its base.
  private(set) var difference: WorktreeDifference
  /// The changes whose base is not the last commit, by path.
  private(set) var made: [VaultPath: HeldFile] = [:]
  /// Files without a change since they were held, for which the last commit has another version: the folder's entries.
  private(set) var unchanged: [VaultPath: TreeEntry?] = [:]
  /// Void records: the folder has the last commit's version, or is based on it.
  private(set) var settled: Set<VaultPath> = []

  private let vault: VaultFolder
  private let repository: Repository
  private let records: [VaultPath: HeldFile]
  /// Files that tl marked, because they cannot be in the folder.
  private let kept: [VaultPath: GitOnlyFile.Reason]
  /// Changes relative to the last commit.
  private var changes: [VaultPath: LocalChange] = [:]

  /// - Parameter difference: of the folder and the last commit.
  init(
    _ difference: WorktreeDifference, vault: VaultFolder, repository: Repository
  ) throws {
    self.difference = difference
    self.vault = vault
    self.repository = repository
    let held = try HeldFiles.uncommitted(vault, repository, at: difference.head)
    records = Dictionary(held.map { ($0.path, $0) }) { _, last in last }
    kept = Dictionary(try GitOnlyFiles.read(vault).map { ($0.path, $0.reason) }) { _, last in last }
    guard !records.isEmpty || !kept.isEmpty else { return }
    for change in difference.changes { changes[change.path] = change }
    for record in held { try take(record) }
    for (path, reason) in kept where records[path] == nil {
      try lift(path, reason: reason, record: nil)
    }
    try joinParts()
    self.difference.changes = changes.values.sorted { $0.path < $1.path }
    self.difference.skipped.sort { $0.path < $1.path }
  }

  /// Whether the branch has another version of a path than the base of the folder's file.
  func hasOtherVersion(_ path: VaultPath) -> Bool {
    guard let record = records[path] else { return false }
    return (try? repository.entry(at: path, inTree: difference.tree)) != record.entry
  }
}

// MARK: - One file

extension HeldChanges {
  private mutating func take(_ record: HeldFile) throws {
    let path = record.path
    guard !isSkipped(path) else {
      changes[path] = nil
      return
    }
    let entry = difference.index.entry(at: path)
    if let flag = entry?.flag {
      if flag == .skipWorktree, let reason = kept[path] {
        return try lift(path, reason: reason, record: record)
      }
      guard hasOtherVersion(path) else {
        settled.insert(path)
        return
      }
      return leave(path, flag)
    }
    guard let change = changes[path] else {
      settled.insert(path)
      return
    }
    if let flag = record.flag, entry == nil, change.status != nil {
      // The mark was removed with the path: the file is still to be ignored.
      guard isContent(of: path, record.entry) else { return leave(path, flag) }
      changes[path] = nil
      unchanged[path] = .some(record.entry)
      return
    }
    // The user staged it: that counts.
    guard change.staged == nil else {
      settled.insert(path)
      return
    }
    try put(path, status: change.status, former: change.former, record: record)
  }

  /// A file that tl marked because it could not be in the folder, and that can be now.
  private mutating func lift(
    _ path: VaultPath, reason: GitOnlyFile.Reason, record: HeldFile?
  ) throws {
    guard let entry = difference.index.entry(at: path), entry.flag == .skipWorktree,
      !isSkipped(path)
    else { return }
    if reason == .clash, try !isAlone(path) { return }
    let status: FileStatus?
    // Another file still has the name, or that of a parent folder.
    do { status = try vault.status(path) } catch { return }
    switch status?.kind {
    case .file?:
      guard try !repository.isIgnored(path) else { return }
    case nil: break
    default: return
    }
    try put(
      path, status: status, former: nil,
      record: record ?? HeldFile(path: path, base: nil, entry: nil))
  }

  /// Compares the folder's file with its base.
  private mutating func put(
    _ path: VaultPath, status: FileStatus?, former: GitIndex.Entry?, record: HeldFile
  ) throws {
    changes[path] = nil
    let kind: LocalChange.Kind
    switch (status, record.entry) {
    case (nil, nil):
      unchanged[path] = .some(nil)
      return
    case (nil, _): kind = .deleted
    case (_, nil): kind = .added
    default: kind = .modified
    }
    var change = LocalChange(path: path, kind: kind, old: record.entry, status: status)
    change.former = former
    changes[path] = change
    made[path] = record
  }

  private mutating func leave(_ path: VaultPath, _ flag: IndexFlag) {
    changes[path] = nil
    difference.skipped.append(SkippedPath(path, .flagged(flag)))
  }

  private func isSkipped(_ path: VaultPath) -> Bool {
    let skipped = difference.skipped
    return skipped.contains { $0.path == path || path.isBelow($0.path) }
  }

  private func isContent(of path: VaultPath, _ entry: TreeEntry?) -> Bool {
    guard let entry, let bytes = try? vault.read(path).bytes else { return false }
    return (try? Repository.blobID(of: bytes)) == entry.id
  }

  /// Whether the name clashes with no other file of the last commit, on any file system.
  private func isAlone(_ path: VaultPath) throws -> Bool {
    let (repository, tree) = (repository, difference.tree)
    var clashes = NameClashes { try repository.names(in: $0, tree: tree) }
    let (files, winner) = try clashes.rivals(of: path)
    return files == [path] && winner == .file(path)
  }
}

// MARK: - Related changes

extension HeldChanges {
  /// Decides which changes are merged together.
  ///
  /// If nothing of a note has changed in git since its change was held, the change is an ordinary one relative to the
  /// last commit. Otherwise all changes of the note belong together: its media, and its new path.
  private mutating func joinParts() throws {
    var touched: [ObjectID: Set<VaultPath>?] = [:]
    for (path, record) in made {
      guard let base = record.base else { continue }
      if touched[base] == nil { touched[base] = .some(try touchedNotes(since: base)) }
      if let known = touched[base] ?? nil, !known.contains(path.ofNote) {
        made[path] = nil
        settled.insert(path)
      }
    }
    guard !made.isEmpty else { return }
    try joinMoves()
    try joinMedia()
  }

  /// The notes, by `ofNote`, that differ between a commit and the last one; nil if the commit does not exist.
  private func touchedNotes(since base: ObjectID) throws -> Set<VaultPath>? {
    guard try repository.contains(base) else { return nil }
    let changes = try repository.changes(
      from: repository.commit(base).tree, to: difference.tree)
    return Set(changes.map(\.path.ofNote))
  }

  /// A moved note: the old and the new path are one change.
  private mutating func joinMoves() throws {
    var found: [(key: NoteKey, path: VaultPath, isGone: Bool)] = []
    for change in changes.values where change.isNoteByName && change.kind != .modified {
      let isGone = change.kind == .deleted
      guard
        let bytes = isGone
          ? change.old.flatMap({ try? repository.blob($0.id, limit: VaultFolder.readLimit) })
          : (try? vault.read(change.path))?.bytes
      else { continue }
      found.append((.content(try Repository.blobID(of: bytes)), change.path, isGone))
      if let id = NoteDocument(bytes).storedID { found.append((.id(id), change.path, isGone)) }
    }
    let groups = Dictionary(grouping: found, by: \.key).values
    for group in groups
    where group.contains(where: \.isGone) && group.contains(where: { !$0.isGone }) {
      guard let record = group.compactMap({ made[$0.path] }).min(by: { $0.path < $1.path }) else {
        continue
      }
      for part in group { try join(part.path, record) }
    }
  }

  private enum NoteKey: Hashable {
    case id(NoteID)
    case content(ObjectID)
  }

  private mutating func joinMedia() throws {
    var notes: [VaultPath: HeldFile] = [:]
    for record in made.values.sorted(by: { $0.path < $1.path }) {
      notes[record.path.ofNote] = notes[record.path.ofNote] ?? record
    }
    for path in changes.keys.sorted() {
      if let record = notes[path.ofNote] { try join(path, record) }
    }
  }

  /// Gives a change the base of another, if that base has the last commit's entry at its path.
  private mutating func join(_ path: VaultPath, _ other: HeldFile) throws {
    guard made[path] == nil, let change = changes[path], change.staged == nil,
      let base = other.base, try repository.contains(base)
    else { return }
    let entry = try repository.entry(at: path, inTree: repository.commit(base).tree)
    guard entry == change.old else { return }
    made[path] = HeldFile(path: path, base: base, entry: entry)
    settled.remove(path)
  }
}

extension VaultPath {
  /// One path for a note and all its media: that of the media folder.
  ///
  /// The path itself for any other file.
  var ofNote: VaultPath {
    if let folder = foldersAbove.last(where: { MediaFolder.isName($0.name) }) {
      return folder
    }
    return MediaFolder(of: self)?.path ?? self
  }
}
