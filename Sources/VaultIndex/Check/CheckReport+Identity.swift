internal import VaultFormat
internal import VaultStore

extension CheckReport {
  /// What notes do not store, ids that differ in case or normalisation only, and the repairs for both kinds
  /// of notes: those without an id, and copies.
  ///
  /// Templates get none.
  mutating func checkIdentity(_ shards: [CheckShard], _ templates: TemplatePlaces) {
    let stored = storedIDs(shards)
    var ids: [(path: VaultPath, Repair.NewID)] = []
    for shard in shards {
      for index in shard.notes.indices {
        if let id = check(index, shard, stored, templates) {
          ids.append((shard.path(ofNote: index), id))
        }
      }
    }
    ids.sort { $0.path < $1.path }
    repairs += ids.map { .storeID($0.path, $0.1) }
    checkSpelling(shards)
  }

  /// Reports what a note does not store; gives back the id that can be stored.
  private mutating func check(
    _ index: Int, _ shard: CheckShard, _ stored: Set<NoteID>?, _ templates: TemplatePlaces
  ) -> Repair.NewID? {
    let (note, indexed) = (shard.notes[index], shard.index.notes[index])
    let ownsID = indexed.flags.contains(.storesID)
    if ownsID, !note.lacksCreated { return nil }
    let path = shard.path(ofNote: index)
    if let place = templates.place(of: path) {
      reportTemplate(path, place)
      return nil
    }
    if note.storedID == nil, note.isCompletable {
      add(
        path, .info, .idNotStored,
        "the note stores no id yet: it loses its identity when it is moved")
    }
    if note.lacksCreated {
      let wayOut = note.isCompletable ? "; tl set NOTE created=DATE keeps it" : ""
      add(
        path, .info, .createdUnknown,
        "only the file system says when the note was made (\(indexed.created.rfc3339)), and a copy may forget it\(wayOut)"
      )
    }
    guard note.isCompletable, !ownsID else { return nil }
    if let range = note.storedID {
      let shared = NoteID(nonEmpty: String(decoding: shard.index[range], as: UTF8.self))
      return Repair.NewID(Self.idOfCopy(shared, at: path, stored ?? []), replacing: shared)
    }
    let id = NoteID(nonEmpty: String(decoding: shard.index[indexed.id], as: UTF8.self))
    return Repair.NewID(id, replacing: nil)
  }

  /// An id and a time in a template would be those of all notes that are made from it.
  private mutating func reportTemplate(_ path: VaultPath, _ place: VaultPath) {
    add(
      path, .info, .templateNote,
      "a template, so no id is stored in it; with templates: \(place.text) in \(VaultLayout.configuration.text) it is no note"
    )
  }

  /// The id for a copy; where a file stores that already, as a copy that was moved may, the next one made
  /// of it in the same way.
  private static func idOfCopy(
    _ id: NoteID, at path: VaultPath, _ stored: Set<NoteID>
  ) -> NoteID {
    var copy = ProvisionalID.ofCopy(id, at: path)
    while stored.contains(copy) { copy = ProvisionalID.ofCopy(copy, at: path) }
    return copy
  }

  /// All ids that files store; nil where no file has another note's.
  private func storedIDs(_ shards: [CheckShard]) -> Set<NoteID>? {
    let hasCopies = shards.contains { shard in
      shard.notes.indices.contains {
        shard.notes[$0].storedID != nil && !shard.index.notes[$0].flags.contains(.storesID)
      }
    }
    guard hasCopies else { return nil }
    var ids: Set<NoteID> = []
    for shard in shards {
      for note in shard.notes {
        guard let range = note.storedID else { continue }
        ids.insert(NoteID(nonEmpty: String(decoding: shard.index[range], as: UTF8.self)))
      }
    }
    return ids
  }

  // MARK: - Spelling

  /// Ids that are equal but for case or normalisation: one of them has a capital or a letter beyond ASCII.
  private mutating func checkSpelling(_ shards: [CheckShard]) {
    var keys: Set<[UInt8]> = []
    forEachStoredID(shards) { id, _ in
      if id.contains(where: { $0 >= 0x80 || $0 &- 0x41 < 26 }) { keys.insert(NameKey(id).bytes) }
    }
    guard !keys.isEmpty else { return }
    var owners: [[UInt8]: [(id: [UInt8], path: VaultPath)]] = [:]
    forEachStoredID(shards) { id, path in
      let key = NameKey(id).bytes
      if keys.contains(key) { owners[key, default: []].append((Array(id), path())) }
    }
    for group in owners.values {
      let sorted = group.sorted { $0.path < $1.path }
      guard let first = sorted.first else { continue }
      for other in sorted where other.id != first.id {
        add(
          other.path, .warning, .clashingIDs,
          "the id differs from that of \(first.path.text) in letter case or normal form only")
      }
    }
  }

  private func forEachStoredID(
    _ shards: [CheckShard], _ body: (ArraySlice<UInt8>, () -> VaultPath) -> Void
  ) {
    for shard in shards {
      for (index, note) in shard.notes.enumerated() {
        guard let range = note.storedID else { continue }
        body(shard.index[range]) { shard.path(ofNote: index) }
      }
    }
  }
}
