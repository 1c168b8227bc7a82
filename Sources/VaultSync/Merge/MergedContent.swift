internal import Git
internal import VaultFormat

/// The content of a file of the merged tree.
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

  init(_ entry: TreeEntry) {
    self.entry = entry
  }

  /// Bytes made by the merge, unless they are those of one of the versions.
  init(_ bytes: [UInt8], mode: FileMode, in trees: MergeTrees) {
    self.bytes = bytes
    entry = TreeEntry(id: trees.blobID(of: bytes), mode: mode)
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
    var content = MergedContent(merge.result.bytes, mode: mode, in: trees)
    content.events = try [.merged] + events(of: merge.decisions, in: unit)
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
    var content = MergedContent(entry)
    content.events = [
      .laterVersion(other: other.id, device: try device(of: unit, on: winner.other))
    ]
    return content
  }
}
