internal import Cryptography
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What the server knows of a note, as of the last request that read it.
///
/// The file is authoritative; this adds what a file cannot hold: the microseconds of times, and the content of a
/// deleted note.
struct NoteRecord: Hashable {
  var id: NoteID
  var text: String
  var isPinned: Bool
  var tags: [String]
  var created: WireTime
  var updated: WireTime
  /// When the note was deleted.
  var deleted: WireTime?
  /// The present or last path of its file.
  var path: VaultPath?
  /// SHA-256 of the file's bytes, in hex; nil for a note that never had one.
  var hash: String?
  var stamp: FileStamp?
  /// The id in the file's front matter; another note's if the file is a copy of that note's.
  var fileID: NoteID?
  var textOrigin = TextOrigin.app
  /// The sign-in of the app that sent the text.
  var writer: String?

  var isLive: Bool { deleted == nil }

  /// A delete has to be later than this.
  var latest: WireTime { max(updated, deleted ?? updated) }

  /// The earliest time for the next change; for a deleted note in a later second, for clients that ignore fractions.
  var next: WireTime {
    isLive
      ? WireTime(microseconds: updated.microseconds &+ 1)
      : WireTime(seconds: latest.seconds &+ 1)
  }

  var wireNote: WireNote {
    WireNote(
      id: id.text, text: text, isPinned: isPinned, tags: tags, createdAt: created,
      updatedAt: updated, deletedAt: deleted)
  }
}

/// The origin of a note's text.
enum TextOrigin: Int, Hashable {
  /// An app sent it.
  case app = 0
  /// It was written in the vault and never sent to an app, so no app's edit is based on it.
  case vaultUnsent = 1
  /// It was written in the vault and sent, which does not prove that an app has it.
  case vaultSent = 2
}

// MARK: - Rows

extension NoteRecord {
  static let columns =
    "id, text, pinned, tags, created, updated, deleted, path, hash, \(FileStamp.columns), origin, "
    + "writer, file_id"

  static let placeholders = "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?"

  /// Texts of apps and files are bytes: for SQLite's functions a text ends at a NUL.
  static let columnTypes = """
    id BLOB NOT NULL PRIMARY KEY, text BLOB NOT NULL, pinned INTEGER NOT NULL, tags BLOB NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL, deleted INTEGER, path BLOB, hash TEXT,
    size INTEGER, modified INTEGER, nanoseconds INTEGER, changed INTEGER,
    changed_nanoseconds INTEGER, inode INTEGER, seen INTEGER,
    origin INTEGER NOT NULL, writer TEXT, file_id BLOB
    """

  static let table = """
    CREATE TABLE IF NOT EXISTS note (\(columnTypes));
    CREATE INDEX IF NOT EXISTS live_note_of_path ON note (path) WHERE deleted IS NULL;
    """

  /// Adds the columns that the notes or intents table of an earlier version lacks; an incomplete stamp proves nothing.
  static func addMissingColumns(to table: String, _ database: Database) throws {
    var present: Set<String> = []
    try database.eachRow("SELECT name FROM pragma_table_info(?)", [table]) { row in
      present.insert(row.text("name"))
    }
    let added = [
      ("changed", "INTEGER"), ("changed_nanoseconds", "INTEGER"), ("file_id", "BLOB"),
    ]
    for (name, type) in added where !present.contains(name) {
      try database.run("ALTER TABLE \(table) ADD COLUMN \(name) \(type)")
    }
  }

  /// Nil if this code did not write the row.
  init?(_ row: Row) {
    guard let id = NoteID(row.text("id")), let isPinned: Bool = row["pinned"],
      let created: Int64 = row["created"], let updated: Int64 = row["updated"]
    else { return nil }
    self.id = id
    text = row.text("text")
    self.isPinned = isPinned
    tags = row.text("tags").split(separator: "\0").map(String.init)
    self.created = WireTime(microseconds: created)
    self.updated = WireTime(microseconds: updated)
    deleted = (row["deleted"] as Int64?).map(WireTime.init(microseconds:))
    path = row.path
    hash = row["hash"]
    stamp = FileStamp(row)
    textOrigin = row["origin"].flatMap(TextOrigin.init(rawValue:)) ?? .vaultUnsent
    writer = row["writer"]
    fileID = NoteID(row.text("file_id"))
  }

  func save(_ database: Database) throws {
    try database.execute(
      "INSERT OR REPLACE INTO note (\(Self.columns)) VALUES (\(Self.placeholders))", values)
  }

