internal import Cryptography
internal import Foundation
internal import GRDB
internal import Notesync

/// The ids of answered operations, which are never carried out again.
enum OperationLog {
  static func contains(_ id: String, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM operation WHERE hash = ?")
    return try Bool.fetchOne(statement, arguments: [hash(id)]) ?? false
  }

  static func add(_ id: String, _ outcome: WireResult.Outcome, database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT INTO operation (hash, result) VALUES (?, ?)")
    try statement.execute(arguments: [hash(id), outcome.word])
  }

  /// Ids may have any length and content.
  private static func hash(_ id: String) -> Data { Data(SHA256.hash(id.utf8)) }
}
