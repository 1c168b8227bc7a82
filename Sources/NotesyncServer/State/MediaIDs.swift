internal import Cryptography
internal import Foundation
internal import GRDB
internal import Notesync
internal import VaultFormat

/// The ids with which a note's files were uploaded: one for the same bytes on the same note.
enum MediaIDs {
  /// As a file was uploaded.
  static func upload(
    of sha256: String, to note: NoteID, database: Database
  ) throws -> (id: String, kind: String, contentType: String)? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, kind, type FROM media WHERE note = ? AND sha256 = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Data(note.text.utf8), sha256]) else {
      return nil
    }
    return (row.text("id"), row["kind"], row["type"])
  }

  /// The note and hash of an id.
  static func media(
    _ id: String, _ database: Database
  ) throws -> (note: NoteID, sha256: String)? {
    let statement = try database.cachedStatement(sql: "SELECT note, sha256 FROM media WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Data(id.utf8)]),
      let note = NoteID(row.text("note"))
    else { return nil }
    return (note, row["sha256"])
  }

  /// The first id of the same bytes on a note stays.
  static func add(_ media: WireMedia, _ note: NoteID, database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO media (id, note, sha256, kind, type) VALUES (?, ?, ?, ?, ?)")
    try statement.execute(arguments: [
      Data(media.id.utf8), Data(note.text.utf8), media.data.sha256, media.kind, media.contentType,
    ])
  }

  static func remove(_ id: String, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM media WHERE id = ?", arguments: [Data(id.utf8)])
  }

  /// The id of a file that was not uploaded: always the same, on every server.
  static func made(for sha256: String, on note: NoteID) -> String {
    let name = Data("tl media".utf8) + [0] + Data(note.text.utf8) + [0] + Data(sha256.utf8)
    var bytes = Array(SHA256.hash(name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NoteID(uuid: bytes).text
  }
}
