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
/// `RecordBook` settles the intents that it finds: the record becomes what was intended as far as the file shows it.
/// The operation counts as unfinished then, and is carried out once more when it comes again, although its time is
/// not later than the record's.
struct Intent: Hashable {
  /// SHA-256 of the operation's id.
  var operation: Data
  /// The record as it will be, without what only the file can tell.
  var record: NoteRecord

  init(_ operation: WireOperation, _ record: NoteRecord) {
    self.operation = OperationLog.hash(operation.id)
    self.record = record
    self.record.hash = nil
    self.record.stamp = nil
  }
}

// MARK: - Rows

extension Intent {
  static let table = """
    CREATE TABLE IF NOT EXISTS intent (\(NoteRecord.columnTypes), operation BLOB NOT NULL);
    """

  /// All that there are; few, or none, where no request is being carried out.
  static func fetchAll(_ database: Database) throws -> [Intent] {
    let statement = try database.cachedStatement(
      sql: "SELECT \(NoteRecord.columns), operation FROM intent")
    return try Row.fetchAll(statement).compactMap { row in
      guard let record = NoteRecord(row), let operation: Data = row["operation"] else { return nil }
      return Intent(operation: operation, record: record)
    }
  }

  func save(_ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO intent (\(NoteRecord.columns), operation)
        VALUES (\(NoteRecord.placeholders), ?)
        """)
    try statement.execute(arguments: record.values + [operation])
  }

  static func remove(_ id: NoteID, _ database: Database) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM intent WHERE id = ?")
    try statement.execute(arguments: [Data(id.text.utf8)])
  }

  private init(operation: Data, record: NoteRecord) {
    self.operation = operation
    self.record = record
  }
}
