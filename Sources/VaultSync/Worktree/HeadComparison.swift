internal import Git
internal import VaultFormat

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
