internal import Foundation
internal import GRDB
internal import Notesync
internal import VaultFormat

/// What an operation is about to make of a note.
///
/// A request that is cut off, by a kill or by a full disk, leaves what it wrote to files, while the database forgets
/// all since the last commit. What a file says then was not written by anybody in the vault, and the time at which it
/// was written means nothing. So an intent is on the disk before an operation touches a note's file, and tells it
/// afterwards. There is one for each note at most; it goes in the same commit that brings the note's record.
///
/// On the disk are, one after the other:
/// 1. the intent; record and file as they were;
/// 2. the file as it is to be, or in the trash; on the way there it may be back from the trash with the text that it
///    had, or its media may have stayed behind;
/// 3. the media, one by one;
/// 4. the record, without the intent, and that the operation was answered; a note that came with its last words has
///    the record and a second intent first, and is removed then.
///
/// `NoteRecordStore` settles the intents that it finds: the record becomes what was intended as far as the file shows it.
/// The operation counts as unfinished then, and is carried out once more when it comes again, although its time is
/// not later than the record's.
struct Intent: Hashable {
  /// The record as it will be, without what only the file can tell.
  var record: NoteRecord
  /// The operation is a delete.
  private var isDelete: Bool
  /// The `deletedAt` of the operation.
  private var deletedAt: WireTime?

  init(_ operation: WireOperation, _ record: NoteRecord) {
    self.record = record
    self.record.hash = nil
    self.record.stamp = nil
    isDelete = operation.kind == .delete
    deletedAt = operation.note.deletedAt
  }

  /// Whether an operation on this note is the one whose intent this is.
  ///
  /// Told by its times: an app may give it another id when it sends it again.
  func isOf(_ operation: WireOperation) -> Bool {
    isDelete == (operation.kind == .delete) && record.updated == operation.time
      && deletedAt == operation.note.deletedAt
  }
}

extension WireOperation {
  /// The one that counts; of a delete the later of two.
  var time: WireTime {
    kind == .delete ? max(note.updatedAt, note.deletedAt ?? note.updatedAt) : note.updatedAt
  }
}

// MARK: - Rows

extension Intent {
  static let table = """
    CREATE TABLE IF NOT EXISTS intent (
      \(NoteRecord.columnTypes), is_delete INTEGER NOT NULL, deleted_at INTEGER
    );
    """

  /// All that there are; few, or none, where no request is being carried out.
  static func fetchAll(_ database: Database) throws -> [Intent] {
    let statement = try database.cachedStatement(
      sql: "SELECT \(NoteRecord.columns), is_delete, deleted_at FROM intent")
    return try Row.fetchAll(statement).compactMap(Intent.init)
  }

  /// Nil where the row is none that this code wrote.
  private init?(_ row: Row) {
    guard let record = NoteRecord(row) else { return nil }
    self.record = record
    isDelete = row["is_delete"]
    deletedAt = (row["deleted_at"] as Int64?).map(WireTime.init(microseconds:))
  }

  func save(_ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO intent (\(NoteRecord.columns), is_delete, deleted_at)
        VALUES (\(NoteRecord.placeholders), ?, ?)
        """)
    try statement.execute(arguments: record.values + [isDelete, deletedAt?.microseconds])
  }

  static func remove(_ id: NoteID, _ database: Database) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM intent WHERE id = ?")
    try statement.execute(arguments: [Data(id.text.utf8)])
  }
}