  /// The values of `columns`, in their order.
  var values: [any BindableValue] {
    [
      Array(id.text.utf8), Array(text.utf8), isPinned, Array(tags.joined(separator: "\0").utf8),
      created.microseconds, updated.microseconds, deleted?.microseconds, path?.bytes, hash,
      stamp?.size, stamp?.modified.seconds, stamp?.modified.nanoseconds, stamp?.changed.seconds,
      stamp?.changed.nanoseconds, stamp.map { Int64(bitPattern: $0.inode) }, stamp?.seen,
      textOrigin.rawValue, writer, fileID.map { Array($0.text.utf8) },
    ]
  }

  /// Records that the note was sent with this hash of its file.
  static func setSent(_ id: NoteID, hash: String, database: Database) throws {
    try database.execute(
      "UPDATE note SET origin = ? WHERE id = ? AND hash = ? AND origin = ?",
      [
        TextOrigin.vaultSent.rawValue, Array(id.text.utf8), hash, TextOrigin.vaultUnsent.rawValue,
      ])
  }

  /// Whether another live note has the same path.
  func sharesItsPath(_ database: Database) throws -> Bool {
    try database.hasRow(
      "SELECT 1 FROM note WHERE path = ? AND id <> ? AND deleted IS NULL",
      [path?.bytes, Array(id.text.utf8)])
  }

  static func fetch(_ id: NoteID, _ database: Database) throws -> NoteRecord? {
    try database.first(
      "SELECT \(columns) FROM note WHERE id = ?", [Array(id.text.utf8)], NoteRecord.init)
  }
}

extension Row {
  /// The note's path.
  var path: VaultPath? { (self["path"] as [UInt8]?).flatMap { VaultPath($0) } }
}

/// The content of a note's file at one moment.
struct NoteReading {
  /// Front matter or text cannot be read, so the other values mean nothing.
  var isBroken: Bool
  /// The note is not meant for the apps: what they have of it stays as it is.
  var staysInVault: Bool
  var id: NoteID?
  var text: String
  var isPinned: Bool
  var tags: [String]
  var created: WireTime
  /// The key `updated`.
  var updated: WireTime?
  /// When the file was last written.
  var modified: WireTime
  /// SHA-256 of the bytes, in hex.
  var hash: String
  var stamp: FileStamp

  init(_ content: FileContent, at path: VaultPath, in reader: VaultReader) {
    let document = NoteDocument(content.bytes)
    let metadata = NoteMetadata(of: document, zone: reader.zone)
    let modified = content.status.modified
    id = metadata.id
    let text = WireText.of(document)
    isBroken = text == nil || document.frontMatter?.problem != nil
    staysInVault = reader.staysInVault(document)
    self.text = text ?? ""
    isPinned = metadata.isPinned
    tags = metadata.tags.map(\.text)
    created = WireTime(seconds: metadata.created?.seconds ?? reader.created(path))
    updated = metadata.updated.map { WireTime(seconds: $0.seconds) }
    self.modified = WireTime(
      microseconds: WireTime(seconds: modified.seconds).microseconds
        &+ Int64(modified.nanoseconds / 1000))
    hash = sha256Hex(content.bytes)
    stamp = FileStamp(content.status, seen: reader.now)
  }
}

/// Tells without reading whether a file has changed since it was read.
struct FileStamp: Hashable {
  static let columns = "size, modified, nanoseconds, changed, changed_nanoseconds, inode, seen"

  var size: Int64
  var modified: FileTime
  /// Changes even if a program restores `modified`.
  var changed: FileTime
  var inode: UInt64
  /// When it was read, in seconds since 1970.
  var seen: Int64

  init(_ status: FileStatus, seen: Int64) {
    size = status.size
    modified = status.modified
    changed = status.changed
    inode = status.inode
    self.seen = seen
  }

  /// Nil if the row has none.
  init?(_ row: Row) {
    guard let size: Int64 = row["size"], let seconds: Int64 = row["modified"],
      let nanoseconds: Int32 = row["nanoseconds"], let changed: Int64 = row["changed"],
      let changedNanoseconds: Int32 = row["changed_nanoseconds"],
      let inode: Int64 = row["inode"], let seen: Int64 = row["seen"]
    else { return nil }
    self.size = size
    modified = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    self.changed = FileTime(seconds: changed, nanoseconds: changedNanoseconds)
    self.inode = UInt64(bitPattern: inode)
    self.seen = seen
  }

  /// Whether the file with this status is certainly unchanged.
  ///
  /// A file that changed less than two seconds before it was read may have changed again within the same tick of the
  /// file system's clock.
  func proves(_ status: FileStatus) -> Bool {
    status.kind == .file && size == status.size && modified == status.modified
      && changed == status.changed && inode == status.inode
      && max(modified.seconds, changed.seconds) < seen - 2
  }
}
