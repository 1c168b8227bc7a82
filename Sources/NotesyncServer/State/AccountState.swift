internal import Crypto
internal import Foundation
internal import GRDB
internal import Notesync
internal import SystemCalls
internal import VaultFormat

/// What the server remembers for one account, in a database outside of the vault.
struct AccountState {
  let database: DatabaseQueue

  /// - Parameter folder: private; made where it is missing.
  init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    database = try openDatabase(at: "\(folder)/state.sqlite")
    try database.write { database in
      try database.execute(
        sql: NoteRecord.table + Intent.table + """
          CREATE TABLE IF NOT EXISTS operation (
            hash BLOB NOT NULL PRIMARY KEY, result TEXT NOT NULL
          ) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS media (
            id BLOB NOT NULL PRIMARY KEY, note BLOB NOT NULL, sha256 TEXT NOT NULL,
            kind TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (note, sha256)
          ) WITHOUT ROWID;
          """)
      for table in ["note", "intent"] { try NoteRecord.addMissingColumns(to: table, database) }
    }
  }
}

/// The ids of operations that were answered; each is looked at once and never again.
enum OperationLog {
  static func contains(_ id: String, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM operation WHERE hash = ?")
    return try Bool.fetchOne(statement, arguments: [hash(id)]) ?? false
  }

  static func add(_ id: String, _ outcome: WireResult.Outcome, database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT INTO operation (hash, result) VALUES (?, ?)")
    try statement.execute(arguments: [hash(id), outcome.word])
  }

  /// Ids may have any length and hold anything.
  private static func hash(_ id: String) -> Data { Data(SHA256.hash(data: Data(id.utf8))) }
}

/// Under which id a note's file was uploaded; one id for the same bytes on the same note.
enum MediaIDs {
  static func upload(
    of sha256: String, to note: NoteID, database: Database
  ) throws -> Upload? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, kind, type FROM media WHERE note = ? AND sha256 = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Data(note.text.utf8), sha256]) else {
      return nil
    }
    return Upload(id: row.text("id"), kind: row["kind"], contentType: row["type"])
  }

  /// As a file was uploaded.
  struct Upload {
    var id: String
    var kind: String
    var contentType: String
  }

  /// What an id stands for.
  static func media(
    _ id: String, _ database: Database
  ) throws -> (note: NoteID, sha256: String)? {
    let statement = try database.cachedStatement(sql: "SELECT note, sha256 FROM media WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Data(id.utf8)]),
      let note = NoteID(row.text("note"))
    else { return nil }
    return (note, row["sha256"])
  }

  /// Bytes that have an id on this note keep it.
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

  /// The id of a file that was not uploaded: the same on every day and every server.
  static func made(for sha256: String, on note: NoteID) -> String {
    let name = Data("tl media".utf8) + [0] + Data(note.text.utf8) + [0] + Data(sha256.utf8)
    var bytes = Array(SHA256.hash(data: name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NoteID(uuid: bytes).text
  }
}
