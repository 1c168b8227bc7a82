package import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Finds the difference between a vault's folder and the last commit.
///
/// Compares the metadata of files with git's index, on several threads, and their bytes if the metadata differ or prove
/// nothing; compares the index with the commit by its cached trees. Without changes, the cost is reading the metadata
/// of each file. Writes nothing.
package struct WorktreeScan {
  /// Its root is that of the repository's work tree.
  let vault: VaultFolder
  let repository: Repository
  /// The number of threads, as many as processors.
  let threads: Int
  /// Seconds since 1970, by the clock of the file system, which is the machine's; entries of files that changed just
  /// before are not trusted.
  let now: Int64
  /// Nil without the git program.
  var filterProgram: FilterProgram?

  /// Scans the whole folder.
  ///
  /// Unreadable files are left out, with the reason, and count as unchanged.
  ///
  /// - Throws: if the index or the commit cannot be read.
  package func run() throws(GitError) -> WorktreeDifference {
    let head = try repository.head().commit
    let index = try repository.readIndex()
    let options = try WorktreeOptions(of: repository)
    let tree = try head.map { id throws(GitError) in try repository.commit(id).tree }
    let staged = try HeadComparison.run(index, tree: tree, in: repository)
    let rules = EverythingRules(
      outer: try repository.outerIgnoreRules(),
      entersIgnored: { index.holdsSomething(below: $0) })
    let walk = VaultWalk(vault, threads: threads, scope: .everything(rules))
    let (shards, findings) = walk.run { next -> WorktreeShard in
      var reader = WorktreeReader(index, options)
      while let batch = next() { reader.read(batch) }
      return reader.shard
    }
    var join = WorktreeJoin(
      vault: vault, repository: repository, index: index, options: options, staged: staged,
      now: now, filterProgram: filterProgram)
    join.difference.head = head
    join.difference.tree = tree
    try join.take(shards, findings)
    return join.finished()
  }
}

/// Git's settings for comparing a folder with its index.
struct WorktreeOptions: Sendable {
  /// `core.fileMode`: false if the file system does not store whether a file is executable.
  var trustsMode = true
  /// `core.precomposeUnicode`, for decomposed file names.
  var composesNames = false
  /// `core.ignoreCase`: ignore rules match other cases too.
  var ignoresCase = false
  /// `core.symlinks`: false if a link is a file with its target as text.
  var hasLinks = true

  init() {}

  init(of repository: Repository) throws(GitError) {
    let configuration = try repository.configuration()
    trustsMode = try configuration.bool("core.fileMode") ?? true
    ignoresCase = try configuration.bool("core.ignoreCase") ?? false
    hasLinks = try configuration.bool("core.symlinks") ?? true
    #if canImport(Darwin)
      composesNames = try configuration.bool("core.precomposeUnicode") ?? false
    #endif
  }

  /// Whether only the index counts for an entry, whatever the folder has at its path.
  func isFixed(_ entry: GitIndex.Entry) -> Bool {
    if entry.isAssumedUnchanged || entry.skipsWorktree { return true }
    switch FileMode(rawValue: entry.mode) {
    case .file, .executable: return false
    case .link: return !hasLinks
    case .submodule, nil: return true
    }
  }

  func composed(_ path: VaultPath) -> VaultPath {
    guard composesNames, path.bytes.contains(where: { $0 >= 128 }) else { return path }
    return VaultPath(Normalization.nfc(path.bytes)) ?? path
  }

  /// Whether the index proves that the file has the content of its entry.
  ///
  /// False proves nothing: the content must be compared.
  ///
  /// - Parameter status: of the file itself, without following a link.
  func isUnchanged(_ entry: GitIndex.Entry, status: FileStatus, in index: GitIndex) -> Bool {
    guard !index.isRacy(entry), !entry.isIntentToAdd else { return false }
    if entry.agrees(with: status) { return true }
    guard !trustsMode, FileMode(rawValue: entry.mode)?.isRegular == true else { return false }
    // Either of the two regular modes.
    var same = entry
    same.mode = FileMode(status)?.rawValue ?? entry.mode
    return same.agrees(with: status)
  }

  /// The mode to commit.
  ///
  /// - Parameter known: the present mode.
  func mode(of status: FileStatus, known: FileMode?) -> FileMode {
    if trustsMode { return status.permissions & 0o100 != 0 ? .executable : .file }
    return known == .executable ? .executable : .file
  }
}

