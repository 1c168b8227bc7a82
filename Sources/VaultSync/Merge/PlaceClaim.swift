internal import Git
internal import VaultFormat

/// A file of the merged tree, and the path that it should have there.
struct PlaceClaim {
  let unit: FileUnit
  let wanted: VaultPath
  /// The sides that have the file at this path.
  let holders: Set<MergeSide>
  /// Whether the base has the file at this path.
  let isFromBase: Bool

  init(_ unit: FileUnit, at wanted: VaultPath) {
    self.unit = unit
    self.wanted = wanted
    holders = Set(MergeSide.both.filter { unit.files[$0]?.path == wanted })
    isFromBase = unit.files.base?.path == wanted
  }

  /// The entry, if only one side has the file and it needs no merge.
  private var onlyEntry: TreeEntry? {
    let held = unit.holders
    return held.count == 1 ? held.first.flatMap { unit.files[$0]?.entry } : nil
  }

  /// Whether one of the sides has both files at these paths: then they do not clash.
  func isBeside(_ other: PlaceClaim) -> Bool {
    wanted != other.wanted && !holders.isDisjoint(with: other.holders)
  }

  func isSameFile(as other: PlaceClaim) -> Bool {
    guard let entry = onlyEntry, unit.kind == other.unit.kind else { return false }
    return other.onlyEntry == entry
  }
}

/// The result of a claim.
struct Placement {
  var path: VaultPath
  /// Another file with the same bytes has the path: they become one.
  var isJoined = false
}
