internal import Cryptography
internal import Notesync
internal import VaultFormat

/// The ids with which a note's files were uploaded: one for the same bytes on the same note.
enum MediaIDs {
  /// How the medium was uploaded to the note; nil if it was not.
  static func upload(
    of sha256: String, to note: NoteID, database: Database
  ) throws -> (id: String, kind: String, contentType: String)? {
    try database.first(
      "SELECT id, kind, type FROM media WHERE note = ? AND sha256 = ?",
      [Array(note.text.utf8), sha256]
    ) { row in
      (row.text("id"), row.text("kind"), row.text("type"))
    }
  }

  /// The note and hash of an id.
  static func media(
    _ id: String, _ database: Database
  ) throws -> (note: NoteID, sha256: String)? {
    try database.first("SELECT note, sha256 FROM media WHERE id = ?", [Array(id.utf8)]) { row in
      NoteID(row.text("note")).map { ($0, row.text("sha256")) }
    }
  }

  /// The first id of the same bytes on a note stays.
  static func add(_ media: WireMedia, _ note: NoteID, database: Database) throws {
    try database.execute(
      "INSERT OR IGNORE INTO media (id, note, sha256, kind, type) VALUES (?, ?, ?, ?, ?)",
      [
        Array(media.id.utf8), Array(note.text.utf8), media.data.sha256, media.kind,
        media.contentType,
      ])
  }

  static func remove(_ id: String, _ database: Database) throws {
    try database.execute("DELETE FROM media WHERE id = ?", [Array(id.utf8)])
  }

  /// The id of a file that was not uploaded: always the same, on every server.
  static func made(for sha256: String, on note: NoteID) -> String {
    let name = "tl media\0\(note.text)\0\(sha256)"
    var bytes = Array(SHA256.hash(name.utf8).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NoteID(uuid: bytes).text
  }
}
