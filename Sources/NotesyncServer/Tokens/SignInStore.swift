internal import Crypto
internal import Foundation
internal import GRDB
internal import Notesync
internal import WebServer

/// The sign-in state of all accounts: codes not yet exchanged, ended sign-ins, and the networks that each account
/// signed in from.
final class SignInStore: Sendable {
  /// How long a code can be exchanged, in seconds.
  static let codeLifetime: Int64 = 300
  /// The number of most recent networks remembered for each account.
  static let familiarLimit = 32

  private let database: DatabaseQueue
  private let now: @Sendable () -> Int64

  /// - Parameter folder: exists and is private.
  init(in folder: String, now: @escaping @Sendable () -> Int64) throws {
    self.now = now
    database = try openDatabase(at: "\(folder)/sign-ins.sqlite")
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS code (
            hash BLOB PRIMARY KEY, account TEXT NOT NULL, password TEXT NOT NULL,
            expires INTEGER NOT NULL, challenge TEXT
          ) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS ended (
            session TEXT PRIMARY KEY, expires INTEGER NOT NULL
          ) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS familiar (
            number INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, network TEXT NOT NULL,
            UNIQUE (account, network)
          );
          """)
    }
  }

  /// Makes a code for an account; only its hash is stored.
  ///
  /// - Parameter challenge: of S256 (RFC 7636); exchanging the code then needs its verifier.
  func makeCode(for account: Account, challenge: String?) throws -> String {
    let code = RandomText.make()
    let now = now()
    try database.write { database in
      try database.execute(sql: "DELETE FROM code WHERE expires <= ?", arguments: [now])
      try database.execute(
        sql: "INSERT INTO code (hash, account, password, expires, challenge) VALUES (?,?,?,?,?)",
        arguments: [
          Self.hash(code), account.id, account.password.stamp, now + Self.codeLifetime, challenge,
        ])
    }
    return code
  }

  /// Uses up a code: of concurrent exchanges, one succeeds.
  ///
  /// - Returns: the account's id and the stamp of its password at that time; nil if the code is unknown, used or
  ///   expired, or the verifier is wrong.
  func exchange(
    _ code: String, verifier: String?
  ) throws -> (account: String, password: String)? {
    let row = try database.write { database in
      try Row.fetchOne(
        database,
        sql: "DELETE FROM code WHERE hash = ? RETURNING account, password, expires, challenge",
        arguments: [Self.hash(code)])
    }
    guard let row, let account: String = row["account"], let password: String = row["password"],
      let expires: Int64 = row["expires"], now() < expires
    else { return nil }
    if let challenge: String = row["challenge"] {
      let given = Base64Encoder.urlSafe(SHA256.hash(data: Data((verifier ?? "").utf8)))
      guard constantTimeEqual(given.utf8, challenge.utf8) else { return nil }
    }
    return (account, password)
  }

  /// Ends a sign-in, which invalidates its tokens.
  func end(_ session: String) throws {
    let now = now()
    try database.write { database in
      try database.execute(sql: "DELETE FROM ended WHERE expires <= ?", arguments: [now])
      try database.execute(
        sql: "INSERT OR REPLACE INTO ended (session, expires) VALUES (?, ?)",
        arguments: [session, now + TokenIssuer.refreshLifetime])
    }
  }

  func hasEnded(_ session: String) throws -> Bool {
    try database.read { database in
      try Bool.fetchOne(
        database, sql: "SELECT 1 FROM ended WHERE session = ?", arguments: [session]) ?? false
    }
  }

  /// Remembers that an account signed in from a network.
  ///
  /// - Parameters:
  ///   - account: its id.
  ///   - network: as `rateLimitPrefix` says it.
  func setFamiliar(_ network: String, to account: String) throws {
    try database.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO familiar (account, network) VALUES (?, ?)",
        arguments: [account, network])
      try database.execute(
        sql: """
          DELETE FROM familiar WHERE account = ?1 AND number NOT IN (
            SELECT number FROM familiar WHERE account = ?1 ORDER BY number DESC LIMIT ?2
          )
          """, arguments: [account, Self.familiarLimit])
    }
  }

  func isFamiliar(_ network: String, to account: String) throws -> Bool {
    try database.read { database in
      try Bool.fetchOne(
        database, sql: "SELECT 1 FROM familiar WHERE account = ? AND network = ?",
        arguments: [account, network]) ?? false
    }
  }

  private static func hash(_ code: String) -> Data { Data(SHA256.hash(data: Data(code.utf8))) }
}
