internal import Foundation
internal import GRDB
internal import Notesync

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
