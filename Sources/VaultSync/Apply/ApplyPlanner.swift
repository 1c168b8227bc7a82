internal import VaultFormat
internal import VaultStore

/// Looks at the folder and decides what is to be done for each path of a change set; changes
/// nothing.
struct ApplyPlanner {
  let repository: Repository
  let stage: FileStage
  let set: ChangeSet
  let index: GitIndex
  let content: FolderContent
  let foldsNames: Bool

  /// In byte order of the paths.
  private(set) var changes: [PlannedChange] = []
  /// What has to be committed before the set can be applied.
  private(set) var changedMeanwhile: [VaultPath] = []
  /// What another program than tl has to write.
  private(set) var needsProgram: [VaultPath] = []
  private(set) var missingFolders: [VaultPath] = []
  /// Folders that give way to a file; empty by then.
  private(set) var clearedFolders: Set<VaultPath> = []

  private var newTree: ObjectID?
  private var listed: [VaultPath: KeptFile.Reason]
  /// Files of the folder that go with this set.
  private var leaving: Set<VaultPath> = []
  private var leavingKeys: Set<NameKey> = []
  private var knownFolders: Set<VaultPath> = []

  init(
    _ set: ChangeSet, _ repository: Repository, _ stage: FileStage, foldsNames: Bool
  ) throws {
    self.set = set
    self.repository = repository
    self.stage = stage
    self.foldsNames = foldsNames
    index = try repository.readIndex()
    content = try FolderContent(repository, index: index, set: set)
    listed = [:]
    for file in try KeptFiles.read(stage.vault) { listed[file.path] = file.reason }
    newTree = try repository.commit(set.new).tree
    changes = set.changes.map(PlannedChange.init)
    try plan()
  }

  private mutating func plan() throws {
    try addRetries()
    if foldsNames { try decideClashes() }
    for change in changes where change.wanted == nil && isInFolder(change) {
      leaving.insert(change.path)
      if foldsNames { leavingKeys.insert(NameKey(change.path)) }
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
        try planTaking(&change)
      }
      changes[number] = change
    }
    makeRoomForFiles()
    missingFolders.sort()
  }

  // MARK: What git alone has

  /// Whether the folder is where the old file is, as far as git knows.
  private func isInFolder(_ change: PlannedChange) -> Bool {
    guard let old = change.entry.old, old.mode.isRegular else { return false }
    return index.entry(at: change.path)?.skipsWorktree != true
  }

  /// Files that could not be written before are tried again.
  private mutating func addRetries() throws {
    let known = Set(set.changes.map(\.path))
    for (path, _) in listed where !known.contains(path) {
      guard let entry = try repository.entry(at: path, inTree: newTree), entry.mode.isRegular,
        index.entry(at: path)?.skipsWorktree == true
      else { continue }
      appendRetry(path, entry)
    }
    changes.sort { $0.path < $1.path }
  }

  private mutating func appendRetry(_ path: VaultPath, _ entry: TreeEntry) {
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
    if change.isRetry || set.held.contains(change.path) { return true }
    let positions = index.positions(of: change.path)
    if positions.isEmpty { return change.entry.old == nil || change.entry.new == nil }
    guard let entry = index.entry(at: change.path) else { return false }
    return entry.id == change.entry.old?.id || entry.id == change.entry.new?.id
  }
}

// MARK: - Files that come

extension ApplyPlanner {
  private mutating func planWriting(_ change: inout PlannedChange) throws {
    guard let new = change.wanted else { return }
    let path = change.path
    if try content.needsProgram(path) {
      needsProgram.append(path)
      return
    }
    if set.held.contains(path) {
      change.kept = .held
      return
    }
    if foldsNames, leavingKeys.contains(NameKey(path)), !leaving.contains(path) {
      // What has the name is the file that goes: a new spelling of the same name.
      return try planPlacing(new, &change)
    }
    do {
      if let file = try stage.read(path) {
        try planReplacing(file, by: new, &change)
      } else {
        try planPlacing(new, &change)
      }
    } catch let error as StoreError {
      try planAround(error, new, &change)
    }
  }

  private mutating func planPlacing(_ new: TreeEntry, _ change: inout PlannedChange) throws {
    change.entry.action = .place
    change.entry.after = try content.hash(of: new, at: change.path)
    if let parent = change.path.parent { try addMissingFolders(parent) }
  }

