internal import CSQLite

/// A prepared statement of SQL, and where it is in its rows.
final class Statement {
  let handle: OpaquePointer
  private let connection: OpaquePointer
  /// The places of the columns in a row, by their names.
  let columns: [String: Int32]

  init(_ sql: String, _ connection: OpaquePointer) throws {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
    guard let handle else { throw DatabaseError(SQLITE_MISUSE, "no statement") }
    self.handle = handle
    self.connection = connection
    var columns: [String: Int32] = [:]
    for column in 0..<sqlite3_column_count(handle) {
      guard let name = sqlite3_column_name(handle, column) else { continue }
      columns[String(cString: name)] = column
    }
    self.columns = columns
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [any BindableValue]) throws {
    guard values.count == sqlite3_bind_parameter_count(handle) else {
      throw DatabaseError(SQLITE_MISUSE, "\(values.count) values for another number of parameters")
    }
    for (place, value) in zip(Int32(1)..., values) {
      let code = value.bind(to: handle, at: place)
      guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
    }
  }

  /// Goes to the next row; false if there is none.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw DatabaseError(code, connection) }
    return code == SQLITE_ROW
  }

  /// Makes the statement ready for its next use, and frees the values of this one.
  func reset() {
    // Returns the error that the last step has thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// A row of a statement, until the statement goes to the next one.
struct Row {
  let statement: Statement

  /// Nil if the column is null or holds something else.
  subscript<Value: ColumnValue>(_ column: String) -> Value? {
    guard let place = statement.columns[column] else {
      assertionFailure("no column \(column)")
      return nil
    }
    return Value(statement.handle, place)
  }

  /// A text, also one that is stored as bytes; empty if null.
  func text(_ column: String) -> String { self[column] ?? "" }
}

/// What a parameter of a statement can be.
protocol BindableValue {
  /// - Parameter place: counts from 1.
  /// - Returns: SQLite's code.
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32
}

/// What can be read from a column: a number, a text, or bytes.
protocol ColumnValue: BindableValue {
  /// Nil if the column is null or holds something else.
  ///
  /// - Parameter column: counts from 0.
  init?(_ statement: OpaquePointer, _ column: Int32)
}

extension Optional: BindableValue where Wrapped: BindableValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    self?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
  }
}

// MARK: - Numbers

extension ColumnValue where Self: FixedWidthInteger & SignedInteger {
  init?(_ statement: OpaquePointer, _ column: Int32) {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    self.init(exactly: sqlite3_column_int64(statement, column))
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_int64(statement, place, Int64(self))
  }
}

extension Int: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}

extension Bool: ColumnValue {
  init?(_ statement: OpaquePointer, _ column: Int32) {
    guard let number = Int64(statement, column) else { return nil }
    self = number != 0
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_int64(statement, place, self ? 1 : 0)
  }
}

// MARK: - Texts and bytes

extension String: ColumnValue {
  /// What is not UTF-8 becomes U+FFFD.
  init?(_ statement: OpaquePointer, _ column: Int32) {
    guard let text = content(statement, column, { String(decoding: $0, as: UTF8.self) }) else {
      return nil
    }
    self = text
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    // With its length, since a text may have a NUL.
    sqlite3_bind_text64(
      statement, place, self, UInt64(utf8.count), copied, UInt8(SQLITE_UTF8))
  }
}

extension Array: BindableValue, ColumnValue where Element == UInt8 {
  init?(_ statement: OpaquePointer, _ column: Int32) {
    guard let bytes = content(statement, column, { Array($0) }) else { return nil }
    self = bytes
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    // No bytes may have no address, of which SQLite would make null.
    isEmpty
      ? sqlite3_bind_zeroblob(statement, place, 0)
      : sqlite3_bind_blob64(statement, place, self, UInt64(count), copied)
  }
}

/// Has SQLite copy what it is given; its macro for that is no constant that Swift can see.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// What `body` makes of a text's UTF-8 or of bytes.
private func content<Result>(
  _ statement: OpaquePointer, _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result? {
  let type = sqlite3_column_type(statement, column)
  guard type == SQLITE_TEXT || type == SQLITE_BLOB else { return nil }
  // The length is known only after the pointer, which is null for no bytes.
  let start = sqlite3_column_blob(statement, column)
  let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
  return body(UnsafeRawBufferPointer(start: start, count: count))
}

/// Why SQLite could not do something.
struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// SQLite's code, whose lowest byte is the kind of error.
  let code: Int32
  /// In SQLite's words, such as `database or disk is full`; without values.
  let message: String

  var description: String { "SQLite error \(code & 0xFF): \(message)" }

  /// The error of the call that has just failed on a connection; nil if there is not even memory for one.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.init(code, sqlite3_errmsg(connection).map { String(cString: $0) } ?? "")
  }

  init(_ code: Int32, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Whether the machine lacks something or another process is at work, so that the same may succeed later.
  var isOfMachine: Bool {
    [
      SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_BUSY, SQLITE_NOMEM,
    ].contains(code & 0xFF)
  }
}
