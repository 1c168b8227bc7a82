package import VaultFormat

/// Returns which of several files with the same stored id is the note according to the history; nil if unknown.
///
/// - Parameter paths: two or more, in byte order.
package typealias RecordedNote = (_ id: NoteID, _ paths: [VaultPath]) -> VaultPath?

/// Resolves which file owns an id that several files store, and numbers provisional ids that are taken.
///
/// docs/vault-format.md, part I: the file in the history is the note, else the one with the smallest path in byte order;
/// every other file counts as a note without an id.
struct IdentityResolver {
  private var shards: [IndexShard]
  private(set) var findings: [LocatedFinding] = []

  private struct Place {
    var shard: Int
    var note: Int
  }

  /// Reads the note at a path again and returns whether it stores that id.
  typealias Confirmation = (_ path: VaultPath, _ id: NoteID) -> Bool

  static func resolve(
    _ shards: [IndexShard], recorded: RecordedNote? = nil, confirm: Confirmation
  ) -> (shards: [IndexShard], findings: [LocatedFinding]) {
    var resolver = IdentityResolver(shards: shards)
    resolver.run(recorded, confirm)
    return (resolver.shards, resolver.findings)
  }

  private mutating func run(_ recorded: RecordedNote?, _ confirm: Confirmation) {
    var table = HashTable(capacity: shards.reduce(0) { $0 + $1.notes.count })
    var repeated: Set<UInt64> = []
    for shard in shards {
      shard.notes.forEachIndexed { _, note in
        if note.flags.contains(.storesID), !table.insert(note.idHash) {
          repeated.insert(note.idHash)
        }
      }
    }
    if !repeated.isEmpty { resolveCopies(repeated, recorded, confirm: confirm) }
    resolveProvisional(table, confirm)
  }

  /// Resolves files whose ids have equal hashes, which are nearly always copies of one note.
  private mutating func resolveCopies(
    _ repeated: Set<UInt64>, _ recorded: RecordedNote?, confirm: Confirmation
  ) {
    for (id, places) in owners(where: { repeated.contains($0.idHash) }) where places.count > 1 {
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
              message:
                "\(owner.text) has the same id \(id.text); this file counts as a note without an id"
            )))
      }
    }
  }

  private func isConfirmed(_ place: Place) -> Bool {
    !shards[place.shard].notes[place.note].flags.contains(.idIsUnconfirmed)
  }

  /// Numbers a provisional id that some file stores, as happens if another note had the path before.
  private mutating func resolveProvisional(_ stored: HashTable, _ confirm: Confirmation) {
    var places: [Place] = []
    for (shard, content) in shards.enumerated() {
      content.notes.forEachIndexed { index, note in
        if note.isMatch, !note.flags.contains(.storesID), stored.contains(note.idHash) {
          places.append(Place(shard: shard, note: index))
        }
      }
    }
    guard !places.isEmpty else { return }
    let owners = owners()
    // Different ids may have equal hashes, and not every id has been parsed.
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

  /// The files of each stored id: one, except for ids that are not confirmed.
  private func owners(where isWanted: (IndexedNote) -> Bool = { _ in true }) -> [NoteID: [Place]] {
    var owners: [NoteID: [Place]] = [:]
    for (shard, content) in shards.enumerated() {
      for (index, note) in content.notes.enumerated()
      where note.flags.contains(.storesID) && isWanted(note) {
        owners[content.id(of: note), default: []].append(Place(shard: shard, note: index))
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

/// A set of hashes in one block of memory; a dictionary would take longer than reading the notes.
///
/// Stores half of the bits of each hash, so it may rarely report a hash that was not inserted; callers then compare the
/// ids.
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

  /// Returns false if the hash was already present.
  mutating func insert(_ hash: UInt64) -> Bool {
    let slot = slot(of: hash)
    if slots[slot] != 0 { return false }
    slots[slot] = Self.mark(hash)
    return true
  }

  func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash)] != 0 }

  /// The slot of the hash, or the empty slot for it.
  private func slot(of hash: UInt64) -> Int {
    let mark = Self.mark(hash)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, slots[slot] != mark { slot = (slot + 1) & mask }
    return slot
  }

  /// The upper half of the hash; the lowest bit is set because zero marks an empty slot.
  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) | 1 }
}
