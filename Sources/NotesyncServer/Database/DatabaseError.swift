internal import CSQLite

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
