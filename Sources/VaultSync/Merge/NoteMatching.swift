internal import Git
internal import VaultFormat

/// Finds the notes of the three trees that are the same note, by their ids.
///
/// 1. The id that a note of the base stores, or the provisional one of its path, is looked up among the changed and
///    added files of a side. Of several files with the id, the one at the base's path is the note, or else the smallest
///    path.
/// 2. A note of the base without an id, or a file of a side without one, at the same path.
/// 3. A removed note without an id, and an added file with the same bytes.
/// 4. Added notes of both sides with the same stored id, if no note of the base has it; added notes at the same path
///    that have no identity, if they can be merged.
struct NoteMatching {
  private var files: FileMatching
  private let trees: MergeTrees
  /// The ids that notes of the base store.
  private var baseIDs: [VaultPath: NoteID] = [:]
  private let zone: TimeZoneRules

  static func units(in trees: MergeTrees, zone: TimeZoneRules) throws -> [FileUnit] {
    var matching = try NoteMatching(trees, zone)
    try matching.run()
    return matching.files.result()
  }

  private init(_ trees: MergeTrees, _ zone: TimeZoneRules) throws {
    self.trees = trees
    self.zone = zone
    files = try FileMatching(.note, in: trees)
    for (path, entry) in files.base { baseIDs[path] = try trees.storedID(in: entry.id) }
  }

  private mutating func run() throws {
    let groups = identities()
    for side in MergeSide.both {
      try matchIDs(groups, on: side)
      try files.matchSamePaths(on: side) { [baseIDs, trees] path, new in
        try baseIDs[path] == nil || trees.storedID(in: new) == nil
      }
      files.matchSameBytes(on: side) { [baseIDs] in baseIDs[$0] == nil }
    }
    try matchWhereTheOtherIs()
    try pairNewIDs(known: Set(groups.keys))
    try pairNewPaths()
  }

  /// The id of each note of the base, and its paths.
  ///
  /// A provisional id that another note stores no longer belongs to its path.
  private func identities() -> [NoteID: [VaultPath]] {
    var groups: [NoteID: [VaultPath]] = [:]
    for (path, id) in baseIDs { groups[id, default: []].append(path) }
    for path in files.base.keys where baseIDs[path] == nil {
      let id = ProvisionalID.of(path)
      if groups[id] == nil { groups[id] = [path] }
    }
    return groups
  }

  /// The unmatched files of a side, by the id that they store.
  private func holders(on side: MergeSide) throws -> [NoteID: [VaultPath]] {
    var holders: [NoteID: [VaultPath]] = [:]
    for (path, entry) in files.rest[side] {
      if let id = try trees.storedID(in: entry.id) { holders[id, default: []].append(path) }
    }
    return holders
  }

  // MARK: - Notes of the base

  private mutating func matchIDs(_ groups: [NoteID: [VaultPath]], on side: MergeSide) throws {
    for (id, places) in try holders(on: side) {
      guard var paths = groups[id] else { continue }
      var places = Set(places)
      paths.removeAll { !files.isMissing($0, on: side) }
      for path in paths where places.remove(path) != nil {
        files.match(path, with: path, on: side)
      }
      paths.removeAll { !files.isMissing($0, on: side) }
      if paths.count > 1 {
        files.matchInOrder(paths, Array(places), on: side)
      } else if let path = paths.first, let place = places.min() {
        files.match(path, with: place, on: side)
      }
    }
  }

  /// A note without an id that one side moved, and the file without an id that the other side has there.
  private mutating func matchWhereTheOtherIs() throws {
    for path in files.base.keys.sorted() where baseIDs[path] == nil {
      for side in MergeSide.both where files.isMissing(path, on: side) {
        guard let place = files.matched[side.other][path]?.path,
          let entry = files.rest[side][place], try trees.storedID(in: entry.id) == nil
        else { continue }
        files.match(path, with: place, on: side)
      }
    }
  }

  // MARK: - New notes

  /// Pairs added files: of several of a side with one id, the smallest path is the note.
  private mutating func pairNewIDs(known: Set<NoteID>) throws {
    let (left, right) = (try holders(on: .left), try holders(on: .right))
    for id in left.keys.sorted() where !known.contains(id) {
      guard let ours = left[id], let theirs = right[id] else { continue }
      let shared = Set(ours).intersection(theirs).min()
      guard let mine = shared ?? ours.min(), let other = shared ?? theirs.min() else { continue }
      // Copies of an existing note on both sides are not the same note.
      if mine != other, try trees.baseHolds(id) { continue }
      files.pair(mine, other)
    }
  }

  private mutating func pairNewPaths() throws {
    for path in files.rest.left.keys.sorted() {
      guard let left = files.rest.left[path], let right = files.rest.right[path],
        try isOne(left.id, right.id, at: path)
      else { continue }
      files.pair(path, path)
    }
  }

  /// Whether added files of both sides at one path are the same note: they store the same id, or one derived from the
  /// path, or none and can be merged.
  private func isOne(_ left: ObjectID, _ right: ObjectID, at path: VaultPath) throws -> Bool {
    if left == right { return true }
    switch (try trees.storedID(in: left), try trees.storedID(in: right)) {
    case (let ours?, let theirs?):
      return ours == theirs || Set([ours, theirs]).isSubset(of: DailyNote.ids(at: path))
    case (let id?, nil), (nil, let id?):
      return id == ProvisionalID.of(path) || DailyNote.ids(at: path).contains(id)
    case (nil, nil):
      let merge = NoteMerge(
        base: nil,
        left: NoteMergeSide(
          document: try trees.document(of: left), at: path, time: 0, rank: left.hex),
        right: NoteMergeSide(
          document: try trees.document(of: right), at: path, time: 0, rank: right.hex),
        zone: zone)
      return merge.outcome == .merged
    }
  }
}
