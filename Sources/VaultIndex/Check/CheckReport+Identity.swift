internal import VaultFormat
internal import VaultStore

extension CheckReport {
  /// Reports ids and times that are not stored, and ids that differ only in case or normalisation; adds repairs for
  /// notes without an id and for copies, except templates.
  mutating func checkIdentity(_ shards: [CheckShard], _ templates: TemplatePlaces) {
    let stored = storedIDs(shards)
    var ids: [(path: VaultPath, Repair.NewID)] = []
    for shard in shards {
      for index in shard.notes.indices {
        if let id = check(index, in: shard, storedIDs: stored, templates: templates) {
          ids.append((shard.path(ofNote: index), id))
        }
      }
    }
    ids.sort { $0.path < $1.path }
    repairs += ids.map { .storeID($0.path, $0.1) }
    checkSpelling(shards)
  }

  /// Reports an id or time that the note does not store; returns the id to store, if any.
  private mutating func check(
    _ index: Int, in shard: CheckShard, storedIDs: Set<NoteID>?, templates: TemplatePlaces
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
        path, .info, code: .idNotStored,
        message: "the note has no stored id yet, and loses its identity when it is moved")
    }
    if note.lacksCreated {
      let hint = note.isCompletable ? "; tl set NOTE created=DATE stores it" : ""
      add(
        path, .info, code: .createdUnknown,
        message:
          "only the file system has the creation time (\(indexed.created.rfc3339)), and copying may lose it\(hint)"
      )
    }
    guard note.isCompletable, !ownsID else { return nil }
    if let range = note.storedID {
      let shared = NoteID(nonEmpty: String(decoding: shard.index[range], as: UTF8.self))
      return Repair.NewID(
        Self.idOfCopy(shared, at: path, notIn: storedIDs ?? []), replacing: shared)
    }
    return Repair.NewID(shard.index.id(of: indexed), replacing: nil)
  }

  /// All notes made from a template would share an id and time stored in it.
  private mutating func reportTemplate(_ path: VaultPath, _ place: VaultPath) {
    add(
      path, .info, code: .templateNote,
      message:
        "this is a template, so it gets no id; to exclude templates from the notes, set templates: \(place.text) in \(VaultLayout.configuration.text)"
    )
  }

  /// The id for a copy.
  ///
  /// If a file already has that id stored, such as a copy that was moved, derives the next one from it in the same way.
  private static func idOfCopy(
    _ id: NoteID, at path: VaultPath, notIn stored: Set<NoteID>
  ) -> NoteID {
    var copy = ProvisionalID.ofCopy(id, at: path)
    while stored.contains(copy) { copy = ProvisionalID.ofCopy(copy, at: path) }
    return copy
  }

  /// All stored ids; nil if no two files have the same one.
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

  /// Reports ids that differ only in case or normalisation.
  ///
  /// At least one of them has a capital or a non-ASCII letter.
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
          other.path, .warning, code: .clashingIDs,
          message:
            "the id differs from that of \(first.path.text) only in letter case or normal form")
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
