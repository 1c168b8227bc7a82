internal import Git
internal import VaultFormat
internal import VaultStore

struct MergedContent {
  var entry: TreeEntry
  /// The bytes, if the merge made them.
  var bytes: [UInt8]?
  var events: [MergeEvent.Kind] = []
  /// A version that could not be merged and is kept in a separate file.
  var copy: Copy?

  struct Copy {
    var side: MergeSide
    var entry: TreeEntry
    var bytes: [UInt8]?
  }

  init(_ entry: TreeEntry, events: [MergeEvent.Kind] = []) {
    self.entry = entry
    self.events = events
  }

  /// Bytes made by the merge, unless they are those of one of the versions.
  init(
    _ bytes: [UInt8], mode: FileMode, in trees: MergeTrees, events: [MergeEvent.Kind] = []
  ) {
    self.init(TreeEntry(id: trees.blobID(of: bytes), mode: mode), events: events)
    self.bytes = bytes
  }
}

/// Merges the contents of one file, by the rules of its kind.
struct ContentMerge {
  let trees: MergeTrees
  let times: MergeTimes
  let zone: TimeZoneRules

  /// - Parameter links: corrects the links of a side's version (nil: of the base); for notes.
  func content(of file: PlannedFile, links: (MergeSide?) -> LinkCorrection?) throws
    -> MergedContent?
  {
    let unit = file.unit
    if unit.kind == .note { return try note(file, links: links) }
    let entries = unit.entries
    if let settled = entries.settledEntry { return settled.map { MergedContent($0) } }
    guard let left = entries[.left], let right = entries[.right] else { return nil }
    if let rules = try rules(unit, left: left, right: right) { return rules }
    switch unit.kind {
    case .settings: return try settings(unit, left: left, right: right)
    case .hidden, .special: return try laterVersion(unit)
    default: return try otherFile(unit, left: left, right: right)
    }
  }

  /// The device of the winning side.
  func device(of unit: FileUnit, on side: MergeSide) throws -> String {
    guard let file = unit.files[side] else { return "" }
    return try trees.origin(of: file.path, on: side).device
  }

  func events(
    of decisions: [NoteMerge.Decision], in unit: FileUnit
  ) throws -> [MergeEvent.Kind] {
    try decisions.map {
      .fieldDecided(
        key: $0.key, reason: $0.reason, device: try device(of: unit, on: $0.winner))
    }
  }

  // MARK: - Settings, hidden files, links

  private func settings(
    _ unit: FileUnit, left: TreeEntry, right: TreeEntry
  ) throws -> MergedContent {
    let base = try unit.files.base.map { try trees.document(of: $0.entry.id) }
    let sides = try Sides { side in
      let entry = side == .left ? left : right
      return NoteMergeSide(
        document: try trees.document(of: entry.id), time: try times.time(of: unit, on: side),
        rank: entry.id.hex)
    }
    let merge = SettingsMerge(base: base, left: sides.left, right: sides.right)
    let mode = unit.entries.settledMode ?? .file
    var content = MergedContent(
      merge.result.bytes, mode: mode, in: trees,
      events: try [.merged] + events(of: merge.decisions, in: unit))
    if case .conflict(let loser) = merge.outcome {
      // Hidden files get no copies.
      let entry = loser == .left ? left : right
      content.events.append(
        .laterVersion(other: entry.id, device: try device(of: unit, on: loser)))
    }
    return content
  }

  private func laterVersion(_ unit: FileUnit) throws -> MergedContent? {
    let winner = try times.laterSide(of: unit)
    guard let entry = unit.files[winner]?.entry, let other = unit.files[winner.other]?.entry else {
      return nil
    }
    let device = try device(of: unit, on: winner.other)
    return MergedContent(entry, events: [.laterVersion(other: other.id, device: device)])
  }
}

// MARK: - Other files

extension ContentMerge {
  /// A text merged by lines; if that fails, and for any other file, the later version, with the other one in a copy.
  func otherFile(_ unit: FileUnit, left: TreeEntry, right: TreeEntry) throws -> MergedContent? {
    let mode = unit.entries.settledMode ?? .file
    if let merged = try mergedText(unit, left: left, right: right) {
      return MergedContent(merged, mode: mode, in: trees, events: [.merged])
    }
    let winner = try times.laterSide(of: unit)
    let (kept, lost) = winner == .left ? (left, right) : (right, left)
    var content = MergedContent(TreeEntry(id: kept.id, mode: mode))
    content.copy = MergedContent.Copy(side: winner.other, entry: lost)
    return content
  }

  /// Ignore and attribute rules merged by lines: a file that one side ignores or encrypts must not be pushed in plain
  /// because the other side changed an adjacent line.
  ///
  /// - Returns: nil for any other file.
  func rules(_ unit: FileUnit, left: TreeEntry, right: TreeEntry) throws -> MergedContent? {
    guard let path = unit.files.left?.path, path.isRules, let mode = unit.entries.settledMode
    else { return nil }
    let texts = try [unit.files.base?.entry.id, left.id, right.id].map {
      try $0.map { try trees.bytes(of: $0) } ?? []
    }
    let merge = LineMerge(base: texts[0], left: texts[1], right: texts[2])
    let united = merge.united(isRightLast: try times.laterSide(of: unit) == .right)
    return MergedContent(united, mode: mode, in: trees, events: [.merged])
  }

  /// Nil if a version is not text, filtered, or too large, and after a conflict.
  private func mergedText(
    _ unit: FileUnit, left: TreeEntry, right: TreeEntry
  ) throws -> [UInt8]? {
    guard let base = unit.files.base, MediaKind(fileExtension: base.path.fileExtension) == .file
    else { return nil }
    let paths = [base] + MergeSide.both.compactMap { unit.files[$0] }
    guard try !paths.contains(where: { try trees.isFiltered($0.path) }) else { return nil }
    let versions = [base.entry.id, left.id, right.id]
    guard try !versions.contains(where: { try trees.isTooLarge($0) }) else { return nil }
    let texts = try versions.map { try trees.bytes(of: $0) }
    // As git detects binary files, but in the whole file.
    guard texts.allSatisfy({ !$0.contains(0) }) else { return nil }
    return LineMerge(base: texts[0], left: texts[1], right: texts[2]).merged
  }
}

extension VaultPath {
  private static let rules = [".gitignore", ".gitattributes", ".tlignore"].map { Array($0.utf8) }

  /// A file whose lines are rules for other files.
  var isRules: Bool { Self.rules.contains { name.elementsEqual($0) } }
}
