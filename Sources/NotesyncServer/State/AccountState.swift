internal import Cryptography
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The server's state for one account, in a database outside of the vault.
struct AccountState {
  let database: DatabaseQueue

  /// - Parameter folder: private; made if missing.
  init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    database = try DatabaseQueue(at: "\(folder)/state.sqlite")
    try database.write { database in
      try database.run(
        NoteRecord.table + Intent.table + """
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

/// The one-to-one mapping of notes to files.
///
/// The scan of a vault knows only the files: of several with the same id it takes the first for the note. Known
/// mappings take precedence over it.
struct NotePlaces {
  private(set) var paths: [NoteID: VaultPath]
  private let scanned: [NoteID: VaultPath]
  private let scannedIDs: [VaultPath: NoteID]
  private var kept: [VaultPath: NoteID] = [:]

  /// - Parameter scanned: the result of a scan.
  init(_ scanned: [NoteID: VaultPath]) {
    paths = scanned
    self.scanned = scanned
    scannedIDs = Dictionary(scanned.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the scan takes the file for a note.
  func hasNote(at path: VaultPath) -> Bool { scannedIDs[path] != nil }

  /// Keeps a file as the note that it was, whatever the scan says.
  ///
  /// The first note to claim a file gets it.
  mutating func keep(_ id: NoteID, at path: VaultPath) {
    if kept[path] == nil { kept[path] = id }
  }

  /// Completes `paths` so that it agrees with the kept mappings.
  ///
  /// - Parameters:
  ///   - known: the notes that have a path already.
  ///   - bearer: whether a file has an id.
  mutating func settle(
    known: Set<NoteID>, bearer: (_ path: VaultPath, _ id: NoteID) -> Bool
  ) {
    let pushedOut = kept.keys.compactMap { scannedIDs[$0] }
    let homeless = kept.values.compactMap { scanned[$0] }.filter { kept[$0] == nil }
    for id in pushedOut { paths[id] = nil }
    for (path, id) in kept { paths[id] = path }
    // A note whose file now belongs to another note may have moved to a file without a note.
    let new = scanned.filter { !known.contains($0.key) && kept[$0.value] == nil }
    for id in pushedOut where paths[id] == nil {
      let found = new.filter { paths[$0.key] == $0.value && bearer($0.value, id) }
      guard let place = found.min(by: { $0.value < $1.value }) else { continue }
      paths[place.key] = nil
      paths[id] = place.value
    }
    for path in homeless.sorted() {
      var (id, number) = (ProvisionalID.of(path), 1)
      while paths[id] != nil {
        number += 1
        id = ProvisionalID.of(path, number: number)
      }
      paths[id] = path
    }
  }
}

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

/// The ids of answered operations, which are never carried out again.
enum AnsweredOperations {
  static func contains(_ id: String, _ database: Database) throws -> Bool {
    try database.hasRow("SELECT 1 FROM operation WHERE hash = ?", [hash(id)])
  }

  static func add(_ id: String, _ outcome: WireResult.Outcome, database: Database) throws {
    try database.execute(
      "INSERT INTO operation (hash, result) VALUES (?, ?)", [hash(id), outcome.word])
  }

  /// Ids may have any length and content.
  private static func hash(_ id: String) -> [UInt8] { SHA256.hash(id.utf8) }
}

/// An id as part of a file name: the id itself if it is 1 to 64 letters, digits and `-`, else its SHA-256 in hex.
func plainName(of id: String) -> String {
  let isPlain = id.utf8.allSatisfy {
    $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-")
  }
  return isPlain && 1...64 ~= id.utf8.count ? id : sha256Hex(id.utf8)
}
