internal import Git
internal import VaultFormat

/// A file that goes into the merged tree, and the path that it should have there.
struct PlaceClaim {
  let unit: FileUnit
  let wanted: VaultPath
  /// The sides that have the file at this very path.
  let holders: Set<MergeSide>
  /// The base has the file at this very path.
  let isFromBase: Bool

  init(_ unit: FileUnit, at wanted: VaultPath) {
    self.unit = unit
    self.wanted = wanted
    holders = Set(MergeSide.both.filter { unit.files[$0]?.path == wanted })
    isFromBase = unit.files.base?.path == wanted
  }

  /// The content, where only one side has the file and nothing will be merged into it.
  var onlyEntry: TreeEntry? {
    let held = unit.holders
    return held.count == 1 ? held.first.flatMap { unit.files[$0]?.entry } : nil
  }

  /// Whether one of the sides has both files at these paths: what lives together there may go on.
  func isBeside(_ other: PlaceClaim) -> Bool {
    wanted != other.wanted && !holders.isDisjoint(with: other.holders)
  }
}

/// Where a claim ended.
struct Placement {
  var path: VaultPath
  /// Another file of the same bytes has the path: the two are one.
  var isJoined = false
}
