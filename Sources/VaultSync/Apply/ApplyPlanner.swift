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

  /// In byte order of the paths.
  var changes: [PlannedChange] = []
  /// Files that must be committed before the set can be applied.
  var changedMeanwhile: [VaultPath] = []
  /// Files that need the git program.
  var needsProgram: [VaultPath] = []
  var missingFolders: [VaultPath] = []
  /// Folders replaced by a file; empty by then.
  var clearedFolders: Set<VaultPath> = []

  var newTree: ObjectID?
  /// Files based on another version than the branch will have.
  var heldFiles: [HeldFile] = []
  var listed: [VaultPath: KeptFile.Reason]
  /// Paths removed from git's index, with their marks, whose files stayed.
  var marks: [VaultPath: GitMark] = [:]
  /// Files of the folder that this set removes.
  var removedPaths: Set<VaultPath> = []
  var removedKeys: Set<NameKey> = []
  var knownFolders: Set<VaultPath> = []
  /// Missing folders whose name is free.
  var absentFolders: Set<VaultPath> = []
  /// Folders, and whether they belong to another repository.
  var otherRepositories: [VaultPath: Bool] = [:]

  init(
    _ set: ChangeSet, _ repository: Repository, stage: FileStage, foldsNames: Bool,
    filterProgram: FilterProgram? = nil
  ) throws {
    self.set = set
    self.repository = repository
    self.stage = stage
    self.foldsNames = foldsNames
    index = try repository.readIndex()
    content = try FolderContent(
      repository, stage.vault, index: index, set: set, filterProgram: filterProgram)
    listed = [:]
    for file in try KeptFiles.read(stage.vault) { listed[file.path] = file.reason }
    for file in try HeldFiles.read(stage.vault) { marks[file.path] = file.mark }
    newTree = try repository.commit(set.new).tree
    changes = set.changes.map(PlannedChange.init)
    try plan()
  }

  private mutating func plan() throws {
    try addRetries()
    for number in changes.indices { changes[number].mark = mark(changes[number].path) }
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
        try planWriting(&change)
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
    guard change.mark == nil, let present = set.present(change), present.mode.isRegular else {
      return false
    }
    return isReleased(change.path) || index.entry(at: change.path)?.skipsWorktree != true
  }

  /// Whether the folder's file is part of the new commit, whatever git's index says.
  func isReleased(_ path: VaultPath) -> Bool { set.released.keys.contains(path) }

  /// The mark that the user gave to a file; tl's own marks are in the list.
  private func mark(_ path: VaultPath) -> GitMark? {
    guard !isReleased(path) else { return nil }
    guard let entry = index.entry(at: path) else { return marks[path] }
    // Links and submodules are kept in git only.
    let isOwn = listed[path] != nil || FileMode(rawValue: entry.mode)?.isRegular != true
    return entry.mark == .skipWorktree && isOwn ? nil : entry.mark
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
    if change.isRetry || change.mark != nil || set.holds(change.path) { return true }
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
