internal import Git
internal import VaultFormat

/// Finds the file of each side for each file of the base; for files of one kind.
///
/// Starts with unchanged files; the caller matches changed and added files with one rule after the other, each for
/// files that no earlier rule matched.
struct FileMatching {
  let kind: FileKind
  /// The files of the base that a side changed or removed.
  private(set) var base: [VaultPath: TreeEntry] = [:]
  /// The matches: for each path of the base the side's file.
  private(set) var matched = Sides<[VaultPath: PlacedFile]> { _ in [:] }
  /// Changed or added files without a match so far.
  private(set) var rest = Sides<[VaultPath: TreeEntry]> { _ in [:] }
  /// Added files of both sides that are the same file.
  private var pairs: [Sides<PlacedFile>] = []
  private let trees: MergeTrees

  init(_ kind: FileKind, in trees: MergeTrees) throws {
    self.kind = kind
    self.trees = trees
    for side in MergeSide.both {
      for change in try trees.changes(of: kind, on: side) {
        if let old = change.old { base[change.path] = old }
        if let new = change.new { rest[side][change.path] = new }
      }
    }
    for (path, entry) in base {
      for side in MergeSide.both where trees.change(at: path, on: side) == nil {
        matched[side][path] = PlacedFile(path: path, entry: entry)
      }
    }
    pairEqualAdditions()
  }

  /// Equal additions of both sides need not be read.
  private mutating func pairEqualAdditions() {
    for (path, entry) in rest.left where base[path] == nil && rest.right[path] == entry {
      pair(path, path)
    }
  }

  func isMissing(_ path: VaultPath, on side: MergeSide) -> Bool { matched[side][path] == nil }

  // MARK: - Matching

  mutating func match(_ path: VaultPath, with place: VaultPath, on side: MergeSide) {
    guard let entry = rest[side].removeValue(forKey: place) else { return }
    matched[side][path] = PlacedFile(path: place, entry: entry)
  }

  /// Matches two files without a base.
  mutating func pair(_ left: VaultPath, _ right: VaultPath) {
    guard let ours = rest.left.removeValue(forKey: left),
      let theirs = rest.right.removeValue(forKey: right)
    else { return }
    pairs.append(
      Sides { PlacedFile(path: $0 == .left ? left : right, entry: $0 == .left ? ours : theirs) })
  }

  /// Matches files that are still at the base's path.
  mutating func matchSamePaths(
    on side: MergeSide, where isSame: (_ path: VaultPath, _ new: ObjectID) throws -> Bool
  ) rethrows {
    for path in base.keys.sorted() where isMissing(path, on: side) {
      if let new = rest[side][path], try isSame(path, new.id) { match(path, with: path, on: side) }
    }
  }

  /// Matches a removed file with an added one of the same bytes: first those with the same name, then in the order of
  /// the paths.
  ///
  /// Ignores empty files.
  mutating func matchSameBytes(
    on side: MergeSide, where isAllowed: (_ path: VaultPath) -> Bool = { _ in true }
  ) {
    let empty = trees.blobID(of: [])
    var gone: [ObjectID: [VaultPath]] = [:]
    for (path, entry) in base where isMissing(path, on: side) && entry.id != empty {
      if isAllowed(path) { gone[entry.id, default: []].append(path) }
    }
    guard !gone.isEmpty else { return }
    var new: [ObjectID: [VaultPath]] = [:]
    for (path, entry) in rest[side] where gone[entry.id] != nil && base[path] == nil {
      new[entry.id, default: []].append(path)
    }
    for (id, places) in new { matchInOrder(gone[id] ?? [], places, on: side) }
  }

  /// Matches paths of the base with interchangeable paths of a side: those with the same name first.
  mutating func matchInOrder(_ paths: [VaultPath], _ places: [VaultPath], on side: MergeSide) {
    // The last of each list is the first in order.
    var named = Dictionary(grouping: places.sorted(by: >)) { Array($0.name) }
    let open = paths.sorted().filter { path in
      guard let place = named[Array(path.name)]?.popLast() else { return true }
      match(path, with: place, on: side)
      return false
    }
    for (path, place) in zip(open, named.values.joined().sorted()) {
      match(path, with: place, on: side)
    }
  }

  // MARK: - Result

  /// The matched files, in the order of the base's paths, and then all added files.
  func result() -> [FileUnit] {
    var units: [FileUnit] = base.keys.sorted().map { path in
      let old = base[path].map { PlacedFile(path: path, entry: $0) }
      return FileUnit(kind, base: old) { matched[$0][path] }
    }
    units += pairs.sorted { $0.left.path < $1.left.path }.map { pair in
      FileUnit(kind, base: nil) { pair[$0] }
    }
    for side in MergeSide.both {
      for (path, entry) in rest[side].sorted(by: { $0.key < $1.key }) {
        let file = PlacedFile(path: path, entry: entry)
        units.append(FileUnit(kind, base: nil) { $0 == side ? file : nil })
      }
    }
    return units
  }
}

// MARK: - Other files

extension FileMatching {
  /// Links, hidden files and settings by their path; other files also by their bytes.
  static func units(of kind: FileKind, in trees: MergeTrees) throws -> [FileUnit] {
    var files = try FileMatching(kind, in: trees)
    for side in MergeSide.both {
      files.matchSamePaths(on: side) { _, _ in true }
      if kind == .file { files.matchSameBytes(on: side) }
    }
    for (path, left) in files.rest.left {
      guard let right = files.rest.right[path], files.base[path] == nil else { continue }
      // Two files that were moved to one path by different sides are two files.
      if kind != .file || left.id == right.id || path.isRules { files.pair(path, path) }
    }
    return files.result()
  }
}
