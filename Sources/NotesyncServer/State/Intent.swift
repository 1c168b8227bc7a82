internal import Notesync
internal import VaultFormat

/// The change that an operation is about to make to a note, stored before it is made.
///
/// A request that is interrupted by a kill or a full disk leaves changed files, while the database loses everything
/// since the last commit. Such a file was not edited in the vault, and its modification time means nothing. So an
/// intent is on disk before an operation changes a note's file, to recognize it afterwards. Each note has one at most;
/// the commit that stores the note's record removes it.
///
/// The states on disk, in order:
/// 1. the intent; record and file as they were;
/// 2. the new file, or the file in the trash; before that it may be restored from the trash with its old text, or its
///    media may not have moved yet;
/// 3. the media, one by one;
/// 4. the record and the answered operation, without the intent; a delete with a final text first has the record and a
///    second intent, and then removes the note.
///
/// `NoteRecordStore` settles intents that it finds: the record becomes what was intended as far as the file shows it.
/// The operation then counts as unfinished, and is carried out again when it is sent again, although its time is not
/// later than the record's.
struct Intent: Hashable {
  /// The new record, without what only the file has.
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
  /// Compares times: an app may send the operation again with another id.
  func isOf(_ operation: WireOperation) -> Bool {
    isDelete == (operation.kind == .delete) && record.updated == operation.time
      && deletedAt == operation.note.deletedAt
  }
}

extension WireOperation {
  /// The time that counts; for a delete the later of the two.
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

  /// All intents; few, or none if no request is running.
  static func fetchAll(_ database: Database) throws -> [Intent] {
    var intents: [Intent] = []
    try database.eachRow("SELECT \(NoteRecord.columns), is_delete, deleted_at FROM intent") { row in
      if let intent = Intent(row) { intents.append(intent) }
    }
    return intents
  }

  /// Nil if this code did not write the row.
  private init?(_ row: Row) {
    guard let record = NoteRecord(row), let isDelete: Bool = row["is_delete"] else { return nil }
    self.record = record
    self.isDelete = isDelete
    deletedAt = (row["deleted_at"] as Int64?).map(WireTime.init(microseconds:))
  }

  func save(_ database: Database) throws {
    try database.execute(
      """
      INSERT OR REPLACE INTO intent (\(NoteRecord.columns), is_delete, deleted_at)
      VALUES (\(NoteRecord.placeholders), ?, ?)
      """, record.values + [isDelete, deletedAt?.microseconds])
  }

  static func remove(_ id: NoteID, _ database: Database) throws {
    try database.execute("DELETE FROM intent WHERE id = ?", [Array(id.text.utf8)])
  }
}
