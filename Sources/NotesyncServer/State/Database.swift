internal import Foundation
internal import GRDB
internal import Notesync
internal import SystemCalls

extension Row {
  /// A text; empty if null.
  ///
  /// Stored as bytes, since SQLite's text ends at a NUL.
  func text(_ column: String) -> String {
    String(decoding: (self[column] as Data?) ?? Data(), as: UTF8.self)
  }
}

/// Opens a database whose committed transactions are on disk.
///
/// - Parameter path: in a private folder.
func openDatabase(at path: String) throws -> DatabaseQueue {
  // SQLite gives its other files the permissions of this one.
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
  /// Like `write`, for work that commits in steps: an error undoes only the steps since the last commit.
  func writeInSteps<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writeWithoutTransaction { database in
      try database.beginTransaction(.immediate)
      do {
        let result = try body(database)
        try database.commit()
        return result
      } catch {
        // A full disk may already have rolled the transaction back.
        if database.isInsideTransaction { try? database.rollback() }
        throw error
      }
    }
  }
}

extension Database {
  /// Commits a step to disk.
  func commitStep() throws {
    try commit()
    try beginTransaction(.immediate)
  }
}
