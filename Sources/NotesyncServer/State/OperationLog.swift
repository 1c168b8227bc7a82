internal import Cryptography
internal import Notesync

/// The ids of answered operations, which are never carried out again.
enum OperationLog {
  static func contains(_ id: String, _ database: Database) throws -> Bool {
    try database.hasRow("SELECT 1 FROM operation WHERE hash = ?", [hash(id)])
  }

  static func add(_ id: String, _ outcome: WireResult.Outcome, database: Database) throws {
    try database.execute(
      "INSERT INTO operation (hash, result) VALUES (?, ?)", [hash(id), outcome.word])
  }

  /// Ids may have any length and content.
  private static func hash(_ id: String) -> [UInt8] { SHA256.hash(id.utf8) }
}
