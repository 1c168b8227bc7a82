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
