internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The records of one request, each updated from its file on first access.
///
/// Used within a transaction. Intents left by an interrupted request are settled first.
final class NoteRecordStore {
  let database: Database
  let reader: VaultReader
  private var records: [NoteID: NoteRecord?] = [:]
  private var found: [NoteID: VaultPath]?
  private var intents: [NoteID: Intent] = [:]
  /// Operations that were begun and not answered, by the note that has the intended record.
  private var unfinished: [NoteID: Intent] = [:]

  init(_ database: Database, _ reader: VaultReader) throws {
    self.database = database
    self.reader = reader
    for intent in try Intent.fetchAll(database) {
      intents[intent.record.id] = intent
      try settle(intent.record.id)
    }
  }

  /// The current record; nil if the note is unknown.
  func record(_ id: NoteID) throws -> NoteRecord? {
    if let known = records[id] { return known }
    let stored = try NoteRecord.fetch(id, database)
    let current = try brought(up: stored, id)
    if let current, current != stored { try current.save(database) }
    records[id] = .some(current)
    return current
  }

  func set(_ record: NoteRecord) throws {
    try record.save(database)
    records[record.id] = .some(record)
  }

  /// Discards a record, so that the next access reads the file.
  func forget(_ id: NoteID) { records[id] = nil }

  /// Discards all records.
  func forgetAll() { records = [:] }

  /// Forces the note's file to be read again, although its status is unchanged.
  func invalidate(_ record: NoteRecord) throws {
    var record = record
    record.hash = nil
    record.stamp = nil
    try record.save(database)
    records[record.id] = nil
  }

  /// Adds a note that this request has made or moved.
  func add(_ id: NoteID, at path: VaultPath) { found?[id] = path }

  /// Drops a note that this request has removed.
  func remove(_ id: NoteID) { found?[id] = nil }

  /// The paths of all notes, each unique.
  ///
  /// A file whose id is unchanged stays the note that it was: of several with the same id the one that was the note so
  /// far, and a copy stays its own note. Otherwise it would become a note whose file is gone, and be removed with that
  /// note.
  func paths() throws -> [NoteID: VaultPath] {
    if let found { return found }
    var places = NotePlaces(try reader.paths())
    var (live, moved): (Set<NoteID>, [(id: NoteID, path: VaultPath)]) = ([], [])
    try database.eachRow(
      "SELECT id, path FROM note WHERE deleted IS NULL AND path IS NOT NULL"
    ) { row in
      guard let id = NoteID(row.text("id")) else { return }
      live.insert(id)
      if let path = row.path, places.paths[id] != path {
        moved.append((id, path))
      }
    }
    for (id, path) in moved where places.hasNote(at: path) {
      guard let stored = try NoteRecord.fetch(id, database), let reading = try? reader.read(path),
        stored.isStill(reading, at: path)
      else { continue }
      places.keep(id, at: path)
    }
    places.settle(known: live) { path, id in (try? reader.read(path))??.id == id }
    found = places.paths
    return places.paths
  }

  private func brought(up stored: NoteRecord?, _ id: NoteID) throws -> NoteRecord? {
    // If two notes claim one path, `paths` decides.
    if let stored, stored.isLive, let path = stored.path, try !stored.sharesItsPath(database),
      let same = atItsPlace(stored, path)
    {
      return same
    }
    if let path = try paths()[id], let reading = try reader.read(path), !reading.isBroken {
      if reading.staysInVault { return stored?.moved(to: path) }
      return merged(stored, reading, id: id, at: path)
    }
    guard let stored, stored.isLive else { return stored }
    return gone(stored)
  }

  /// Whether the note is a page or sealed now, so that an operation of an app comes too late.
  func staysInVault(_ record: NoteRecord) -> Bool {
    guard record.isLive, let path = record.path else { return false }
    return (try? reader.read(path))??.staysInVault ?? false
  }

