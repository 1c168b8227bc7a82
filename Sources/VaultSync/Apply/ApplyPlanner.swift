internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Reads the folder and decides the action for each path of a change set; changes nothing.
struct ApplyPlanner {
  let repository: Repository
  let stage: FileStage
  let set: ChangeSet
  let index: GitIndex
  let content: FolderContent
  let foldsNames: Bool
  /// The most bytes of a file that is written.
  let largestFile: Int64

  /// In byte order of the paths.
  var changes: [PlannedChange] = []
  /// Files that must be committed before the set can be applied.
  var changedMeanwhile: [VaultPath] = []
  var needsProgram: [VaultPath] = []
  var missingFolders: [VaultPath] = []
  /// Folders replaced by a file; empty by then.
  var clearedFolders: Set<VaultPath> = []

  var newTree: ObjectID?
  /// Files based on another version than the branch will have.
  var heldFiles: [HeldFile] = []
  var listed: [VaultPath: GitOnlyFile.Reason]
  /// Paths removed from git's index, with their marks, whose files stayed.
  var flags: [VaultPath: IndexFlag] = [:]
  var removedPaths: Set<VaultPath> = []
  var removedKeys: Set<NameKey> = []
  var knownFolders: Set<VaultPath> = []
  /// Missing folders whose name is free.
  var absentFolders: Set<VaultPath> = []
  /// Folders, and whether they belong to another repository.
  var otherRepositories: [VaultPath: Bool] = [:]

  init(
    _ set: ChangeSet, _ repository: Repository, stage: FileStage, foldsNames: Bool,
    largestFile: Int64, filterProgram: FilterProgram? = nil
  ) throws {
    self.set = set
    self.repository = repository
    self.stage = stage
    self.foldsNames = foldsNames
    self.largestFile = largestFile
    index = try repository.readIndex()
    content = try FolderContent(
      repository, stage.vault, index: index, set: set, filterProgram: filterProgram)
    listed = [:]
    for file in try GitOnlyFiles.read(stage.vault) { listed[file.path] = file.reason }
    for file in try HeldFiles.read(stage.vault) { flags[file.path] = file.flag }
    newTree = try repository.commit(set.new).tree
    changes = set.changes.map(PlannedChange.init)
    try plan()
  }

  private mutating func plan() throws {
    try addRetries()
    for number in changes.indices { changes[number].flag = flag(changes[number].path) }
    if foldsNames { try decideClashes() }
    for change in changes where change.wanted == nil && isInFolder(change) {
      removedPaths.insert(change.path)
      if foldsNames { removedKeys.insert(NameKey(change.path)) }
    }
    for number in changes.indices {
      guard agreesWithIndex(changes[number]) else {
        changedMeanwhile.append(changes[number].path)
        continue
      }
      var change = changes[number]
      if change.wanted != nil {
        do {
          try planWriting(&change)
        } catch let failure as FilterFailure where failure.isTooLarge {
          change.kept = .tooLarge
        }
      } else if isInFolder(change) {
        try planRemoving(&change)
      } else if isMarked(change), (try? status(of: change.path))?.kind == .file {
        change.kept = .held
      }
      changes[number] = change
    }
    try planRefiltering()
    makeRoomForFiles()
    missingFolders.sort()
    try recordHeldFiles()
  }

  /// Whether the folder or git's index needs a change.
  var isNeeded: Bool {
    self.set.old != self.set.new || changes.contains { $0.entry.action != .none || $0.kept == nil }
  }

  // MARK: Files that are kept in git only

  /// Whether the old file is in the folder, as far as git knows.
  private func isInFolder(_ change: PlannedChange) -> Bool {
    guard change.flag == nil, let present = set.present(change), present.mode.isRegular else {
      return false
    }
    return isReleased(change.path) || index.entry(at: change.path)?.skipsWorktree != true
  }

  /// Whether the folder's file is part of the new commit, whatever git's index says.
  func isReleased(_ path: VaultPath) -> Bool { set.released.keys.contains(path) }

  /// The mark that the user gave to a file; tl's own marks are in the list.
  private func flag(_ path: VaultPath) -> IndexFlag? {
    guard !isReleased(path) else { return nil }
    guard let entry = index.entry(at: path) else { return flags[path] }
    // Links and submodules are kept in git only.
    let isOwn = listed[path] != nil || FileMode(rawValue: entry.mode)?.isRegular != true
    return entry.flag == .skipWorktree && isOwn ? nil : entry.flag
  }

  /// Retries files that could not be written before.
  private mutating func addRetries() throws {
    let known = Set(set.changes.map(\.path))
    for path in set.released.keys where !known.contains(path) {
      appendRetry(path, try repository.entry(at: path, inTree: newTree))
    }
    for (path, _) in listed where !known.contains(path) && !isReleased(path) {
      guard let entry = try repository.entry(at: path, inTree: newTree), entry.mode.isRegular,
        index.entry(at: path)?.skipsWorktree == true
      else { continue }
      appendRetry(path, entry)
    }
    changes.sort { $0.path < $1.path }
  }

