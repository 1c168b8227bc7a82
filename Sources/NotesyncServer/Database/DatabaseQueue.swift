internal import Dispatch
internal import SystemCalls

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
