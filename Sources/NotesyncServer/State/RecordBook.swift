internal import Foundation
internal import GRDB
internal import Notesync
internal import VaultFormat
internal import VaultStore

/// The records of one request, each brought up to date with its file when it is first asked for.
///
/// Lives inside one transaction.
final class RecordBook {
  let database: Database
  let sight: VaultSight
  private var records: [NoteID: NoteRecord?] = [:]
  private var found: [NoteID: VaultPath]?

  init(_ database: Database, _ sight: VaultSight) {
    self.database = database
    self.sight = sight
  }

  /// The note as it is now; nil where nobody has ever heard of it.
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

  /// Where every note is.
  ///
  /// Of several files with one id the one that was the note so far goes on being it; the others count as notes
  /// without an id.
  func paths() throws -> [NoteID: VaultPath] {
    if let found { return found }
    var paths = try sight.paths()
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, path FROM note WHERE deleted IS NULL AND path IS NOT NULL")
    while let row = try rows.next() {
      guard let id = NoteID(row.text("id")),
        let known = (row["path"] as Data?).flatMap({ VaultPath($0) }), let other = paths[id],
        other != known, (try? sight.read(known))??.id == id
      else { continue }
      let provisional = ProvisionalID.of(known)
      if paths[provisional] == known { paths[provisional] = nil }
      paths[id] = known
      paths[ProvisionalID.of(other)] = other
    }
    found = paths
    return paths
  }

  private func brought(up stored: NoteRecord?, _ id: NoteID) throws -> NoteRecord? {
    if let stored, stored.isLive, let path = stored.path,
      let same = atItsPlace(stored, path)
    {
      return same
    }
    if let path = try paths()[id], let reading = try sight.read(path), !reading.isBroken {
      return merged(stored, reading, id, at: path)
    }
    guard let stored, stored.isLive else { return stored }
    return gone(stored)
  }

  /// Nil where another note, or none, is at the path that the record has.
  private func atItsPlace(_ stored: NoteRecord, _ path: VaultPath) -> NoteRecord? {
    do {
      guard let status = try sight.vault.folder.status(path) else { return nil }
      if let stamp = stored.stamp, stamp.proves(status) { return stored }
      guard let reading = try sight.read(path) else { return nil }
      if reading.hash == stored.hash {
        var seen = stored
        seen.stamp = reading.stamp
        return seen
      }
      // Half an edit, for the moment: the note is what it was until it can be read again.
      if reading.isBroken { return stored }
      // Another file may have taken this one's id meanwhile; that is for the whole vault to say.
      guard (reading.id ?? ProvisionalID.of(path)) == stored.id else { return nil }
      return merged(stored, reading, stored.id, at: path)
    } catch {
      // What cannot be read is not gone.
      return error.system?.isMissing == true ? nil : stored
    }
  }

  /// The record of a note whose file was made or changed by someone else.
  private func merged(
    _ stored: NoteRecord?, _ reading: NoteReading, _ id: NoteID, at path: VaultPath
  ) -> NoteRecord {
    let now = WireTime(seconds: sight.now)
    var record =
      stored
      ?? NoteRecord(
        id: id, text: reading.text, isPinned: reading.isPinned, tags: reading.tags,
        created: reading.created, updated: reading.updated ?? reading.created)
    let isSame =
      record.isLive && record.text.utf8.elementsEqual(reading.text.utf8)
      && record.isPinned == reading.isPinned && record.tagSet == reading.tagSet
    if !isSame {
      var time = reading.modified
      if let updated = reading.updated, updated.seconds > record.updated.seconds { time = updated }
      let next = WireTime(microseconds: record.latest.microseconds &+ 1)
      record.updated = max(min(time, now), next)
      record.deleted = nil
    }
    if stored == nil || !record.text.utf8.elementsEqual(reading.text.utf8) {
      record.textOrigin = .vaultUnsent
    }
    record.text = reading.text
    record.isPinned = reading.isPinned
    record.tags = reading.tags
    if record.created.seconds != reading.created.seconds { record.created = reading.created }
    record.path = path
    record.hash = reading.hash
    record.stamp = reading.stamp
    return record
  }

  /// The record of a note whose file is gone.
  ///
  /// Nobody knows since when. So that an edit made elsewhere after the last known change is not lost, its time is
  /// the next after that one.
  private func gone(_ stored: NoteRecord) -> NoteRecord {
    var record = stored
    record.updated = WireTime(microseconds: record.updated.microseconds &+ 1)
    record.deleted = max(record.updated, WireTime(seconds: sight.now))
    record.hash = nil
    record.stamp = nil
    return record
  }
}

extension NoteRecord {
  /// As tags compare: their order means nothing.
  fileprivate var tagSet: Set<Tag> { Set(tags.compactMap { Tag($0) }) }
}

extension NoteReading {
  fileprivate var tagSet: Set<Tag> { Set(tags.compactMap { Tag($0) }) }
}
