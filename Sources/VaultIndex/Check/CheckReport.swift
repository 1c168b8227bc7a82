internal import VaultFormat
internal import VaultStore

/// The combined findings and repairs of all threads.
struct CheckReport {
  var findings: [LocatedFinding]
  var repairs: [Repair] = []

  private mutating func add(
    _ path: VaultPath, _ severity: Finding.Severity, code: Finding.Code, message: String
  ) {
    findings.append(LocatedFinding(path, Finding(severity, code, message: message)))
  }

  // MARK: - Names

  /// Reports names that are the same on some system, and notes that share a media folder.
  mutating func checkNames(_ names: NameIndex) {
    checkClashes(names)
    for shard in names.shards {
      for entry in shard.entries where !entry.isFolder {
        guard shard.name(of: entry).suffix(9).elementsEqual(".markdown".utf8) else { continue }
        checkTwin(shard.path(of: entry), names)
      }
    }
  }

  private mutating func checkTwin(_ path: VaultPath, _ names: NameIndex) {
    guard let media = MediaFolder(of: path), let twin = media.twin, names.contains(twin.bytes),
      names.contains(media.path.bytes)
    else { return }
    add(
      path, .warning, code: .sharedMedia,
      message: "\(name(twin)) beside it has the same media folder, so each shows the other's media")
  }

  private mutating func checkClashes(_ names: NameIndex) {
    var seen: Set<UInt64> = []
    var repeated: Set<UInt64> = []
    for shard in names.shards {
      for entry in shard.entries where !seen.insert(entry.keyHash).inserted {
        repeated.insert(entry.keyHash)
      }
    }
    guard !repeated.isEmpty else { return }
    var groups: [UInt64: [VaultPath]] = [:]
    for shard in names.shards {
      for entry in shard.entries where repeated.contains(entry.keyHash) {
        groups[entry.keyHash, default: []].append(shard.path(of: entry))
      }
    }
    for paths in groups.values {
      let sorted = paths.sorted()
      guard let first = sorted.first else { continue }
      for path in sorted.dropFirst() {
        add(
          path, .warning, code: .clashingNames,
          message:
            "the name differs from \(name(first)) only in letter case or normal form: macOS and Windows treat them as one"
        )
      }
    }
  }

  private func name(_ path: VaultPath) -> String { String(decoding: path.name, as: UTF8.self) }

  // MARK: - Links

  /// Reports broken links, and adds repairs for media folders without a note that links lead to.
  mutating func checkLinks(_ shards: [CheckShard], _ names: NameIndex, in folder: VaultFolder) {
    var resolver = LinkResolver(names, folder)
    var claims = OrphanClaims(shards)
    for (number, shard) in shards.enumerated() {
      var note = NoteLinks(shard: number, note: -1, path: nil)
      for link in shard.links where link.note >= 0 {
        if Int(link.note) != note.note {
          flush(note)
          note = NoteLinks(
            shard: number, note: Int(link.note), path: shard.path(ofNote: Int(link.note)))
        }
        let text = shard.destinations[link.destination.range]
        let answer = resolver.resolve(text, link.kind, from: note.path?.parent)
        claims.record(answer, from: note)
        if !shard.notes[Int(link.note)].isSealed {
          note.add(link, text, answer: answer, names: names)
        }
      }
      flush(note)
    }
    claims.addRepairs(to: &self, shards: shards, names: names)
  }

  private mutating func flush(_ note: NoteLinks) {
    guard let path = note.path else { return }
    for (var finding, count) in note.problems {
      if count > 1 { finding.message += " (\(count) times in this note)" }
      findings.append(LocatedFinding(path, finding))
    }
  }

  /// Adds the repairs of trackers with conflict markers.
  mutating func addMarkedLogs(_ shards: [CheckShard]) {
    repairs += shards.flatMap(\.markedLogs).sorted().map { .takeOutMarkers($0) }
  }

  /// Adds the repairs of categories that the settings spell otherwise.
  mutating func addSpellings(_ shards: [CheckShard]) {
    repairs += shards.flatMap(\.misspelled).sorted {
      ($0.path, $0.spelling) < ($1.path, $1.spelling)
    }.map { .spellCategory($0.path, as: $0.spelling) }
  }

  /// Adds the repairs of files left over from interrupted writes.
  mutating func addLeftovers(_ shards: [CheckShard]) {
    var counts: [VaultPath?: Int] = [:]
    for folder in shards.flatMap(\.leftovers) { counts[folder, default: 0] += 1 }
    let sorted = counts.sorted {
      ($0.key?.bytes ?? []).lexicographicallyPrecedes($1.key?.bytes ?? [])
    }
    repairs += sorted.map { .putAway(leftoversIn: $0.key, count: $0.value) }
  }

  // MARK: - Identity

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
    // Two paths that differ in their normal form alone come to one id.
    var taken: Set<NoteID> = []
    var last: [NoteID: NoteID] = [:]
    for (path, found) in ids {
      var new = found
      defer { last[found.id] = new.id }
      if let other = last[found.id] { new.id = ProvisionalID.ofCopy(other, at: path) }
      while !taken.insert(new.id).inserted { new.id = ProvisionalID.ofCopy(new.id, at: path) }
      repairs.append(.storeID(path, new))
    }
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
      // All notes made from a template would share an id and time stored in it.
      add(
        path, .info, code: .templateNote,
        message:
          "this is a template, so it gets no id; to exclude templates from the notes, set templates: \(place.text) in \(VaultLayout.configuration.text)"
      )
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
    forEachStoredID(shards) { id, _ in
      ids.insert(NoteID(nonEmpty: String(decoding: id, as: UTF8.self)))
    }
    return ids
  }

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
