internal import Git
internal import VaultFormat
internal import VaultStore

/// A file of a media folder, identified by its note and its name in the folder.
struct MediaUnit {
  /// The note's number among the changed notes; nil for media of any other note.
  let owner: Int?
  /// The path relative to the media folder; the whole path for media of other notes.
  let name: [UInt8]
  var versions: ThreeWay<PlacedFile?>
}

/// The changed media, seen from the note that has them in each tree, so that they follow the note wherever one side
/// moved it.
struct MediaMatching {
  private let trees: MergeTrees
  private let notes: [FileUnit]
  /// For each note its media folder in each tree.
  private(set) var homes: [ThreeWay<VaultPath?>] = []
  /// The note of a media folder, in each tree.
  private var owners = ThreeWay<[VaultPath: Int]>(base: [:]) { _ in [:] }
  private(set) var units: [MediaUnit] = []

  private struct Key: Hashable {
    var owner: Int?
    var name: [UInt8]
  }

  init(_ notes: [FileUnit], in trees: MergeTrees) throws {
    self.trees = trees
    self.notes = notes
    try findHomes()
    let keys = try changedKeys()
    units = try keys.map { MediaUnit(owner: $0.owner, name: $0.name, versions: try versions($0)) }
  }

  // MARK: - Folders

  private mutating func findHomes() throws {
    homes = notes.map { _ in ThreeWay(base: nil) { _ in nil } }
    for (index, note) in notes.enumerated() {
      guard let base = note.files.base, let home = try ownFolder(of: base.path, on: nil) else {
        continue
      }
      homes[index].base = home
      owners.base[home] = index
    }
    for side in MergeSide.both {
      try findOwnHomes(on: side)
      try findOldHomes(on: side)
    }
  }

  private mutating func findOwnHomes(on side: MergeSide) throws {
    for (index, note) in notes.enumerated() {
      guard let file = note.files[side], let home = try ownFolder(of: file.path, on: side) else {
        continue
      }
      setHome(home, of: index, on: side)
    }
  }

  /// The base's media folder of a note is still the note's, unless another note has it by now: if the side deleted the
  /// note, or moved it without its media.
  private mutating func findOldHomes(on side: MergeSide) throws {
    let touched = try changedFolders(on: side.other)
    for (index, note) in notes.enumerated() {
      guard let old = homes[index].base, owners[side][old] == nil else { continue }
      if note.files[side] == nil {
        setHome(old, of: index, on: side)
      } else if note.isMoved(on: side), touched.contains(old), let new = homes[index][side],
        try isLeftBehind(old, new: new, on: side)
      {
        owners[side][new] = nil
        setHome(old, of: index, on: side)
      }
    }
  }

  private mutating func setHome(_ home: VaultPath, of note: Int, on side: MergeSide) {
    homes[note][side] = home
    owners[side][home] = note
  }

  /// Nil for `X.markdown` beside a note `X.md`, to which the folder belongs.
  private func ownFolder(of note: VaultPath, on side: MergeSide?) throws -> VaultPath? {
    guard let folder = MediaFolder(of: note) else { return nil }
    guard let twin = folder.twin, twin.fileExtension.elementsEqual("md".utf8) else {
      return folder.path
    }
    return try trees.entry(at: twin, in: side)?.mode.isRegular == true ? nil : folder.path
  }

  private func changedFolders(on side: MergeSide) throws -> Set<VaultPath> {
    var folders: Set<VaultPath> = []
    for change in trees.changes[side] {
      if let folder = try trees.mediaFolder(of: change.path) { folders.insert(folder) }
    }
    return folders
  }

  /// Whether a side moved a note without its media.
  private func isLeftBehind(_ old: VaultPath, new: VaultPath, on side: MergeSide) throws -> Bool {
    let tree = trees.trees[side]
    return try trees.names(in: new, tree: tree).isEmpty
      && !trees.names(in: old, tree: tree).isEmpty
  }

  // MARK: - Files

  /// The changed files, by owner and name, in the order of the paths.
  ///
  /// Each tree that has a file at a changed path decides its owner there: by now the path may be another note's.
  private func changedKeys() throws -> [Key] {
    var seen: Set<Key> = []
    var keys: [Key] = []
    for side in MergeSide.both {
      for path in trees.changes[side].map(\.path) {
        guard let folder = try trees.mediaFolder(of: path) else { continue }
        for tree in [nil] + MergeSide.both where try trees.entry(at: path, in: tree) != nil {
          let owner = try owner(of: path, in: folder, tree: tree)
          let name = owner == nil ? path.bytes : Self.name(of: path, in: folder)
          let key = Key(owner: owner, name: name)
          if seen.insert(key).inserted { keys.append(key) }
        }
      }
    }
    return keys
  }

  /// The note that owns a file of a tree; `tree` is nil for the base.
  private func owner(of path: VaultPath, in folder: VaultPath, tree: MergeSide?) throws -> Int? {
    guard let side = tree else { return owners.base[folder] }
    if let owner = owners[side][folder] { return owner }
    guard let owner = owners.base[folder] else { return nil }
    let old = try pathLeftBehind(owner, Self.name(of: path, in: folder), on: side)
    return old == path ? owner : nil
  }

  private func versions(_ key: Key) throws -> ThreeWay<PlacedFile?> {
    try ThreeWay(base: file(key, in: nil)) { try file(key, in: $0) }
  }

  private func file(_ key: Key, in tree: MergeSide?) throws -> PlacedFile? {
    guard let path = try place(key, in: tree) else { return nil }
    return try trees.entry(at: path, in: tree).map { PlacedFile(path: path, entry: $0) }
  }

  /// The path of the file in a tree, if the tree has it.
  private func place(_ key: Key, in tree: MergeSide?) throws -> VaultPath? {
    guard let owner = key.owner else {
      guard let path = VaultPath(key.name), let folder = try trees.mediaFolder(of: path),
        try self.owner(of: path, in: folder, tree: tree) == nil
      else { return nil }
      return path
    }
    if let side = tree, let old = try pathLeftBehind(owner, key.name, on: side) { return old }
    return homes[owner][tree].map { VaultPath(in: $0, named: key.name) }
  }

  /// The base's path of a file whose note a side moved, if the side still has the file there, and not in the note's new
  /// folder.
  private func pathLeftBehind(
    _ owner: Int, _ name: [UInt8], on side: MergeSide
  ) throws -> VaultPath? {
    guard let old = homes[owner].base, let new = homes[owner][side], old != new,
      owners[side][old] == nil,
      case let (path, moved) = (VaultPath(in: old, named: name), VaultPath(in: new, named: name)),
      try trees.entry(at: path, in: nil) != nil, try trees.entry(at: path, in: side) != nil,
      try trees.entry(at: moved, in: side) == nil
    else { return nil }
    return path
  }

  private static func name(of path: VaultPath, in folder: VaultPath) -> [UInt8] {
    Array(path.bytes.dropFirst(folder.bytes.count + 1))
  }
}
