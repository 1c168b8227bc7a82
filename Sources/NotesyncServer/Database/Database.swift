internal import CSQLite
internal import Dispatch
internal import SystemCalls

/// A connection to a database whose committed transactions are on disk; for one thread at a time.
final class Database {
  private let connection: OpaquePointer
  /// Prepared statements that are not in use, by their SQL.
  private var statements: [String: Statement] = [:]

  /// Opens a database, or makes it.
  ///
  /// - Parameter patience: how long to wait for other processes, in milliseconds.
  init(at path: String, patience: Int32) throws {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    guard code == SQLITE_OK, let connection else {
      defer { sqlite3_close_v2(connection) }
      throw DatabaseError(code, connection)
    }
    self.connection = connection
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, patience)
    // The first one reads the file, and fails if it is no database.
    try run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF;
      """)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(connection)
  }
}

// MARK: - Statements

extension Database {
  /// Runs statements without values, one after the other.
  func run(_ script: String) throws {
    let code = sqlite3_exec(connection, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
  }

  /// Runs one statement, which is prepared the first time.
  ///
  /// - Parameter values: one for each `?`.
  func execute(_ sql: String, _ values: [any BindableValue] = []) throws {
    try using(sql, values) { while try $0.step() {} }
  }

  /// What `body` makes of the first row; nil if there is none.
  func first<Value>(
    _ sql: String, _ values: [any BindableValue], _ body: (Row) throws -> Value?
  ) throws -> Value? {
    try using(sql, values) { try $0.step() ? body(Row(statement: $0)) : nil }
  }

  /// Whether there is a row.
  func hasRow(_ sql: String, _ values: [any BindableValue]) throws -> Bool {
    try using(sql, values) { try $0.step() }
  }

  /// Calls `body` with each row.
  func eachRow(
    _ sql: String, _ values: [any BindableValue] = [], _ body: (Row) throws -> Void
  ) throws {
    try using(sql, values) { while try $0.step() { try body(Row(statement: $0)) } }
  }

  private func using<Result>(
    _ sql: String, _ values: [any BindableValue], _ body: (Statement) throws -> Result
  ) throws -> Result {
    // While it is in use it is not among the others, so that the same SQL within it gets a statement of its own.
    let statement = try statements.removeValue(forKey: sql) ?? Statement(sql, connection)
    defer {
      statement.reset()
      statements[sql] = statement
    }
    try statement.bind(values)
    return try body(statement)
  }
}

// MARK: - Transactions

extension Database {
  /// Commits what `body` does, or undoes it if it throws.
  ///
  /// - Parameter kind: `DEFERRED`, or `IMMEDIATE` for writing.
  func transaction<Result>(_ kind: String, _ body: () throws -> Result) throws -> Result {
    try run("BEGIN \(kind)")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Fails if a full disk has rolled it back already.
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Commits a step of a transaction to disk.
  func commitStep() throws {
    try run("COMMIT")
    try run("BEGIN IMMEDIATE")
  }

  /// Undoes what `body` does within a transaction if it returns false or throws.
  func inSavepoint(_ body: () throws -> Bool) throws {
    try run("SAVEPOINT step")
    let undoing = "ROLLBACK TO step; RELEASE step"
    do {
      try run(body() ? "RELEASE step" : undoing)
    } catch {
      // Fails if a full disk has rolled the whole transaction back already.
      try? run(undoing)
      throw error
    }
  }
}

/// A database that several threads use, one after the other.
///
/// A use within another one traps; it does not wait for itself.
final class DatabaseQueue: Sendable {
  private let queue = DispatchQueue(label: "database")
  /// Used on `queue` only.
  nonisolated(unsafe) private let database: Database

  /// Opens a database, or makes it.
  ///
  /// - Parameters:
  ///   - path: in a private folder.
  ///   - patience: how long to wait for other processes, in milliseconds.
  init(at path: String, patience: Int32 = 10_000) throws {
    // SQLite gives its other files the permissions of this one.
    try PrivateFile(path).makeIfMissing()
    database = try Database(at: path, patience: patience)
  }

  /// Sees one state of the database, whatever other processes write.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.sync { try database.transaction("DEFERRED") { try body(database) } }
  }

  /// Writes all or nothing: an error undoes everything, or the steps since the last `commitStep`.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.sync { try database.transaction("IMMEDIATE") { try body(database) } }
  }
}
