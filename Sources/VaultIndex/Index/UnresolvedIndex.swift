internal import VaultFormat

/// The notes of a vault as they stand in their files, before it is decided which file owns an id.
struct UnresolvedIndex: Sendable {
  private(set) var shards: [IndexShard]
  /// About files and folders that cannot be read, in no particular order.
  var findings: [LocatedFinding]
  /// The number of notes whose places are no longer used.
  private(set) var removedCount = 0

  /// A note's place in the shards.
  typealias Place = VaultIndex.Position

  var count: Int { shards.reduce(0) { $0 + $1.matchCount } }

  /// The notes of one folder by the names of their files; one pass over all notes.
  func notes(in folder: VaultPath?) -> [[UInt8]: Place] {
    var places: [[UInt8]: Place] = [:]
    forEach(inFolders: { $0 == folder }) { place, note in
      places[Array(shards[Int(place.shard)].name(of: note))] = place
    }
    return places
  }

  /// The notes of a folder and of all folders below it.
  func notes(below folder: VaultPath) -> [Place] {
    var places: [Place] = []
    forEach(inFolders: { $0 == folder || $0?.isBelow(folder) == true }) { place, _ in
      places.append(place)
    }
    return places
  }

  private func forEach(
    inFolders isWanted: (VaultPath?) -> Bool, _ body: (Place, IndexedNote) -> Void
  ) {
    for (number, shard) in shards.enumerated() {
      let wanted = shard.folders.map(isWanted)
      guard wanted.contains(true) else { continue }
      shard.notes.forEachIndexed { index, note in
        guard note.isMatch, wanted[Int(note.folder)] else { return }
        body(Place(shard: Int32(number), note: Int32(index)), note)
      }
    }
  }

  func hasMediaFolder(_ place: Place) -> Bool {
    shards[Int(place.shard)].notes[Int(place.note)].flags.contains(.hasMediaFolder)
  }

  mutating func remove(_ place: Place) {
    shards[Int(place.shard)].remove(noteAt: Int(place.note))
    removedCount += 1
  }

  /// Adds a shard for the notes that change from now on.
  mutating func addShard() {
    shards.append(IndexShard())
  }

  /// Calls `body` with the last shard, and returns the places of the notes that it adds.
  mutating func withLastShard(_ body: (inout IndexShard) -> Void) -> [Place] {
    // Taken out, so that it is not copied.
    guard var shard = shards.popLast() else { return [] }
    let start = shard.notes.count
    body(&shard)
    let added = start..<shard.notes.count
    shards.append(shard)
    return added.map { Place(shard: Int32(shards.count - 1), note: Int32($0)) }
  }

  /// The index in which each id has one note.
  func resolved(
    keepsText: Bool, recorded: RecordedNote?, confirm: IdentityResolver.Confirmation
  ) -> VaultIndex {
    let resolved = IdentityResolver.resolve(shards, recorded: recorded, confirm: confirm)
    return VaultIndex(
      shards: resolved.shards, keepsText: keepsText,
      findings: (findings + resolved.findings).sorted {
        ($0.path, $0.finding.line) < ($1.path, $1.finding.line)
      })
  }
}