  private mutating func appendRetry(_ path: VaultPath, _ entry: TreeEntry?) {
    var change = PlannedChange(TreeChange(path: path, old: entry, new: entry))
    change.isRetry = true
    changes.append(change)
  }

  private mutating func decideClashes() throws {
    let (repository, tree) = (repository, newTree)
    var clashes = NameClashes { try repository.names(in: $0, tree: tree) }
    var numbers: [VaultPath: Int] = [:]
    for number in changes.indices { numbers[changes[number].path] = number }
    for change in changes where change.wanted != nil {
      let (files, winner) = try clashes.rivals(of: change.path)
      for file in files where winner != .file(file) {
        if numbers[file] == nil, let entry = try repository.entry(at: file, inTree: tree) {
          numbers[file] = changes.count
          appendRetry(file, entry)
        }
        if let number = numbers[file] { changes[number].kept = .clash }
      }
    }
    changes.sort { $0.path < $1.path }
  }

  private func agreesWithIndex(_ change: PlannedChange) -> Bool {
    if change.isRetry || change.flag != nil || set.holds(change.path) { return true }
    let positions = index.positions(of: change.path)
    let entry = index.entry(at: change.path)
    // Git has no content of an intent-to-add path.
    if positions.isEmpty || entry?.isIntentToAdd == true {
      return change.entry.old == nil || change.entry.new == nil
    }
    guard let entry else { return false }
    return entry.id == change.entry.old?.id || entry.id == change.entry.new?.id
  }
}

// MARK: - Filters

/// Files outside of the set whose filter changes because of its attribute files.
extension ApplyPlanner {
  /// Their blobs stay the same, so the folder gets what the new filter, or none, makes of them.
  ///
  /// Otherwise they would count as unchanged until the next edit, and then be recorded in their other form: plain text
  /// of encrypted files, or encrypted twice. An edited file stays.
  mutating func planRefiltering() throws {
    guard set.changes.contains(where: { $0.path.name.elementsEqual(AttributeView.attributes) })
    else { return }
    let known = Set(changes.map(\.path))
    for position in 0..<index.count {
      guard let path = index.path(at: position), !known.contains(path), !set.holds(path),
        !isReleased(path), let change = try refiltered(path, index[position])
      else { continue }
      changes.append(change)
    }
    changes.sort { $0.path < $1.path }
  }

  private func refiltered(_ path: VaultPath, _ indexed: GitIndex.Entry) throws -> PlannedChange? {
    guard indexed.stage == 0, indexed.flag == nil, !indexed.isIntentToAdd,
      let entry = indexed.treeEntry, entry.mode.isRegular, try content.changesFilter(of: path),
      try repository.entry(at: path, inTree: newTree) == entry,
      let file = (try? stage.read(path)) ?? nil
    else { return nil }
    let hash = try Repository.blobID(of: file.bytes)
    guard try content.isOld(file, hash: hash, entry: entry, at: path),
      let after = try content.refilteredHash(of: entry, at: path), after != hash
    else { return nil }
    var change = PlannedChange(TreeChange(path: path, old: entry, new: entry))
    change.isRetry = true
    change.entry.action = .exchange
    change.entry.before = hash
    change.entry.after = after
    return change
  }
}

// MARK: - Held files

/// Files of the folder that are based on another version than the new commit's.
extension ApplyPlanner {
  /// Records the base of each path that differs on purpose, so that it can be merged later: held changes, whether
  /// anything arrives for them or not, and files that cannot be in the folder.
  mutating func recordHeldFiles() throws {
    let oldTree = try set.old.map { try repository.commit($0).tree }
    var noted: Set<VaultPath> = []
    for change in changes where !isReleased(change.path) {
      guard let file = heldFile(change) else { continue }
      noted.insert(change.path)
      heldFiles.append(file)
    }
    guard set.old != set.new else { return }
    for path in set.held.sorted() where !noted.contains(path) && !isReleased(path) {
      heldFiles.append(
        HeldFile(
          path: path, base: set.old, entry: try repository.entry(at: path, inTree: oldTree)))
    }
  }

  private func heldFile(_ change: PlannedChange) -> HeldFile? {
    // A file that lost its name to another one is not in the folder, although the user did not remove it.
    guard !change.isRetry, change.kept != .clash, change.entry.action == .none else { return nil }
    if change.kept != nil || set.holds(change.path) || isMarked(change) {
      return HeldFile(
        path: change.path, base: set.old, entry: change.entry.old, flag: change.flag)
    }
    return nil
  }

  /// Whether the user's mark keeps the file in the folder although the path is removed.
  func isMarked(_ change: PlannedChange) -> Bool {
    change.flag != nil && change.entry.new == nil
  }
}
