internal import Git
internal import VaultFormat
internal import VaultStore

/// The files of the merged tree and their paths; their contents are merged later.
struct MergePlan {
  /// The notes that a side changed, then all other files; nil for a removed one.
  private(set) var files: [PlannedFile?] = []
  private(set) var media: [PlannedMedia] = []
  var placing: Placing

  private let trees: MergeTrees
  private let times: MergeTimes
  private let notes: [FileUnit]
  private let matching: MediaMatching

  init(_ trees: MergeTrees, times: MergeTimes, zone: TimeZoneRules) throws {
    self.trees = trees
    self.times = times
    placing = Placing(trees, times: times)
    notes = try NoteMatching.units(in: trees, zone: zone)
    matching = try MediaMatching(notes, in: trees)
    try planFiles()
    try placeFiles()
    try planMedia()
  }

  // MARK: - Notes and other files

  private mutating func planFiles() throws {
    var changedMedia = Sides<Set<Int>> { _ in [] }
    for unit in matching.units {
      guard let owner = unit.owner else { continue }
      for side in MergeSide.both {
        guard let file = unit.versions[side], file.entry != unit.versions.base?.entry else {
          continue
        }
        changedMedia[side].insert(owner)
      }
    }
    for (index, note) in notes.enumerated() {
      files.append(try plan(note) { changedMedia[$0].contains(index) })
    }
    for kind in [FileKind.settings, .hidden, .file, .special] {
      for unit in try FileMatching.units(of: kind, in: trees) {
        files.append(try plan(unit) { _ in false })
      }
    }
  }

  /// Nil if the file is deleted.
  private func plan(
    _ unit: FileUnit, hasChangedMedia: (MergeSide) -> Bool
  ) throws -> PlannedFile? {
    guard let holder = unit.holders.first, let file = unit.files[holder] else { return nil }
    guard unit.holders.count == 1 else { return try planShared(unit) }
    guard let base = unit.files.base else { return PlannedFile(unit, at: file.path) }
    let kind: MergeEvent.Kind
    if try unit.isMoved(on: holder) || isEdit(unit.kind, from: base.entry, to: file.entry) {
      kind = .editSurvivedDelete
    } else if hasChangedMedia(holder) {
      kind = .keptForMedia
    } else {
      return nil
    }
    return PlannedFile(unit, at: file.path, events: [kind])
  }

  /// Whether a change wins over a deletion.
  private func isEdit(_ kind: FileKind, from old: TreeEntry, to new: TreeEntry) throws -> Bool {
    guard old != new, kind == .note else { return old != new }
    return try NoteSubstance(of: trees.document(of: old.id))
      != NoteSubstance(of: trees.document(of: new.id))
  }

  private func planShared(_ unit: FileUnit) throws -> PlannedFile? {
    guard let left = unit.files.left, let right = unit.files.right else { return nil }
    guard left.path != right.path else { return PlannedFile(unit, at: left.path) }
    guard let base = unit.files.base else {
      return PlannedFile(unit, at: min(left.path, right.path))
    }
    let paths = ThreeWay(base: base.path, left: left.path, right: right.path)
    if let path = paths.settled {
      let mover: MergeSide = path == left.path ? .left : .right
      let isChanged = unit.files[mover.other]?.entry != base.entry
      return PlannedFile(unit, at: path, events: isChanged ? [.moved(from: base.path)] : [])
    }
    let later = try times.laterSide(of: unit)
    return PlannedFile(
      unit, at: paths[later], events: [.movedApart(other: paths[later.other])])
  }

  private mutating func placeFiles() throws {
    // A file must not take the name of a media folder, whose path depends on the notes alone.
    for claim in plannedMedia().map(\.file.claim) {
      placing.reserveFolders(above: claim.wanted, holders: claim.holders)
    }
    let present = files.indices.filter { files[$0] != nil }
    let claims = present.compactMap { files[$0]?.claim }
    for (index, placement) in zip(present, try placing.settle(claims)) {
      files[index]?.placement = placement
    }
  }
}

// MARK: - Media

extension MergePlan {
  private mutating func planMedia() throws {
    media = plannedMedia()
    for (index, placement) in zip(media.indices, try placing.settle(media.map(\.file.claim))) {
      media[index].file.placement = placement
    }
  }

  /// The media of the merged tree, in the folders of the notes as placed so far.
  private func plannedMedia() -> [PlannedMedia] { matching.units.flatMap(plan) }

  /// The media folder of a note in the merged tree.
  func home(of note: Int) -> VaultPath? {
    guard let path = files[note]?.path else { return matching.homes[note].base }
    for side in MergeSide.both where notes[note].files[side]?.path == path {
      if let home = matching.homes[note][side] { return home }
    }
    return MediaFolder(of: path)?.path
  }

  /// The media folder of a note in a tree; `side` is nil for the base.
  func home(of note: Int, on side: MergeSide?) -> VaultPath? {
    matching.homes[note][side]
  }

  /// One file, none, or both if they differ.
  private func plan(_ unit: MediaUnit) -> [PlannedMedia] {
    var versions = unit.versions
    if let owner = unit.owner, let deleter = notes[owner].deleter, files[owner] != nil,
      versions[deleter] == nil
    {
      // It was deleted with the note, and stays with it.
      versions[deleter] = versions.base
    }
    guard let path = path(of: unit) else { return [] }
    let entries = versions.map { $0?.entry }
    if let settled = entries.settledEntry {
      guard let entry = settled else { return [] }
      let file = PlannedFile(
        FileUnit(.media, base: unit.versions.base) { unit.versions[$0] }, at: path,
        events: events(of: versions, owner: unit.owner, at: path))
      return [PlannedMedia(file: file, owner: unit.owner, entry: entry)]
    }
    return MergeSide.both.compactMap { side in
      guard let file = versions[side] else { return nil }
      let alone = FileUnit(.media, base: nil) { $0 == side ? file : nil }
      return PlannedMedia(
        file: PlannedFile(alone, at: path), owner: unit.owner, entry: file.entry)
    }
  }

  /// Nil if the note has no media folder.
  private func path(of unit: MediaUnit) -> VaultPath? {
    guard let owner = unit.owner else { return VaultPath(unit.name) }
    guard let home = home(of: owner) else { return nil }
    if let path = unit.versions.base?.path, isLeftBehind(unit, owner) { return path }
    return VaultPath(in: home, named: unit.name)
  }

  /// Whether the file is unmoved on both sides, though one of them moved the note.
  private func isLeftBehind(_ unit: MediaUnit, _ owner: Int) -> Bool {
    guard let base = unit.versions.base else { return false }
    return MergeSide.both.allSatisfy { side in
      if let file = unit.versions[side] { return file.path == base.path }
      return !matching.homes[owner].isChanged(on: side)
    }
  }

  private func events(
    of versions: ThreeWay<PlacedFile?>, owner: Int?, at path: VaultPath
  ) -> [MergeEvent.Kind] {
    for side in MergeSide.both {
      guard let file = versions[side], file.entry != versions.base?.entry else { continue }
      if versions.base != nil, versions[side.other] == nil { return [.editSurvivedDelete] }
      if file.path != path, let owner, notes[owner].isMoved(on: side.other),
        versions[side.other]?.entry == versions.base?.entry
      {
        return [.followedNote(from: file.path)]
      }
    }
    return []
  }
}