  /// Nil if the file at the record's path is missing or another note.
  private func atItsPlace(_ stored: NoteRecord, _ path: VaultPath) -> NoteRecord? {
    do {
      guard let status = try reader.vault.folder.status(path) else { return nil }
      if let stamp = stored.stamp, stamp.proves(status) { return stored }
      guard let reading = try reader.read(path) else { return nil }
      if reading.hash == stored.hash {
        var seen = stored
        seen.stamp = reading.stamp
        return seen
      }
      // Possibly a half-written edit: the record stays until the file can be read again.
      if reading.isBroken { return stored }
      // Another file may have this id now; `paths` decides.
      guard stored.isStill(reading, at: path) else { return nil }
      if reading.staysInVault { return stored }
      return merged(stored, reading, id: stored.id, at: path)
    } catch {
      // An unreadable file still exists.
      return error.system?.isMissing == true ? nil : stored
    }
  }

  /// The record of a note whose file another program made, changed or restored.
  ///
  /// If the file was only absent, as during a checkout of another branch, its modification time is that of its return.
  /// Its content is older, and loses against an app's edit since.
  private func merged(
    _ stored: NoteRecord?, _ reading: NoteReading, id: NoteID, at path: VaultPath
  ) -> NoteRecord {
    let now = WireTime(seconds: reader.now)
    var record =
      stored
      ?? NoteRecord(
        id: id, text: reading.text, isPinned: reading.isPinned, tags: reading.tags,
        created: reading.created, updated: reading.updated ?? reading.created)
    let isEdited = !record.says(reading)
    if isEdited || !record.isLive {
      var time = reading.modified
      if let updated = reading.updated, updated.seconds > record.updated.seconds { time = updated }
      record.updated = isEdited ? max(min(time, now), record.next) : record.next
      record.deleted = nil
    }
    if stored == nil || !record.text.utf8.elementsEqual(reading.text.utf8) {
      record.textOrigin = .vaultUnsent
    }
    if record.created.seconds != reading.created.seconds { record.created = reading.created }
    return record.seen(as: reading, at: path)
  }

  /// The record of a note whose file is gone.
  ///
  /// The time of the deletion is unknown. It is set right after the last known change, so that later edits made
  /// elsewhere win.
  private func gone(_ stored: NoteRecord) -> NoteRecord {
    var record = stored
    record.updated = WireTime(microseconds: record.updated.microseconds &+ 1)
    record.deleted = max(record.updated, WireTime(seconds: reader.now))
    record.hash = nil
    record.stamp = nil
    return record
  }
}

// MARK: - Intents

extension NoteRecordStore {
  /// Stores what is about to be done to a note's file, which must not be changed before the next commit.
  ///
  /// - Returns: false if the same intent is stored already.
  func intend(_ intent: Intent) throws -> Bool {
    guard intents[intent.record.id] != intent else { return false }
    try intent.save(database)
    intents[intent.record.id] = intent
    return true
  }

  /// Whether the operation was begun, and the note's record is its result.
  func isUnfinished(_ operation: WireOperation, _ id: NoteID) -> Bool {
    unfinished[id]?.isOf(operation) ?? false
  }

  /// Records that an operation is answered.
  ///
  /// - Parameter isApplied: false if it was too late, so that another operation's intent remains.
  func finish(_ operation: WireOperation, _ id: NoteID, isApplied: Bool) throws {
    guard let intent = intents[id], isApplied || intent.isOf(operation) else { return }
    try drop(id)
  }

  private func drop(_ id: NoteID) throws {
    try Intent.remove(id, database)
    intents[id] = nil
    unfinished[id] = nil
  }

