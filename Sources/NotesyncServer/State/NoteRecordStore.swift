internal import Foundation
internal import GRDB
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The records of one request, each brought up to date with its file when it is first asked for.
///
/// Lives inside a transaction. What a request that was cut off has left behind is settled first.
final class NoteRecordStore {
  let database: Database
  let reader: VaultReader
  private var records: [NoteID: NoteRecord?] = [:]
  private var found: [NoteID: VaultPath]?
  private var intents: [NoteID: Intent] = [:]
  /// Operations that were begun and not answered, each by the note whose record is what it intended.
  private var unfinished: [NoteID: Intent] = [:]

  init(_ database: Database, _ reader: VaultReader) throws {
    self.database = database
    self.reader = reader
    for intent in try Intent.fetchAll(database) {
      intents[intent.record.id] = intent
      try settle(intent.record.id)
    }
  }

  /// The note as it is now; nil where it is unknown.
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

  /// Has the note looked at again.
  func forget(_ id: NoteID) { records[id] = nil }

  /// Has every note looked at again.
  func forgetAll() { records = [:] }

  /// Has the note's file read again, although its stat data say that it is the one that was read.
  func doubt(_ record: NoteRecord) throws {
    var record = record
    record.hash = nil
    record.stamp = nil
    try record.save(database)
    records[record.id] = nil
  }

  /// Tells of a note that this request has made, or put where it is.
  func add(_ id: NoteID, at path: VaultPath) { found?[id] = path }

  /// Tells of a note that this request has removed.
  func remove(_ id: NoteID) { found?[id] = nil }

  /// Where every note is; no two are at one path.
  ///
  /// A file that bears the id that it bore, if any, goes on being the note that it was: of several with one id the
  /// one that was the note so far, and a copy the note of its own that it was. Else it would become a note whose own
  /// file is gone, and be removed with that one.
  func paths() throws -> [NoteID: VaultPath] {
    if let found { return found }
    var places = NotePlaces(try reader.paths())
    var (live, moved): (Set<NoteID>, [(id: NoteID, path: VaultPath)]) = ([], [])
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, path FROM note WHERE deleted IS NULL AND path IS NOT NULL")
    while let row = try rows.next() {
      guard let id = NoteID(row.text("id")) else { continue }
      live.insert(id)
      if let path = (row["path"] as Data?).flatMap({ VaultPath($0) }), places.paths[id] != path {
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
    // Where two say that they are at a path, that is for the whole vault to say.
    if let stored, stored.isLive, let path = stored.path, try !stored.sharesItsPath(database),
      let same = atItsPlace(stored, path)
    {
      return same
    }
    if let path = try paths()[id], let reading = try reader.read(path), !reading.isBroken {
      return merged(stored, reading, id: id, at: path)
    }
    guard let stored, stored.isLive else { return stored }
    return gone(stored)
  }

  /// Nil where another note, or none, is at the path that the record has.
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
      // Half an edit, for the moment: the note is what it was until it can be read again.
      if reading.isBroken { return stored }
      // Another file may have taken this one's id meanwhile; that is for the whole vault to say.
      guard stored.isStill(reading, at: path) else { return nil }
      return merged(stored, reading, id: stored.id, at: path)
    } catch {
      // What cannot be read is not gone.
      return error.system?.isMissing == true ? nil : stored
    }
  }

  /// The record of a note whose file was made, changed or put back by someone else.
  ///
  /// Where the file was only away, as during a checkout of another branch, its own time says when it came back. What
  /// it says is older than that, and gives way to what an app wrote meanwhile.
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
  /// Nobody knows since when. So that an edit made elsewhere after the last known change is not lost, its time is
  /// the next after that one.
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
  /// Writes down what is about to be done to a note's file, which nothing may touch before the next commit.
  ///
  /// - Returns: false where just that is on the disk already.
  func intend(_ intent: Intent) throws -> Bool {
    guard intents[intent.record.id] != intent else { return false }
    try intent.save(database)
    intents[intent.record.id] = intent
    return true
  }

  /// Whether the operation was begun, and has made the note's record what it is.
  func isUnfinished(_ operation: WireOperation, _ id: NoteID) -> Bool {
    unfinished[id]?.isOf(operation) ?? false
  }

  /// Says that an operation is answered.
  ///
  /// - Parameter isApplied: false where it came too late, so that what another one intends still holds.
  func finish(_ operation: WireOperation, _ id: NoteID, isApplied: Bool) throws {
    guard let intent = intents[id], isApplied || intent.isOf(operation) else { return }
    try drop(id)
  }

  private func drop(_ id: NoteID) throws {
    try Intent.remove(id, database)
    intents[id] = nil
    unfinished[id] = nil
  }

  /// Brings a note's record to what an operation that was cut off has made of the note.
  ///
  /// - The file says what the record says: nothing was done to it. Where the note was deleted the file is back from
  ///   the trash alone; it is alive then, since the time that was intended.
  /// - The file says what was intended: that is the record.
  /// - It says something else: somebody has edited it. That was after the operation where the note had no file
  ///   before; else that is not known, and it is an edit like any other.
  /// - It is gone: it was deleted if that was intended. Nothing is left to do then but perhaps to its media; what is
  ///   brought back later is brought back by somebody.
  ///
  /// A file that cannot be read decides nothing; the next request looks again.
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

  /// Whether a note that is to be in the trash has left its media behind.
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
      // The deletion had come to its end before.
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

  /// Where the note is; nil where it is nowhere.
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
  /// Whether text, tags and pin are those of the file.
  fileprivate func says(_ reading: NoteReading) -> Bool {
    text.utf8.elementsEqual(reading.text.utf8) && isPinned == reading.isPinned
      && tagSet == reading.tagSet
  }

  /// Whether the file at the record's path is the note still, whatever its text is now.
  ///
  /// That it bears the note's id is not needed: a copy of another note bears that one's.
  fileprivate func isStill(_ reading: NoteReading, at path: VaultPath) -> Bool {
    reading.id == fileID || reading.hash == hash || (reading.id ?? ProvisionalID.of(path)) == id
  }

  /// The same with what the file tells, except times.
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

  /// As tags compare: their order means nothing.
  fileprivate var tagSet: Set<Tag> { Set(tags.compactMap { Tag($0) }) }
}

extension NoteReading {
  fileprivate var tagSet: Set<Tag> { Set(tags.compactMap { Tag($0) }) }
}
