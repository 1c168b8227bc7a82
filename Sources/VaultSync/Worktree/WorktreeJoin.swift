internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Joins the findings of a scan's threads to one difference.
struct WorktreeJoin {
  let vault: VaultFolder
  let repository: Repository
  let index: GitIndex
  let options: WorktreeOptions
  /// The last commit's entries where the index differs.
  let staged: [VaultPath: TreeEntry?]
  let now: Int64
  var difference = WorktreeDifference()

  /// Paths of `staged` whose file in the folder was processed.
  private var settled: Set<VaultPath> = []
  /// A missing file at or below these paths does not count as deleted.
  private var unreadable: Set<VaultPath> = []
  private var isRootUnreadable = false
  /// Ignore files that could not be read.
  private var unreadableRules: [VaultPath] = []
  private let filters: ContentView

  init(
    vault: VaultFolder, repository: Repository, index: GitIndex, options: WorktreeOptions,
    staged: [VaultPath: TreeEntry?], now: Int64, filterProgram: FilterProgram?
  ) {
    self.vault = vault
    self.repository = repository
    self.index = index
    self.options = options
    self.staged = staged
    self.now = now
    filters = ContentView(
      of: vault, index: index, repository: repository, filterProgram: filterProgram)
    difference.index = index
  }

  mutating func take(
    _ shards: [WorktreeShard], _ findings: [LocatedFinding]
  ) throws(GitError) {
    takeFindings(findings)
    var isSeen = [Bool](repeating: false, count: index.count)
    for shard in shards {
      for position in shard.seen { isSeen[Int(position)] = true }
      for path in shard.unreadable { unreadable.insert(path) }
      difference.skipped += shard.skipped
    }
    if shards.contains(where: \.hasAttributes) {
      filters.hasOwnAttributes = true
      difference.hasOwnAttributes = true
    }
    for shard in shards {
      for file in shard.untracked { try addUntracked(file.path, file.status) }
      for candidate in shard.candidates { try compare(candidate) }
    }
    try addGone(isSeen)
    try addStaged()
  }

  private mutating func settle(_ path: VaultPath) {
    if !staged.isEmpty { settled.insert(path) }
  }

  /// A path that other devices refuse would block the whole commit there.
  private mutating func add(_ change: LocalChange) {
    if change.kind == .added {
      if let refusal = ArrivingPath.refusal(of: change.path.bytes) {
        return difference.skipped.append(SkippedPath(change.path, .refusedPath(refusal.reason)))
      }
      guard change.path.bytes.count <= Self.longestPath else {
        return difference.skipped.append(
          SkippedPath(change.path, .longPath(limit: Self.longestPath)))
      }
    }
    difference.changes.append(change)
  }

  /// The path limit of systems (4,096 bytes), with room for the vault's own path.
  static let longestPath = 3800

  func finished() -> WorktreeDifference {
    var difference = difference
    difference.changes.sort { $0.path < $1.path }
    difference.skipped.sort { $0.path < $1.path }
    difference.indexOnly.sort { $0.path < $1.path }
    difference.stale.sort { $0.path < $1.path }
    difference.stagedOnly.sort()
    return difference
  }
}

// MARK: - Unreadable paths

extension WorktreeJoin {
  private mutating func takeFindings(_ findings: [LocatedFinding]) {
    for located in findings {
      switch located.finding.code {
      case .unreadableFolder:
        difference.skipped.append(SkippedPath(located.path, .unreadable(located.finding.message)))
        // The walk names the root, which has no path, by the settings folder.
        if located.path == VaultLayout.settings { isRootUnreadable = true }
        unreadable.insert(located.path)
      case .unreadableFile where located.path.name.elementsEqual(".gitignore".utf8):
        unreadableRules.append(located.path)
      default: break
      }
    }
  }
}

// MARK: - Files

