internal import VaultFormat

/// Finds the trees of an index's folders.
///
/// Keeps cached trees of unchanged folders; compares the entries of the others with the tree of a commit.
struct CachedTreeBuilder {
  private let index: GitIndex
  private let repository: Repository
  private let old: CachedTree?
  /// Changed folders and their parents; the root is the empty path.
  private var changed: Set<[UInt8]> = [[]]
  private var made = CachedTree()

  /// Deeper folders are not cached.
  private static let depthLimit = 64

  /// The tree of a folder, nil if it is unknown, and the positions of its entries.
  private typealias Outcome = (id: ObjectID?, positions: Range<Int>)

  /// - Parameters:
  ///   - index: after the changes.
  ///   - tree: of the commit that the index probably equals.
  ///   - old: before the changes.
  ///   - paths: the changed paths.
  static func make(
    _ index: GitIndex, tree: ObjectID?, old: CachedTree?, changing paths: some Sequence<VaultPath>,
    in repository: Repository
  ) throws(GitError) -> CachedTree {
    var maker = CachedTreeBuilder(index: index, repository: repository, old: old)
    for path in paths { maker.note(path) }
    let root = old?.folders.isEmpty == false ? 0 : nil
    _ = try maker.add([], in: nil, path: [], tree: tree, former: root, depth: 0)
    return maker.made
  }

  private mutating func note(_ path: VaultPath) {
    var folder = path.bytes[...]
    while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
      folder = folder[..<slash]
      guard changed.insert(Array(folder)).inserted else { return }
    }
    // A file may replace a folder.
    changed.insert(path.bytes)
  }

  /// Adds a folder with its children.
  private mutating func add(
    _ name: [UInt8], in parent: Int?, path: [UInt8], tree: ObjectID?, former: Int?, depth: Int
  ) throws(GitError) -> Outcome {
    let positions = index.positions(below: path)
    guard parent == nil || !positions.isEmpty else { return (nil, positions) }
    if let old, let former, let id = old.folders[former].id, !changed.contains(path),
      old.folders[former].count == positions.count
    {
      made.copy(former, of: old, in: parent)
      return (id, positions)
    }
    let folder = made.add(name, in: parent)
    guard depth < Self.depthLimit else { return (nil, positions) }
    guard let tree else {
      try keepFormer(former, in: folder, path: path, depth: depth)
      return (nil, positions)
    }
    guard
      try compare(
        Tree.read(tree, in: repository), with: positions, folder: folder, path: path,
        former: former, depth: depth)
    else { return (nil, positions) }
    made.setID(folder, as: tree, count: positions.count)
    return (tree, positions)
  }

  /// Keeps the cached trees in a folder that the commit does not have.
  private mutating func keepFormer(
    _ former: Int?, in folder: Int, path: [UInt8], depth: Int
  ) throws(GitError) {
    guard let old, let former else { return }
    for child in old.folders[former].children {
      let name = old.folders[child].name
      let place = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
      _ = try add(name, in: folder, path: place, tree: nil, former: child, depth: depth + 1)
    }
  }

  /// Whether the entries at these positions equal the tree; adds its folders.
  private mutating func compare(
    _ tree: borrowing Tree, with positions: Range<Int>, folder: Int, path: [UInt8],
    former: Int?, depth: Int
  ) throws(GitError) -> Bool {
    var isEqual = true
    var next = positions.lowerBound
    let prefix = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
    for number in 0..<tree.count {
      let item = tree[number]
      if let entry = item.file {
        guard next < positions.upperBound,
          index.holds(entry, at: next, prefix: prefix, name: item.name)
        else {
          isEqual = false
          continue
        }
        next += 1
      } else {
        let name = Array(item.name)
        let outcome = try add(
          name, in: folder, path: prefix + name, tree: item.id,
          former: old?.child(named: name, of: former),
          depth: depth + 1)
        if outcome.id != item.id || outcome.positions.lowerBound != next { isEqual = false }
        next = outcome.positions.upperBound
      }
    }
    return isEqual && next == positions.upperBound
  }
}

extension GitIndex {
  /// Whether a position has this entry, at the path of prefix and name.
  fileprivate func holds(
    _ entry: TreeEntry, at position: Int, prefix: [UInt8], name: UnsafeRawBufferPointer
  ) -> Bool {
    let isPath = withPath(at: position) { path in
      path.count == prefix.count + name.count && path.dropFirst(prefix.count).elementsEqual(name)
        && path.starts(with: prefix)
    }
    let known = self[position]
    return isPath && known.stage == 0 && !known.isIntentToAdd && known.treeEntry == entry
  }
}
