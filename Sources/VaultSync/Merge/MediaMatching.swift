internal import VaultFormat
internal import VaultStore

/// A file of a media folder, known by its note and its name in the folder.
struct MediaUnit {
  /// The note's number among the notes that a side changed; nil for media of any other note.
  let owner: Int?
  /// From the media folder; for media of other notes the whole path.
  let name: [UInt8]
  var versions: ThreeWay<PlacedFile?>
}

/// The media that a side changed, seen from the note that has them in each tree, so that they follow it
/// wherever one of the sides moved it.
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
      let touched = try changedFolders(on: side.other)
      for (index, note) in notes.enumerated() {
        guard let file = note.files[side], var home = try ownFolder(of: file.path, on: side) else {
          continue
        }
        if note.isMoved(on: side), let old = homes[index].base, touched.contains(old),
          try isLeftBehind(old, new: home, on: side)
        {
          home = old
        }
        homes[index][side] = home
        owners[side][home] = index
      }
      // The folder of a note that the side deleted is still the note's, unless another one has it.
      for (index, note) in notes.enumerated() where note.files[side] == nil {
        guard let home = homes[index].base, owners[side][home] == nil else { continue }
        homes[index][side] = home
        owners[side][home] = index
      }
    }
  }

  /// Nil for `X.markdown` beside a note `X.md`, to which the folder belongs.
  private func ownFolder(of note: VaultPath, on side: MergeSide?) throws -> VaultPath? {
    guard let folder = MediaFolder(of: note) else { return nil }
    guard let twin = folder.twin, twin.fileExtension.elementsEqual("md".utf8) else {
      return folder.path
    }
    let entry = try side.map { try trees.entry(at: twin, on: $0) } ?? trees.baseEntry(at: twin)
    return entry?.mode.isRegular == true ? nil : folder.path
  }

  private func changedFolders(on side: MergeSide) throws -> Set<VaultPath> {
    var folders: Set<VaultPath> = []
    for change in trees.changes[side] {
      if let folder = try trees.mediaFolder(of: change.path) { folders.insert(folder) }
    }
    return folders
  }

  /// Whether a side moved a note and not its media.
  private func isLeftBehind(_ old: VaultPath, new: VaultPath, on side: MergeSide) throws -> Bool {
    let tree = trees.trees[side]
    return try trees.names(in: new, tree: tree).isEmpty
      && !trees.names(in: old, tree: tree).isEmpty
  }

  // MARK: - Files

  /// What a side changed, by owner and name, in the order of the paths.
  private func changedKeys() throws -> [Key] {
    var seen: Set<Key> = []
    var keys: [Key] = []
    for side in MergeSide.both {
      for change in trees.changes[side] {
        guard let folder = try trees.mediaFolder(of: change.path) else { continue }
        var found: [Key] = []
        if change.old != nil { found.append(key(change.path, folder, owners.base[folder])) }
        if change.new != nil { found.append(key(change.path, folder, owners[side][folder])) }
        for key in found where seen.insert(key).inserted { keys.append(key) }
      }
    }
    return keys
  }

  private func key(_ path: VaultPath, _ folder: VaultPath, _ owner: Int?) -> Key {
    let name = owner == nil ? path.bytes : Array(path.bytes.dropFirst(folder.bytes.count + 1))
    return Key(owner: owner, name: name)
  }

  private func versions(_ key: Key) throws -> ThreeWay<PlacedFile?> {
    let base = try place(key, home: \.base, owners: owners.base).flatMap { path in
      try trees.baseEntry(at: path).map { PlacedFile(path: path, entry: $0) }
    }
    return try ThreeWay(base: base) { side in
      try place(key, home: \.[side], owners: owners[side]).flatMap { path in
        try trees.entry(at: path, on: side).map { PlacedFile(path: path, entry: $0) }
      }
    }
  }

  /// Where a tree has the file, if it has it.
  private func place(
    _ key: Key, home: KeyPath<ThreeWay<VaultPath?>, VaultPath?>, owners: [VaultPath: Int]
  ) throws -> VaultPath? {
    if let owner = key.owner {
      return homes[owner][keyPath: home].flatMap {
        VaultPath($0.bytes + [UInt8(ascii: "/")] + key.name)
      }
    }
    guard let path = VaultPath(key.name), let folder = try trees.mediaFolder(of: path),
      owners[folder] == nil
    else { return nil }
    return path
  }
}
