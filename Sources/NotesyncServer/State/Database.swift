internal import Foundation
internal import GRDB
internal import Notesync
internal import SystemCalls

extension Row {
  /// A text; empty where there is none.
  ///
  /// It is kept as bytes: SQLite's own texts would end at a NUL.
  func text(_ column: String) -> String {
    String(decoding: (self[column] as Data?) ?? Data(), as: UTF8.self)
  }
}

/// Opens a database whose transactions are on the disk once they are committed.
///
/// - Parameter path: in a private folder.
func openDatabase(at path: String) throws -> DatabaseQueue {
  // SQLite gives the files beside it the permissions of this one.
  try PrivateFile(path).makeIfMissing()
  var configuration = Configuration()
  configuration.busyMode = .timeout(10)
  configuration.prepareDatabase { database in
    try database.execute(sql: "PRAGMA journal_mode = WAL")
    try database.execute(sql: "PRAGMA synchronous = FULL")
    try database.execute(sql: "PRAGMA trusted_schema = OFF")
  }
  return try DatabaseQueue(path: path, configuration: configuration)
}

extension DatabaseQueue {
  /// As `write`, for work that commits its steps one by one: after an error the database is as after the last of
  /// them.
  func writeInSteps<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writeWithoutTransaction { database in
      try database.beginTransaction(.immediate)
      do {
        let result = try body(database)
        try database.commit()
        return result
      } catch {
        // A full disk may have ended the transaction already.
        if database.isInsideTransaction { try? database.rollback() }
        throw error
      }
    }
  }
}

extension Database {
  /// Ends a step: all until now is on the disk.
  func commitStep() throws {
    try commit()
    try beginTransaction(.immediate)
  }
}