  private mutating func planReplacing(
    _ file: FileContent, by new: TreeEntry, _ change: inout PlannedChange
  ) throws {
    let (path, old) = (change.path, change.entry.old)
    let hash = try Repository.blobID(of: file.bytes)
    let isSkipped = index.entry(at: path).map { $0.skipsWorktree || $0.isAssumedUnchanged } ?? false
    change.entry.before = hash
    if try content.isContent(hash, of: new, at: path) {
      change.entry.after = hash
      change.expected = file.status
      if let old, !isSkipped, old.mode != new.mode, FileMode(file.status) != new.mode {
        change.entry.action = .exchange
      }
    } else if let old, try !isSkipped && content.isContent(hash, of: old, at: path) {
      change.entry.action = .exchange
      change.entry.after = try content.hash(of: new, at: path)
    } else if isSkipped {
      change.kept = listed[path] ?? .held
    } else if try old == nil && repository.isIgnored(path, isFolder: false) {
      change.kept = .ignored
    } else {
      changedMeanwhile.append(path)
    }
  }

  /// For what stands in the way and is no file.
  private mutating func planAround(
    _ error: StoreError, _ new: TreeEntry, _ change: inout PlannedChange
  ) throws {
    let path = change.path
    switch error.reason {
    case .wrongKind(.folder, wanted: .file):
      switch try whatStays(below: path) {
      case .nothing:
        clearedFolders.insert(path)
        try planPlacing(new, &change)
      case .ignored: change.kept = .ignored
      case .file(let file): changedMeanwhile.append(file)
      }
    case .wrongKind(.file, wanted: .folder):
      guard let file = ancestor(of: path, spelled: error.path) else { throw error }
      if leaving.contains(file) {
        change.entry.depth = file.componentCount - 1
        try planPlacing(new, &change)
      } else if try index.positions(of: file).isEmpty && repository.isIgnored(file, isFolder: false)
      {
        change.kept = .ignored
      } else {
        changedMeanwhile.append(file)
      }
    case .link, .wrongKind: change.kept = .inTheWay
    case .system(let system) where system.isNameRefused: change.kept = .refusedName
    default: throw error
    }
  }

  private func ancestor(of path: VaultPath, spelled text: String) -> VaultPath? {
    var folder = path.parent
    while let candidate = folder, candidate.text != text { folder = candidate.parent }
    return folder
  }

  private enum Remainder {
    case nothing, ignored
    case file(VaultPath)
  }

  /// What a folder still holds when the files that go are gone.
  private func whatStays(below folder: VaultPath) throws -> Remainder {
    var folders = [folder]
    var remainder = Remainder.nothing
    while let next = folders.popLast() {
      for item in try stage.vault.list(next) {
        let path = VaultPath(in: next, named: item.name)
        if leaving.contains(path) { continue }
        if item.name.elementsEqual(".git".utf8) {
          // Another repository, which git does not look into.
          remainder = .ignored
          continue
        }
        if item.kind == .folder {
          folders.append(path)
        } else if try repository.isIgnored(path, isFolder: false) || item.kind != .file {
          remainder = .ignored
        } else {
          return .file(path)
        }
      }
    }
    return remainder
  }

  private mutating func addMissingFolders(_ folder: VaultPath) throws {
    var candidate: VaultPath? = folder
    var missing: [VaultPath] = []
    while let path = candidate, !knownFolders.contains(path) {
      let status = try status(of: path)
      if status?.kind == .folder { break }
      missing.append(path)
      candidate = path.parent
    }
    missingFolders += missing
    knownFolders.formUnion(missing)
    if let candidate { knownFolders.insert(candidate) }
  }

  /// Nil also where a file that goes stands above.
  private func status(of path: VaultPath) throws(StoreError) -> FileStatus? {
    do {
      return try stage.status(path)
    } catch {
      guard case .wrongKind(.file, wanted: .folder) = error.reason else { throw error }
      return nil
    }
  }
}

// MARK: - Files that go

extension ApplyPlanner {
  private mutating func planTaking(_ change: inout PlannedChange) throws {
    let (path, old) = (change.path, change.entry.old)
    // Such a file cannot have come by tl, and whatever has the name is not to be touched.
    guard let old, !set.held.contains(path), ArrivingPath.refusal(of: path.bytes) == nil else {
      return
    }
    if try content.needsProgram(path) {
      needsProgram.append(path)
      return
    }
    let found: FileContent?
    do {
      found = try stage.read(path)
    } catch {
      if error.system != nil { throw error }
      // Something else took the name, or that of a folder above; it is not git's.
      return
    }
    guard let found else { return }
    let hash = try Repository.blobID(of: found.bytes)
    guard try content.isContent(hash, of: old, at: path) else {
      changedMeanwhile.append(path)
      return
    }
    change.entry.action = .take
    change.entry.before = hash
  }

  /// Files that go from a folder which gives way to a file hide beside that folder, not in it.
  private mutating func makeRoomForFiles() {
    guard !clearedFolders.isEmpty else { return }
    for number in changes.indices where changes[number].entry.action == .take {
      var folder = changes[number].path.parent
      while let path = folder {
        if clearedFolders.contains(path) { changes[number].entry.depth = path.componentCount - 1 }
        folder = path.parent
      }
    }
  }
}