/// Compares git's index with the tree of the last commit.
///
/// Skips folders that the index marks as equal: without staged changes this costs nothing, however many notes there
/// are.
struct HeadComparison {
  private let repository: Repository
  private let index: GitIndex
  private let cached: CachedTree?
  private var pending: [Step]
  /// The commit's entry at each path where the index differs; nil if it has none.
  private var found: [VaultPath: TreeEntry?] = [:]

  private struct Step {
    var path: VaultPath?
    /// Nil if the commit has no such folder.
    var tree: ObjectID?
    /// In the cached tree.
    var folder: Int?
  }

  /// - Parameter tree: nil before the first commit.
  /// - Returns: the commit's entries at the paths that differ, including paths in conflict and those of `git add
  ///   --intent-to-add`.
  static func run(
    _ index: GitIndex, tree: ObjectID?, in repository: Repository
  ) throws(GitError) -> [VaultPath: TreeEntry?] {
    var comparison = HeadComparison(index, tree: tree, in: repository)
    while let step = comparison.pending.popLast() { try comparison.compare(step) }
    return comparison.found
  }

  private init(_ index: GitIndex, tree: ObjectID?, in repository: Repository) {
    self.repository = repository
    self.index = index
    cached = CachedTree(of: index)
    pending = [Step(path: nil, tree: tree, folder: cached?.folder(at: index.folder))]
  }

  private mutating func compare(_ step: Step) throws(GitError) {
    if let folder = step.folder, let id = cached?.folders[folder].id, id == step.tree { return }
    // A tree can be deeper than a file system allows.
    guard step.path?.bytes.count ?? 0 <= 4096 else {
      throw GitError(.refusedPath, operation: "read a tree", message: "a path is too long")
    }
    let entries = IndexFolder(step.path, of: index)
    var known: Set<[UInt8]> = []
    if let tree = step.tree {
      known = try compare(Tree.read(tree, in: repository), at: step, with: entries)
    }
    addUnknown(entries, at: step, known: known)
  }

  /// - Returns: the names in the commit's folder, with a slash for folders.
  private mutating func compare(
    _ tree: borrowing Tree, at step: Step, with entries: IndexFolder
  ) throws(GitError) -> Set<[UInt8]> {
    var known: Set<[UInt8]> = []
    for number in 0..<tree.count {
      let item = tree[number]
      let path = VaultPath(in: step.path, named: item.name)
      guard let entry = item.file else {
        known.insert(Array(item.name) + [UInt8(ascii: "/")])
        let folder = cached?.child(named: item.name, of: step.folder)
        pending.append(Step(path: path, tree: item.id, folder: folder))
        continue
      }
      known.insert(Array(item.name))
      let positions = entries.positions(of: item.name.bindMemory(to: UInt8.self))
      if !isEqual(positions, entry) { found[path] = .some(entry) }
    }
    return known
  }

  private func isEqual(_ positions: Range<Int>, _ entry: TreeEntry) -> Bool {
    guard positions.count == 1 else { return false }
    let own = index[positions.lowerBound]
    return own.stage == 0 && !own.isIntentToAdd && own.id == entry.id
      && own.mode == entry.mode.rawValue
  }

  /// Adds the index's paths of a folder that the commit lacks.
  private mutating func addUnknown(_ entries: IndexFolder, at step: Step, known: Set<[UInt8]>) {
    let prefixCount = step.path.map { $0.bytes.count + 1 } ?? 0
    var position = entries.positions.lowerBound
    while position < entries.positions.upperBound {
      let name = index.withPath(at: position) { path in
        let rest = path[prefixCount...]
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return Array(rest) }
        return Array(rest[...slash])
      }
      guard name.last == UInt8(ascii: "/") else {
        if !known.contains(name) { found[VaultPath(in: step.path, named: name)] = .some(nil) }
        position += 1
        continue
      }
      let folder = VaultPath(in: step.path, named: name.dropLast())
      if !known.contains(name) {
        let inner = cached?.child(named: name.dropLast(), of: step.folder)
        pending.append(Step(path: folder, tree: nil, folder: inner))
      }
      position = IndexFolder(folder, of: index).positions.upperBound
    }
  }
}
