internal import Git
internal import VaultFormat

/// A file and where it is in a tree.
struct PlacedFile: Hashable {
  var path: VaultPath
  var entry: TreeEntry
}

/// By which rules files are merged.
enum FileKind: Hashable {
  /// Front matter by keys, the body by lines.
  case note
  /// In the media folder of a note.
  case media
  /// `.tl/config.yaml`
  case settings
  /// Below a folder whose name begins with a dot.
  case hidden
  /// Any other file.
  case file
  /// A link or a submodule: the entry is all there is.
  case special
}

/// What is one file to the merge, wherever it lies in the three trees.
struct FileUnit {
  let kind: FileKind
  var files: ThreeWay<PlacedFile?>

  init(_ kind: FileKind, base: PlacedFile?, _ file: (MergeSide) -> PlacedFile?) {
    self.kind = kind
    files = ThreeWay(base: base, file)
  }

  /// The sides that have it.
  var holders: [MergeSide] { MergeSide.both.filter { files[$0] != nil } }

  /// The side that removed it, where the other still has it.
  var deleter: MergeSide? {
    guard files.base != nil, holders.count == 1 else { return nil }
    return holders.first?.other
  }

  /// The entries that decide what a file holds that is not gone: a side that deleted it has no say.
  var entries: ThreeWay<TreeEntry?> {
    var entries = files.map { $0?.entry }
    if let deleter { entries[deleter] = entries.base }
    return entries
  }

  func isMoved(on side: MergeSide) -> Bool {
    guard let base = files.base, let file = files[side] else { return false }
    return file.path != base.path
  }

  /// The whole unit is at one path in every tree that has it.
  var isInPlace: Bool {
    let paths = [files.base, files.left, files.right].compactMap { $0?.path }
    return paths.allSatisfy { $0 == paths.first }
  }
}

extension ThreeWay<TreeEntry?> {
  /// What is taken where the contents need no merge: nil where they do, `.some(nil)` for no file.
  ///
  /// A change outlives a removal. Mode and content are settled apart.
  var settledEntry: TreeEntry?? {
    if let settled { return settled }
    guard let left else { return .some(right) }
    guard let right else { return .some(left) }
    let ids = ThreeWay<ObjectID?>(base: base?.id, left: left.id, right: right.id)
    guard let mode = settledMode, let id = ids.settled.flatMap(\.self) else { return nil }
    return TreeEntry(id: id, mode: mode)
  }

  /// The mode of a regular file; nil where one of them is none.
  ///
  /// Where both sides have the file new, it is executable where one of them made it so.
  var settledMode: FileMode? {
    guard let left = left?.mode, let right = right?.mode, left.isRegular,
      right.isRegular
    else { return nil }
    return ThreeWay<FileMode>(base: base?.mode ?? .file, left: left, right: right).settled
  }
}
