package import VaultFormat

/// A walk of one tree, or of two at once that skips equal folders.
///
/// Uses an explicit stack, so depth is no problem.
struct TreeWalk {
  private let repository: Repository
  /// The greatest number of paths.
  private let limit: Int
  private let isOfInterest: ((UnsafeRawBufferPointer) -> Bool)?
  private var found = 0
  private var pending: [Step]

  private enum Step {
    case change(TreeChange)
    case folder(VaultPath?, old: ObjectID?, new: ObjectID?)
  }

  /// The longest path in bytes, as in operating systems; it also limits the depth.
  private static let longestPath = 4096

  /// - Parameters:
  ///   - isOfInterest: which names of the root are walked; all if nil.
  ///   - limit: a few trees that contain each other can spell billions of paths.
  init(
    _ repository: Repository, from old: ObjectID?, to new: ObjectID?,
    where isOfInterest: ((UnsafeRawBufferPointer) -> Bool)? = nil, limit: Int = 2_000_000
  ) {
    self.repository = repository
    self.isOfInterest = isOfInterest
    self.limit = limit
    pending = old == new ? [] : [.folder(nil, old: old, new: new)]
  }

  /// The next path at which the trees differ, in byte order; nil at the end.
  mutating func next() throws(GitError) -> TreeChange? {
    while let step = pending.popLast() {
      switch step {
      case .change(let change): return change
      case .folder(let path, let old, let new):
        let start = pending.count
        try compare(path, old: old, new: new)
        // Last in, first out.
        pending[start...].reverse()
      }
    }
    return nil
  }

  private mutating func compare(
    _ folder: VaultPath?, old: ObjectID?, new: ObjectID?
  ) throws(GitError) {
    switch (old, new) {
    case (nil, nil): return
    case (let old?, nil): try addAll(of: Tree.read(old, in: repository), folder, isNew: false)
    case (nil, let new?): try addAll(of: Tree.read(new, in: repository), folder, isNew: true)
    case (let old?, let new?):
      try addDifferences(Tree.read(old, in: repository), Tree.read(new, in: repository), in: folder)
    }
  }

  private mutating func addAll(
    of tree: borrowing Tree, _ folder: VaultPath?, isNew: Bool
  ) throws(GitError) {
    for index in 0..<tree.count {
      let entry = tree[index]
      try add(entry.name, in: folder, old: isNew ? nil : entry, new: isNew ? entry : nil)
    }
  }

  private mutating func addDifferences(
    _ old: borrowing Tree, _ new: borrowing Tree, in folder: VaultPath?
  ) throws(GitError) {
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      guard j < new.count else {
        try add(old[i].name, in: folder, old: old[i], new: nil)
        i += 1
        continue
      }
      guard i < old.count else {
        try add(new[j].name, in: folder, old: nil, new: new[j])
        j += 1
        continue
      }
      let (a, b) = (old[i], new[j])
      let order = a.compare(to: b)
      if order == 0, a.id != b.id || a.mode != b.mode {
        try add(a.name, in: folder, old: a, new: b)
      } else if order < 0 {
        try add(a.name, in: folder, old: a, new: nil)
      } else if order > 0 {
        try add(b.name, in: folder, old: nil, new: b)
      }
      i += order <= 0 ? 1 : 0
      j += order >= 0 ? 1 : 0
    }
  }

  /// Both are files or both are folders: git's order separates them.
  private mutating func add(
    _ name: UnsafeRawBufferPointer, in folder: VaultPath?, old: Tree.Entry?, new: Tree.Entry?
  ) throws(GitError) {
    if folder == nil, let isOfInterest, !isOfInterest(name) { return }
    let path = VaultPath(in: folder, named: name)
    found += 1
    guard path.bytes.count <= Self.longestPath, found <= limit else {
      throw GitError(
        .refusedPath, operation: "read a tree",
        message: found > limit
          ? "it has over \(limit) paths" : "a path has over \(Self.longestPath) bytes")
    }
    let isFolder = (old ?? new).map { $0.mode == nil } ?? false
    pending.append(
      isFolder
        ? .folder(path, old: old?.id, new: new?.id)
        : .change(TreeChange(path: path, old: old?.file, new: new?.file)))
  }
}

extension Repository {
  /// The differences of two trees, in byte order of the paths; nil is the empty tree.
  ///
  /// Folders with the same id are not read, so the cost depends on the changes only.
  /// - Parameter isOfInterest: which names of the root are compared; all if nil.
  /// - Throws: `.refusedPath` for a name that is not a path component (empty, `.`, `..`, or with `/`), a path over
  ///   4,096 bytes, or more than two million paths; `.damaged` for a tree that is not in git's order or has a name
  ///   twice.
  package func changes(
    from old: ObjectID?, to new: ObjectID?,
    where isOfInterest: ((UnsafeRawBufferPointer) -> Bool)? = nil
  ) throws(GitError) -> [TreeChange] {
    var changes: [TreeChange] = []
    var walk = TreeWalk(self, from: old, to: new, where: isOfInterest)
    while let change = try walk.next() { changes.append(change) }
    return changes
  }

  /// Calls `body` for each file, link and submodule of a tree, in byte order of the paths.
  ///
  /// - Throws: as `changes(from:to:)`, and what `body` throws.
  package func forEachFile(
    inTree tree: ObjectID?, _ body: (VaultPath, TreeEntry) throws -> Void
  ) throws {
    var walk = TreeWalk(self, from: nil, to: tree)
    while let change = try walk.next() {
      if let entry = change.new { try body(change.path, entry) }
    }
  }
}
