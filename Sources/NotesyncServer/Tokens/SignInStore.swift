internal import Cryptography
internal import Notesync
internal import WebServer

/// The sign-in state of all accounts: codes not yet exchanged, and ended sign-ins.
final class SignInStore: Sendable {
  /// How long a code can be exchanged, in seconds.
  static let codeLifetime: Int64 = 300

  private let database: DatabaseQueue
  private let now: @Sendable () -> Int64

  /// - Parameter folder: exists and is private.
  init(in folder: String, now: @escaping @Sendable () -> Int64) throws {
    self.now = now
    database = try DatabaseQueue(at: "\(folder)/sign-ins.sqlite")
    try database.write { database in
      try database.run(
        """
        CREATE TABLE IF NOT EXISTS code (
          hash BLOB PRIMARY KEY, account TEXT NOT NULL, password TEXT NOT NULL,
          expires INTEGER NOT NULL, challenge TEXT
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS ended (
          session TEXT PRIMARY KEY, expires INTEGER NOT NULL
        ) WITHOUT ROWID;
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
      try database.execute("DELETE FROM code WHERE expires <= ?", [now])
      try database.execute(
        "INSERT INTO code (hash, account, password, expires, challenge) VALUES (?,?,?,?,?)",
        [
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
    let found = try database.write { database in
      try database.first(
        "DELETE FROM code WHERE hash = ? RETURNING account, password, expires, challenge",
        [Self.hash(code)]
      ) { row -> (account: String, password: String, challenge: String?)? in
        guard let expires: Int64 = row["expires"], now() < expires else { return nil }
        return (row.text("account"), row.text("password"), row["challenge"])
      }
    }
    guard let found else { return nil }
    if let challenge = found.challenge {
      let given = Base64Encoder.urlSafe(SHA256.hash((verifier ?? "").utf8))
      guard constantTimeEqual(given.utf8, challenge.utf8) else { return nil }
    }
    return (found.account, found.password)
  }

  /// Ends a sign-in, which invalidates its tokens.
  func end(_ session: String) throws {
    let now = now()
    try database.write { database in
      try database.execute("DELETE FROM ended WHERE expires <= ?", [now])
      try database.execute(
        "INSERT OR REPLACE INTO ended (session, expires) VALUES (?, ?)",
        [session, now + TokenIssuer.refreshLifetime])
    }
  }

  func hasEnded(_ session: String) throws -> Bool {
    try database.read { database in
      try database.hasRow("SELECT 1 FROM ended WHERE session = ?", [session])
    }
  }

  private static func hash(_ code: String) -> [UInt8] { SHA256.hash(code.utf8) }
}
