internal import VaultFormat
internal import VaultStore

/// Gives every file of the merged tree a path that clashes on no file system.
///
/// Names clash if their `NameKey` is equal, or if one is a file and the other a folder. Files that a side has side by
/// side stay so. Otherwise one file keeps the name: one that both sides have there, or else one that the base has
/// there, or else the later one; the others get `-2`, `-3` …; files with the same bytes become one, and a file gives
/// way to a folder.
///
/// An unchanged path of the trees cannot clash with one that is taken from a side: that side has both. So only new
/// names of the merge are compared with whole folders.
struct Placing {
  private let trees: MergeTrees
  private let times: MergeTimes
  private var settled: [NameKey: [PlaceClaim]] = [:]
  /// Names requested or given by `freePath`.
  private var reserved: Set<NameKey> = []
  private var folders: [NameKey: Folder] = [:]
  /// The first number to try, by the key of the requested path.
  private var numbers: [NameKey: Int] = [:]
  private var knownFolders: [VaultPath: Set<MergeSide>] = [:]

  /// A path that is a folder in the merged tree, with all its spellings.
  private struct Folder {
    var spellings: Set<VaultPath> = []
    var holders: Set<MergeSide> = []
  }

  init(_ trees: MergeTrees, times: MergeTimes) {
    self.trees = trees
    self.times = times
  }

  mutating func reserveFolders(above path: VaultPath, holders: Set<MergeSide>) {
    var folder = path.parent
    while let here = folder {
      if let known = knownFolders[here], known.isSuperset(of: holders) { return }
      knownFolders[here, default: []].formUnion(holders)
      let key = NameKey(here)
      folders[key, default: Folder()].spellings.insert(here)
      folders[key, default: Folder()].holders.formUnion(holders)
      folder = here.parent
    }
  }

  /// A path for each claim, in their order.
  mutating func settle(_ claims: [PlaceClaim]) throws -> [Placement] {
    var groups: [NameKey: [Int]] = [:]
    for (index, claim) in claims.enumerated() {
      groups[NameKey(claim.wanted), default: []].append(index)
      reserveFolders(above: claim.wanted, holders: claim.holders)
    }
    reserved.formUnion(groups.keys)
    var placements = claims.map { Placement(path: $0.wanted) }
    var crowded: [(key: NameKey, group: [Int])] = []
    for (key, group) in groups {
      let isAlone = group.count == 1 && !claims[group[0]].holders.isEmpty
      if isAlone, settled[key] == nil, folders[key] == nil {
        settled[key] = [claims[group[0]]]
      } else {
        crowded.append((key, group))
      }
    }
    crowded.sort { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
    for (key, group) in crowded {
      for index in try inOrder(group, claims) {
        placements[index] = try place(claims[index], key)
      }
    }
    return placements
  }

  private func inOrder(_ group: [Int], _ claims: [PlaceClaim]) throws -> [Int] {
    guard group.count > 1 else { return group }
    let ranks = try group.map { index in
      (index: index, claim: claims[index], rank: try times.rank(of: claims[index].unit))
    }
    return ranks.sorted { a, b in
      let (ours, theirs) = (a.claim, b.claim)
      if ours.holders.count != theirs.holders.count {
        return ours.holders.count > theirs.holders.count
      }
      if ours.isFromBase != theirs.isFromBase { return ours.isFromBase }
      if a.rank != b.rank { return a.rank > b.rank }
      return ours.wanted == theirs.wanted ? a.index < b.index : ours.wanted < theirs.wanted
    }.map(\.index)
  }

  private mutating func place(_ claim: PlaceClaim, _ key: NameKey) throws -> Placement {
    let others = (settled[key] ?? []).filter { !claim.isBeside($0) }
    if others.isEmpty, !isFolder(claim, key), try !isOverUnchanged(claim) {
      settled[key, default: []].append(claim)
      return Placement(path: claim.wanted)
    }
    if let twin = others.first(where: { $0.isSameFile(as: claim) }) {
      return Placement(path: twin.wanted, isJoined: true)
    }
    return Placement(path: try freePath(near: claim.wanted, isNote: claim.unit.kind == .note))
  }

  /// Whether a new file of the merge would replace an unchanged one.
  private func isOverUnchanged(_ claim: PlaceClaim) throws -> Bool {
    guard claim.holders.isEmpty else { return false }
    let changed = trees.changedPaths
    return try occupants(of: claim.wanted).contains { !changed.contains($0) }
  }

  private func isFolder(_ claim: PlaceClaim, _ key: NameKey) -> Bool {
    guard let folder = folders[key] else { return false }
    return folder.spellings.contains(claim.wanted) || folder.holders.isDisjoint(with: claim.holders)
  }
}

// MARK: - New names

extension Placing {
  /// A path that none of the trees has: `path` itself, or else with a number.
  mutating func freePath(for path: VaultPath) throws -> VaultPath {
    if try isFree(path, isNote: true) {
      reserve(path, isNote: true)
      return path
    }
    return try freePath(near: path, isNote: true)
  }

  /// The path with the first free number.
  private mutating func freePath(near path: VaultPath, isNote: Bool) throws -> VaultPath {
    let key = NameKey(path)
    var number = numbers[key] ?? 2
    while try !isFree(path.numbered(number), isNote: isNote) { number += 1 }
    numbers[key] = number + 1
    let free = path.numbered(number)
    reserve(free, isNote: isNote)
    return free
  }

  private mutating func reserve(_ path: VaultPath, isNote: Bool) {
    reserved.formUnion(Self.names(of: path, isNote: isNote).map { NameKey($0) })
  }

  /// The path; for a note also its media folder, and the note that would share it.
  private static func names(of path: VaultPath, isNote: Bool) -> [VaultPath] {
    guard isNote, let media = MediaFolder(of: path) else { return [path] }
    return [path, media.path, media.twin].compactMap(\.self)
  }

  /// Whether all of the names are free.
  private func isFree(_ path: VaultPath, isNote: Bool) throws -> Bool {
    for path in Self.names(of: path, isNote: isNote) {
      let key = NameKey(path)
      if reserved.contains(key) || folders[key] != nil { return false }
      if try !occupants(of: path).isEmpty { return false }
    }
    return true
  }

  /// The files and folders of the trees whose names clash with the path.
  private func occupants(of path: VaultPath) throws -> Set<VaultPath> {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))
    var occupants: Set<VaultPath> = []
    for tree in [trees.trees.base, trees.trees[.left], trees.trees[.right]] {
      guard let tree else { continue }
      var folders: [VaultPath?] = [nil]
      for (depth, component) in components.enumerated() {
        let name = ComparedName(component)
        var found: [VaultPath?] = []
        for folder in folders {
          for entry in try trees.names(in: folder, tree: tree) where name.matches(entry.name) {
            let path = VaultPath(in: folder, named: entry.name)
            if depth == components.count - 1 { occupants.insert(path) }
            if entry.isFolder { found.append(path) }
          }
        }
        folders = found
      }
    }
    return occupants
  }
}

/// A name for many comparisons.
private struct ComparedName {
  private let bytes: [UInt8]
  private let key: NameKey
  private let isASCII: Bool

  init(_ name: ArraySlice<UInt8>) {
    bytes = Array(name)
    key = NameKey(name)
    isASCII = name.allSatisfy { $0 < 0x80 }
  }

  /// ASCII names differ only in case.
  func matches(_ other: [UInt8]) -> Bool {
    guard isASCII, other.allSatisfy({ $0 < 0x80 }) else { return NameKey(other) == key }
    return other.count == bytes.count
      && zip(other, bytes).allSatisfy { Self.lowered($0) == Self.lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
