package import VaultFormat

/// Of several files that store one id, the one that is the note by the history; nil where that says nothing.
///
/// - Parameter paths: in byte order, two at least.
package typealias RecordedNote = (_ id: NoteID, _ paths: [VaultPath]) -> VaultPath?

/// Settles which file owns an id that several files store, and which provisional ids are taken.
///
/// docs/vault-format.md, part I: the file that the history has is the note, else the one with the smallest path in
/// byte order; every other file counts as a note without an id.
struct IdentityResolver {
  private var shards: [IndexShard]
  private(set) var findings: [LocatedFinding] = []

  private struct Place {
    var shard: Int
    var note: Int
  }

  /// Reads the note at a path again and says whether it really stores that id.
  typealias Confirmation = (_ path: VaultPath, _ id: NoteID) -> Bool

  static func resolve(
    _ shards: [IndexShard], recorded: RecordedNote? = nil, confirm: Confirmation
  ) -> (shards: [IndexShard], findings: [LocatedFinding]) {
    var resolver = IdentityResolver(shards: shards)
    resolver.run(recorded, confirm)
    return (resolver.shards, resolver.findings)
  }

  private init(shards: [IndexShard]) {
    self.shards = shards
  }

  private mutating func run(_ recorded: RecordedNote?, _ confirm: Confirmation) {
    var table = HashTable(capacity: shards.reduce(0) { $0 + $1.notes.count })
    var repeated: Set<UInt64> = []
    for shard in shards {
      for note in shard.notes where note.flags.contains(.storesID) {
        if !table.insert(note.idHash) { repeated.insert(note.idHash) }
      }
    }
    if !repeated.isEmpty { settleCopies(repeated, recorded, confirm) }
    settleProvisional(table, confirm)
  }

  /// Files whose ids have equal hashes: nearly always copies of one note.
  private mutating func settleCopies(
    _ repeated: Set<UInt64>, _ recorded: RecordedNote?, _ confirm: Confirmation
  ) {
    var claims: [NoteID: [Place]] = [:]
    for (shard, content) in shards.enumerated() {
      for (index, note) in content.notes.enumerated()
      where note.flags.contains(.storesID) && repeated.contains(note.idHash) {
        let id = NoteID(nonEmpty: String(decoding: content[note.id], as: UTF8.self))
        claims[id, default: []].append(Place(shard: shard, note: index))
      }
    }
    for (id, places) in claims where places.count > 1 {
      let byPath = places.map { (path: path($0), place: $0) }.sorted { $0.path < $1.path }
        .filter { isConfirmed($0.place) || confirm($0.path, id) }
      guard let first = byPath.first?.path, byPath.count > 1 else { continue }
      let owner = recorded?(id, byPath.map(\.path)) ?? first
      for (path, place) in byPath where path != owner {
        shards[place.shard].setProvisionalID(ofNoteAt: place.note, ProvisionalID.of(path))
        findings.append(
          LocatedFinding(
            path,
            Finding(
              .warning, .duplicateID,
              "the id \(id.text) is that of \(owner.text) too; this file counts as a note without id"
            )))
      }
    }
  }

  private func isConfirmed(_ place: Place) -> Bool {
    !shards[place.shard].notes[place.note].flags.contains(.idIsUnconfirmed)
  }

  /// A provisional id that some file stores gets a number: the path has had another note before.
  private mutating func settleProvisional(_ stored: HashTable, _ confirm: Confirmation) {
    var places: [Place] = []
    for (shard, content) in shards.enumerated() {
      for (index, note) in content.notes.enumerated()
      where !note.flags.contains(.storesID) && stored.contains(note.idHash) {
        places.append(Place(shard: shard, note: index))
      }
    }
    guard !places.isEmpty else { return }
    let owners = owners
    // Equal hashes are no proof of equal ids, and not every id has been parsed.
    func isStored(_ id: NoteID) -> Bool {
      (owners[id] ?? []).contains { isConfirmed($0) || confirm(path($0), id) }
    }
    for place in places {
      let path = path(place)
      var number = 1
      var id = ProvisionalID.of(path)
      while isStored(id) {
        number += 1
        id = ProvisionalID.of(path, number: number)
      }
      if number > 1 { shards[place.shard].setProvisionalID(ofNoteAt: place.note, id) }
    }
  }

  /// The files of each stored id; one, but for ids that are not confirmed.
  private var owners: [NoteID: [Place]] {
    var owners: [NoteID: [Place]] = [:]
    for (shard, content) in shards.enumerated() {
      for (index, note) in content.notes.enumerated() where note.flags.contains(.storesID) {
        let id = NoteID(nonEmpty: String(decoding: content[note.id], as: UTF8.self))
        owners[id, default: []].append(Place(shard: shard, note: index))
      }
    }
    return owners
  }

  private func path(_ place: Place) -> VaultPath {
    shards[place.shard].path(of: shards[place.shard].notes[place.note])
  }
}

extension Finding.Code {
  package static let duplicateID = Finding.Code("duplicate-id")
}

/// A set of hashes in one block of memory: a dictionary would cost more than reading the notes.
///
/// What tells a hash from others at its place is half of its bits, so that very rarely it seems to be there
/// already; whoever asks compares the ids then.
private struct HashTable {
  private var slots: [UInt32]
  private let mask: Int

  /// Half of the slots stay empty.
  init(capacity: Int) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
  }

  /// False when the hash was there already.
  mutating func insert(_ hash: UInt64) -> Bool {
    let slot = slot(of: hash)
    if slots[slot] != 0 { return false }
    slots[slot] = Self.mark(hash)
    return true
  }

  func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash)] != 0 }

  /// The slot that holds the hash, or the empty one where it belongs.
  private func slot(of hash: UInt64) -> Int {
    let mark = Self.mark(hash)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, slots[slot] != mark { slot = (slot + 1) & mask }
    return slot
  }

  /// Zero marks an empty slot, so one bit is given up.
  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) | 1 }
}
