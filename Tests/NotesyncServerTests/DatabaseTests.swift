import Foundation
import TestSupport
import Testing

@testable import NotesyncServer

/// SQLite as the server uses it.
@Suite("Database")
struct DatabaseTests {
  private struct Failure: Error {}

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("a.sqlite")
  }

  /// With a table of things.
  private func opened(patience: Int32 = 0) throws -> DatabaseQueue {
    let database = try DatabaseQueue(at: path, patience: patience)
    try database.write {
      try $0.run("CREATE TABLE IF NOT EXISTS thing (id INTEGER PRIMARY KEY, value)")
    }
    return database
  }

  private static let insert = "INSERT INTO thing (id, value) VALUES (?, ?)"

  private func ids(_ database: Database) throws -> [Int] {
    var ids: [Int] = []
    try database.eachRow("SELECT id FROM thing ORDER BY id") { ids.append($0["id"] ?? -1) }
    return ids
  }

  // MARK: - Transactions

  @Test("what throws has written nothing")
  func rollback() throws {
    let database = try opened()
    #expect(throws: Failure.self) {
      try database.write {
        try $0.execute(Self.insert, [1, "lost"])
        throw Failure()
      }
    }
    try database.write { try $0.execute(Self.insert, [2, "kept"]) }
    #expect(try database.read(ids) == [2])
  }

  @Test("a step that was committed stays when the next one fails")
  func steps() throws {
    let database = try opened()
    #expect(throws: Failure.self) {
      try database.write {
        try $0.execute(Self.insert, [1, "kept"])
        try $0.commitStep()
        try $0.execute(Self.insert, [2, "lost"])
        throw Failure()
      }
    }
    #expect(try database.read(ids) == [1])
  }

  @Test("a savepoint undoes its own part, by false and by an error")
  func savepoint() throws {
    let database = try opened()
    try database.write { database in
      try database.execute(Self.insert, [1, nil as Int?])
      try database.inSavepoint {
        try database.execute(Self.insert, [2, nil as Int?])
        return false
      }
      #expect(throws: Failure.self) {
        try database.inSavepoint {
          try database.execute(Self.insert, [3, nil as Int?])
          throw Failure()
        }
      }
      try database.inSavepoint {
        try database.execute(Self.insert, [4, nil as Int?])
        return true
      }
    }
    #expect(try database.read(ids) == [1, 4])
  }

  @Test("a full disk is said by the first error, and the next write goes on")
  func full() throws {
    let database = try opened()
    let error = #expect(throws: DatabaseError.self) {
      try database.write { database in
        try database.run("PRAGMA max_page_count = 10")
        try database.execute(Self.insert, [1, "kept"])
        try database.commitStep()
        try database.inSavepoint {
          for id in 2...1000 {
            try database.execute(Self.insert, [id, [UInt8](repeating: 7, count: 999)])
          }
          return true
        }
      }
    }
    #expect(error?.message == "database or disk is full")
    #expect(error.map(ErrorClassification.isTransient) == true)
    try database.write { try $0.execute(Self.insert, [2, "next"]) }
    #expect(try database.read(ids) == [1, 2])
  }

  // MARK: - Statements

  @Test("a statement that has failed is as good as before")
  func reuse() throws {
    let database = try opened()
    try database.write { database in
      try database.execute(Self.insert, [1, "one"])
      let error = #expect(throws: DatabaseError.self) {
        try database.execute(Self.insert, [1, "again"])
      }
      // SQLITE_CONSTRAINT_PRIMARYKEY
      #expect(error?.code == 1555)
      #expect(error.map(ErrorClassification.isTransient) == false)
      try database.execute(Self.insert, [2, "two"])
      #expect(throws: Failure.self) {
        try database.eachRow("SELECT id FROM thing ORDER BY id") { _ in throw Failure() }
      }
      #expect(try ids(database) == [1, 2])
    }
  }

  @Test("a statement can be used within itself")
  func nested() throws {
    let database = try opened()
    try database.write { database in
      for id in 1...3 { try database.execute(Self.insert, [id, id]) }
      var seen = [try ids(database)]
      try database.eachRow("SELECT id FROM thing ORDER BY id") { row in
        guard seen.count < 4 else { throw Failure() }
        seen.append([row["id"] ?? -1] + (try ids(database)))
      }
      #expect(seen == [[1, 2, 3], [1, 1, 2, 3], [2, 1, 2, 3], [3, 1, 2, 3]])
    }
  }

  @Test("a missing value is an error, and no null", arguments: [[1], [1, 2, 3]])
  func counts(values: [Int]) throws {
    let database = try opened()
    #expect(throws: DatabaseError.self) {
      try database.write { try $0.execute(Self.insert, values) }
    }
    #expect(try database.read(ids) == [])
  }

  // MARK: - Values

  @Test("each type is stored as earlier versions stored it, and read as it was")
  func types() throws {
    let database = try opened()
    func check<Value: ColumnValue & Equatable>(_ value: Value?, _ type: String) throws {
      try database.write { database in
        try database.execute("INSERT OR REPLACE INTO thing (id, value) VALUES (1, ?)", [value])
        let stored = try database.first("SELECT value, typeof(value) AS type FROM thing", []) {
          (value: $0["value"] as Value?, type: $0.text("type"))
        }
        #expect(stored?.value == value)
        #expect(stored?.type == type)
      }
    }
    for number in [Int64.min, -1, 0, .max] { try check(number, "integer") }
    try check(Int.min, "integer")
    try check(Int32.max, "integer")
    try check(true, "integer")
    try check(false, "integer")
    for text in ["", "a", "a\0b", "\0", "e\u{301}", String(repeating: "ü", count: 99_999)] {
      try check(text, "text")
    }
    for bytes in [[], [0], [0xFF, 0, 0x41], [UInt8](repeating: 9, count: 99_999)] {
      try check(bytes, "blob")
    }
    try check(nil as String?, "null")
    try check(nil as [UInt8]?, "null")
  }

  @Test("what a column does not hold is nil, and text that is not UTF-8 is repaired")
  func others() throws {
    let database = try opened()
    try database.write { database in
      try database.run(
        """
        INSERT INTO thing VALUES
          (1, 4294967296), (2, 'text'), (3, NULL), (4, CAST(X'41FF' AS TEXT)), (5, X'42FE'), (6, 1.5)
        """)
      func value<Value: ColumnValue>(_ id: Int) throws -> Value? {
        try database.first("SELECT value FROM thing WHERE id = ?", [id]) { $0["value"] }
      }
      #expect(try value(1) as Int32? == nil)
      #expect(try value(1) as Bool? == true)
      #expect(try value(1) as String? == nil)
      #expect(try value(2) as Int64? == nil)
      #expect(try value(2) as [UInt8]? == Array("text".utf8))
      #expect(try value(3) as Bool? == nil)
      #expect(try value(3) as String? == nil)
      #expect(try value(4) as String? == "A\u{FFFD}")
      #expect(try value(4) as [UInt8]? == [0x41, 0xFF])
      #expect(try value(5) as String? == "B\u{FFFD}")
      #expect(try value(6) as Int? == nil)
      #expect(try value(7) as Int? == nil)
    }
  }

  // MARK: - Files

  @Test("a database that another process writes is busy, and not for ever")
  func busy() throws {
    let (one, other) = (try opened(), try opened(patience: 100))
    try one.write { _ in
      let start = ContinuousClock.now
      let error = #expect(throws: DatabaseError.self) {
        try other.write { try $0.execute(Self.insert, [1, 1]) }
      }
      #expect(ContinuousClock.now - start >= .milliseconds(100))
      #expect(error?.code == 5)
      #expect(error.map(ErrorClassification.isTransient) == true)
      let seen = try other.read(ids)
      #expect(seen == [])
    }
    try other.write { try $0.execute(Self.insert, [1, 1]) }
    #expect(try one.read(ids) == [1])
  }

  @Test("a read sees one state, whatever is written meanwhile")
  func snapshot() throws {
    let (one, other) = (try opened(), try opened())
    try one.read { database in
      #expect(try ids(database) == [])
      try other.write { try $0.execute(Self.insert, [1, 1]) }
      #expect(try ids(database) == [])
    }
    #expect(try one.read(ids) == [1])
  }

  @Test("a file that may not be written says so, and may be writable later")
  func readOnly() throws {
    try folder.write("", to: "a.sqlite")
    chmod(path, 0o444)
    let refusal = withoutPrivileges {
      #expect(throws: DatabaseError.self) { try Database(at: path, patience: 0) }
    }
    guard let refusal else { return }
    #expect(refusal?.message == "attempt to write a readonly database")
    #expect(refusal.map(ErrorClassification.isTransient) == true)
  }

  @Test("a file that is no database is not written to, and stays one")
  func noDatabase() throws {
    let text = String(repeating: "This is no database. ", count: 99)
    try folder.write(text, to: "a.sqlite")
    let error = #expect(throws: DatabaseError.self) { try DatabaseQueue(at: path) }
    #expect(error?.code == 26)
    #expect(error.map { "\($0)" } == "SQLite error 26: file is not a database")
    #expect(error.map(ErrorClassification.reason) == "the database: file is not a database")
    #expect(error.map(ErrorClassification.isTransient) == false)
    #expect(try folder.readText("a.sqlite") == text)
  }

  @Test("what cannot be opened may be opened later")
  func missingFolder() throws {
    let error = #expect(throws: DatabaseError.self) {
      try Database(at: folder.path("missing/a.sqlite"), patience: 0)
    }
    #expect(error.map { $0.code & 0xFF } == 14)
    #expect(error?.message == "unable to open database file")
    #expect(error.map(ErrorClassification.isTransient) == true)
  }

  @Test("the machine's errors are told from the others, however SQLite details them")
  func classification() {
    for code: Int32 in [5, 7, 8, 10, 13, 14] {
      #expect(ErrorClassification.isTransient(DatabaseError(code, "")))
      #expect(ErrorClassification.isTransient(DatabaseError(code | 3 << 8, "")))
      #expect(!ErrorClassification.concernsOneOperation(DatabaseError(code, "")))
    }
    for code: Int32 in [1, 4, 11, 19, 21, 26] {
      #expect(!ErrorClassification.isTransient(DatabaseError(code, "")))
      #expect(!ErrorClassification.isTransient(DatabaseError(code | 5 << 8, "")))
    }
  }

  @Test("commits are on disk, and only the owner reads the files")
  func settings() throws {
    let database = try opened()
    let settings = try database.write { database in
      try ["journal_mode", "synchronous", "trusted_schema"].map { name in
        try database.first("SELECT CAST(\(name) AS TEXT) AS value FROM pragma_\(name)", []) {
          $0.text("value")
        }
      }
    }
    #expect(settings == ["wal", "2", "0"])
    for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test("a closed database leaves one file")
  func closing() throws {
    do { _ = try opened().read(ids) }
    #expect(folder.contents() == ["a.sqlite"])
  }

  @Test("the tables of an earlier version get the columns that they lack")
  func columns() throws {
    let names = ["changed", "changed_nanoseconds", "file_id"]
    do {
      let state = try AccountState(in: folder.path)
      try state.database.write { database in
        for table in ["note", "intent"] {
          for name in names { try database.run("ALTER TABLE \(table) DROP COLUMN \(name)") }
        }
      }
    }
    for _ in 1...2 {
      let state = try AccountState(in: folder.path)
      try state.database.read { database in
        for table in ["note", "intent"] {
          try database.eachRow("SELECT \(names.joined(separator: ", ")) FROM \(table)") { _ in }
        }
      }
    }
  }
}
