internal import Git
internal import VaultFormat

/// A file and where it is in a tree.
struct PlacedFile: Hashable {
  var path: VaultPath
  var entry: TreeEntry
}

/// The rules by which a file is merged.
enum FileKind: Hashable {
  /// Front matter by key, the body by line.
  case note
  /// In the media folder of a note.
  case media
  /// `.tl/config.yaml`
  case settings
  /// Below a folder whose name begins with a dot.
  case hidden
  /// Any other file.
  case file
  /// A link or a submodule, which has no content of its own.
  case special
}

/// One file of the merge, at its path in each of the three trees.
struct FileUnit {
  let kind: FileKind
  var files: ThreeWay<PlacedFile?>

  init(_ kind: FileKind, base: PlacedFile?, _ file: (MergeSide) -> PlacedFile?) {
    self.kind = kind
    files = ThreeWay(base: base, file)
  }

  var holders: [MergeSide] { MergeSide.both.filter { files[$0] != nil } }

  /// The side that removed it if the other still has it.
  var deleter: MergeSide? {
    guard files.base != nil, holders.count == 1 else { return nil }
    return holders.first?.other
  }

  /// The entries that decide a file's content: a side that deleted it is replaced by the base.
  var entries: ThreeWay<TreeEntry?> {
    var entries = files.map { $0?.entry }
    if let deleter { entries[deleter] = entries.base }
    return entries
  }

  func isMoved(on side: MergeSide) -> Bool {
    guard let base = files.base, let file = files[side] else { return false }
    return file.path != base.path
  }
}

extension ThreeWay<TreeEntry?> {
  /// The entry if the contents need no merge: nil if they do, `.some(nil)` for no file.
  ///
  /// A change wins over a removal. Mode and content are decided separately.
  var settledEntry: TreeEntry?? {
    if let settled { return settled }
    guard let left else { return .some(right) }
    guard let right else { return .some(left) }
    let ids = ThreeWay<ObjectID?>(base: base?.id, left: left.id, right: right.id)
    guard let mode = settledMode, let id = ids.settled.flatMap(\.self) else { return nil }
    return TreeEntry(id: id, mode: mode)
  }

  /// The mode of a regular file; nil if one of them is not.
  ///
  /// If both sides added the file, it is executable if one of them made it so.
  var settledMode: FileMode? {
    guard let left = left?.mode, let right = right?.mode, left.isRegular,
      right.isRegular
    else { return nil }
    return ThreeWay<FileMode>(base: base?.mode ?? .file, left: left, right: right).settled
  }
}

/// A file of the merged tree: its origin and its path.
struct PlannedFile {
  let unit: FileUnit
  let wanted: VaultPath
  var placement: Placement
  /// Its events so far.
  var events: [MergeEvent.Kind]

  var path: VaultPath { placement.path }
  var claim: PlaceClaim { PlaceClaim(unit, at: wanted) }

  init(_ unit: FileUnit, at wanted: VaultPath, events: [MergeEvent.Kind] = []) {
    self.unit = unit
    self.wanted = wanted
    self.events = events
    placement = Placement(path: wanted)
  }
}

/// A media file of the merged tree; its content is never merged.
struct PlannedMedia {
  var file: PlannedFile
  let owner: Int?
  let entry: TreeEntry
}

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

struct Placement {
  var path: VaultPath
  /// Another file with the same bytes has the path: they become one.
  var isJoined = false
}