extension WorktreeJoin {
  private mutating func addUntracked(_ path: VaultPath, _ status: FileStatus) throws(GitError) {
    if options.ignoresCase, try repository.isIgnored(path) { return }
    let rules = unreadableRules.first { file in file.parent.map { path.isBelow($0) } ?? true }
    if let rules {
      difference.skipped.append(SkippedPath(path, .unreadableRules(rules)))
      settle(path)
      return
    }
    settle(path)
    let old = staged[path] ?? nil
    if let old {
      // `git rm --cached` of a file that is still in the folder.
      guard let id = try contentID(path, nil, known: old.id) else { return }
      let mode = options.mode(of: status, known: old.mode)
      guard old != TreeEntry(id: id, mode: mode) else {
        difference.indexOnly.append(
          IndexChange(path: path, entry: old, status: settledStatus(status)))
        return
      }
    } else if let reason = try filters.obstacle(for: path) {
      difference.skipped.append(SkippedPath(path, reason))
      return
    }
    add(
      LocalChange(path: path, kind: old == nil ? .added : .modified, old: old, status: status))
  }

  private mutating func compare(_ candidate: WorktreeShard.Candidate) throws(GitError) {
    let path = candidate.path
    let entry = index[candidate.position]
    let status = candidate.status
    let known = FileMode(rawValue: entry.mode)
    let mode = options.mode(of: status, known: known)
    settle(path)
    let old = staged[path] ?? entry.treeEntry
    if candidate.id == entry.id, mode == known, !entry.isIntentToAdd {
      return addUnchanged(path, entry: entry, status: status, old: old)
    }
    guard let id = try contentID(path, candidate.id, known: entry.id) else { return }
    let found = TreeEntry(id: id, mode: mode)
    if found == entry.treeEntry, !entry.isIntentToAdd {
      return addUnchanged(path, entry: entry, status: status, old: old)
    }
    if !entry.isIntentToAdd, entry.id != id, entry.id != old?.id, !wasCommitted(entry, path) {
      difference.stagedOnly.append(path)
    }
    if found == old {
      difference.indexOnly.append(
        IndexChange(path: path, entry: found, status: settledStatus(status)))
    } else {
      add(
        LocalChange(path: path, kind: old == nil ? .added : .modified, old: old, status: status))
    }
  }

  /// The file equals the index entry, which its metadata did not show.
  private mutating func addUnchanged(
    _ path: VaultPath, entry: GitIndex.Entry, status: FileStatus, old: TreeEntry?
  ) {
    if let status = settledStatus(status) {
      difference.stale.append(
        IndexChange(path: path, entry: entry.treeEntry, status: status))
    }
    guard old != entry.treeEntry else { return }
    add(
      LocalChange(path: path, kind: old == nil ? .added : .modified, old: old, status: status))
  }

  /// The id of the blob for a file; nil if it is left out, which is recorded.
  ///
  /// - Parameters:
  ///   - raw: the hash of its own bytes, if known.
  ///   - known: the present blob.
  private mutating func contentID(
    _ path: VaultPath, _ raw: ObjectID?, known: ObjectID
  ) throws(GitError) -> ObjectID? {
    if let reason = try filters.obstacle(for: path) {
      difference.skipped.append(SkippedPath(path, reason))
      return nil
    }
    if let raw, try filters.need(of: path) == .none { return raw }
    let content: FileContent
    do {
      content = try vault.read(path)
    } catch {
      // Deleted since it was found: a change of the next sync.
      if error.system?.isMissing != true {
        difference.skipped.append(SkippedPath(path, .init(error)))
      }
      return nil
    }
    switch try filters.cleaned(content, at: path, writes: false) {
    case .bytes(let bytes): return try Repository.blobID(of: bytes)
    case .object(let id):
      // A filter may make different bytes each time: then the present blob's result is compared.
      let isKnown = id == known || filters.smudged(known, at: path) == content.bytes
      return isKnown ? known : id
    case .skipped(let reason):
      difference.skipped.append(SkippedPath(path, reason))
      return nil
    }
  }

  /// Nil if the file changed so recently that another change could be missed.
  private func settledStatus(_ status: FileStatus) -> FileStatus? {
    status.isSettled(at: now) ? status : nil
  }
}

// MARK: - Deleted and staged paths