  /// Updates a note's record with the effect of an interrupted operation.
  ///
  /// - The file has the record's content: it was not changed. If the note was deleted, its file was only restored from
  ///   the trash; it is then alive since the intended time.
  /// - The file has the intended content: that is the record.
  /// - It has other content: it was edited. If the note had no file before, the edit is later than the operation;
  ///   otherwise that is unknown, and it is an edit like any other.
  /// - It is gone: it was deleted if that was intended. Only its media may remain to be moved; a file that appears
  ///   later was restored by a user.
  ///
  /// An unreadable file decides nothing; the next request reads it again.
  func settle(_ id: NoteID) throws {
    guard let intent = intents[id] else { return }
    let stored = try NoteRecord.fetch(id, database)
    let place: (path: VaultPath, reading: NoteReading)?
    do {
      place = try file(id, near: stored?.path)
    } catch is StoreError {
      return
    }
    if place?.reading.isBroken == true { return }
    let settled = outcome(of: intent.record, stored, place: place)
    if let settled, settled != stored { try set(settled) }
    if let settled, settled.updated == intent.record.updated,
      try settled.isLive || isHalfRemoved(settled)
    {
      unfinished[id] = intent
    } else {
      try drop(id)
    }
  }

  /// Whether a note moved to the trash has left its media behind.
  func isHalfRemoved(_ record: NoteRecord) throws -> Bool {
    guard let path = record.path, let media = MediaFolder(of: path) else { return false }
    return try reader.vault.folder.exists(media.path) && !reader.vault.folder.exists(path)
  }

  private func outcome(
    of intended: NoteRecord, _ stored: NoteRecord?,
    place: (path: VaultPath, reading: NoteReading)?
  ) -> NoteRecord? {
    guard let (path, reading) = place else {
      return stored?.isLive == true && !intended.isLive ? intended : stored
    }
    if var back = stored, back.says(reading) {
      if back.isLive { return back }
      // The deletion was already complete.
      if !intended.isLive, back.updated == intended.updated {
        return merged(back, reading, id: back.id, at: path)
      }
      back.deleted = nil
      back.updated = intended.updated
      return back.seen(as: reading, at: path)
    }
    var done = intended
    done.deleted = nil
    if done.says(reading) { return done.seen(as: reading, at: path) }
    return stored?.isLive == true ? stored : merged(done, reading, id: done.id, at: path)
  }

  /// The note's path; nil if it has no file.
  private func file(
    _ id: NoteID, near path: VaultPath?
  ) throws -> (path: VaultPath, reading: NoteReading)? {
    if let path, let reading = try reader.read(path),
      reading.isBroken || (reading.id ?? ProvisionalID.of(path)) == id
    {
      return (path, reading)
    }
    guard let path = try paths()[id], let reading = try reader.read(path) else { return nil }
    return (path, reading)
  }
}

// MARK: - Files

extension NoteRecord {
  /// Whether text, pin and tags equal those of the file; the order of tags does not matter.
  fileprivate func says(_ reading: NoteReading) -> Bool {
    func set(_ tags: [String]) -> Set<Tag> { Set(tags.compactMap { Tag($0) }) }
    return text.utf8.elementsEqual(reading.text.utf8) && isPinned == reading.isPinned
      && set(tags) == set(reading.tags)
  }

  /// Whether the file at the record's path is still the note, whatever its text.
  ///
  /// It need not have the note's id: a copy of another note has that note's.
  fileprivate func isStill(_ reading: NoteReading, at path: VaultPath) -> Bool {
    reading.id == fileID || reading.hash == hash || (reading.id ?? ProvisionalID.of(path)) == id
  }

  fileprivate func moved(to path: VaultPath) -> NoteRecord {
    var record = self
    record.path = path
    return record
  }

  /// A copy of this record with the file's content, except times.
  func seen(as reading: NoteReading, at path: VaultPath) -> NoteRecord {
    var record = self
    record.text = reading.text
    record.isPinned = reading.isPinned
    record.tags = reading.tags
    record.path = path
    record.hash = reading.hash
    record.stamp = reading.stamp
    record.fileID = reading.id
    return record
  }
}
