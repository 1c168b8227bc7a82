internal import CSQLite

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