extension WorktreeJoin {
  private mutating func addGone(_ isSeen: [Bool]) throws(GitError) {
    for position in isSeen.indices where !isSeen[position] {
      let entry = index[position]
      guard let path = index.path(at: position) else { continue }
      if entry.stage != 0 {
        if difference.unmerged.last != path { difference.unmerged.append(path) }
        continue
      }
      // A file that the device cannot write, or was told to ignore, does not count as deleted.
      guard !options.isFixed(entry), FileMode(rawValue: entry.mode)?.isRegular == true,
        !path.isBelow(VaultLayout.local), !isRootUnreadable, !unreadable.covers(path)
      else { continue }
      settle(path)
      let old = staged[path] ?? entry.treeEntry
      if !entry.isIntentToAdd, entry.id != old?.id, !wasCommitted(entry, path),
        !(try isElsewhere(entry))
      {
        difference.stagedOnly.append(path)
      }
      guard let old else {
        difference.indexOnly.append(IndexChange(path: path, entry: nil))
        continue
      }
      var change = LocalChange(path: path, kind: .deleted, old: old)
      change.former = entry
      add(change)
    }
  }

  /// Whether a recent commit has the content: an index that is behind the branch, because of a killed run or a hook
  /// that commits, has nothing that would be lost.
  private func wasCommitted(_ entry: GitIndex.Entry, _ path: VaultPath) -> Bool {
    // After `git mv` the last commit has it under its old name.
    if staged.values.contains(where: { $0?.id == entry.id }) { return true }
    var commit = difference.head.flatMap { try? repository.commit($0) }
    for _ in 0..<Self.searchLimit {
      guard let parent = commit?.parents.first, let former = try? repository.commit(parent) else {
        return false
      }
      let found = (try? repository.entry(at: path, inTree: former.tree)) ?? nil
      if found?.id == entry.id { return true }
      commit = former
    }
    return false
  }

  /// The number of commits that are searched for the index's content.
  private static let searchLimit = 20

  /// Whether staged content was moved, and is in the folder under another name.
  private func isElsewhere(_ entry: GitIndex.Entry) throws(GitError) -> Bool {
    for change in difference.changes where change.kind == .added {
      guard let status = change.status,
        UInt32(truncatingIfNeeded: status.size) == entry.size,
        let bytes = try? vault.read(change.path).bytes
      else { continue }
      if try Repository.blobID(of: bytes) == entry.id { return true }
    }
    return false
  }

  /// Paths at which the index differs from the commit, and that the folder did not decide.
  private mutating func addStaged() throws(GitError) {
    for (path, old) in staged where !settled.contains(path) {
      let positions = index.positions(of: path)
      guard let position = positions.first else {
        if let old { add(LocalChange(path: path, kind: .deleted, old: old)) }
        continue
      }
      let entry = index[position]
      if entry.stage != 0 {
        if !difference.unmerged.contains(path) { difference.unmerged.append(path) }
        continue
      }
      guard !entry.isIntentToAdd, let new = entry.treeEntry, new != old else { continue }
      try addStaged(path, old: old, new: new, entry: entry)
    }
    difference.unmerged.sort()
  }

  private mutating func addStaged(
    _ path: VaultPath, old: TreeEntry?, new: TreeEntry, entry: GitIndex.Entry
  ) throws(GitError) {
    let kind: LocalChange.Kind = old == nil ? .added : .modified
    // A file that equals the index is read like any other; the rest is committed as staged.
    let status =
      options.isFixed(entry) || !new.mode.isRegular ? nil : (try? vault.status(path)) ?? nil
    if status?.kind == .file {
      add(LocalChange(path: path, kind: kind, old: old, status: status))
    } else if options.isFixed(entry) || !new.mode.isRegular {
      add(LocalChange(path: path, kind: kind, old: old, staged: new))
    }
  }
}

extension FileStatus {
  /// Whether a further change would be detected: file system clocks have a resolution of up to two seconds.
  func isSettled(at now: Int64) -> Bool {
    changed.seconds < now &- 2 && modified.seconds < now &- 2
  }
}
