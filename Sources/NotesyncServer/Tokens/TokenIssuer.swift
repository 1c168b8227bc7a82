internal import Cryptography
internal import Foundation
internal import Notesync
package import SystemCalls
internal import VaultFormat
internal import WebServer

/// Makes and checks the tokens of a server: HS256, access tokens last three hours, refresh tokens thirty days.
struct TokenIssuer: Sendable {
  static let accessLifetime: Int64 = 3 * 3600
  static let refreshLifetime: Int64 = 30 * 86_400

  private let key: SecretKey
  private let now: @Sendable () -> Int64

  init(_ serverKeys: ServerKeys, now: @escaping @Sendable () -> Int64) {
    key = serverKeys.tokenKey
    self.now = now
  }

  /// Why a token is invalid.
  enum Problem: Error, Hashable {
    case expired
    case invalid
  }

  /// - Parameter session: of the sign-in.
  func token(
    _ kind: TokenClaims.Kind, for account: Account, session: String
  ) throws -> String {
    let now = now()
    let lifetime = kind == .access ? Self.accessLifetime : Self.refreshLifetime
    let claims = TokenClaims(
      sub: account.id, type: kind, iat: now, nbf: now, exp: now + lifetime,
      jti: RandomText.make(), fresh: false, csrf: RandomText.make(), isAdmin: "user", sid: session,
      pwd: account.password.stamp)
    return try SignedToken.make(claims, key: key)
  }

  /// The claims of a token that has our signature, one of the kinds, and has not expired.
  func claims(
    of token: String, _ kinds: Set<TokenClaims.Kind>
  ) throws(Problem) -> TokenClaims {
    // Our tokens have a few hundred bytes.
    guard token.utf8.count <= 4096,
      let claims = SignedToken.claims(TokenClaims.self, of: token, key: key)
    else { throw .invalid }
    let now = now()
    guard kinds.contains(claims.type), claims.nbf <= now else { throw .invalid }
    guard now < claims.exp else { throw .expired }
    return claims
  }
}

/// The claims of a token: those of the original backend, and the sign-in that issued it.
///
/// Checked by `TokenIssuer`, with the server's clock.
struct TokenClaims: Codable, Hashable {
  enum Kind: String, Codable, Sendable { case access, refresh }

  /// The account's id.
  var sub: String
  var type: Kind
  /// Seconds since 1970.
  var iat: Int64
  var nbf: Int64
  var exp: Int64
  var jti: String
  var fresh: Bool
  var csrf: String
  var isAdmin: String
  /// The id of the sign-in, which all its tokens have; signing out ends them all.
  var sid: String
  /// The stamp of the account's password: changing the password ends the sign-ins made with it.
  var pwd: String

  private enum CodingKeys: String, CodingKey {
    case sub, type, iat, nbf, exp, jti, fresh, csrf
    case isAdmin = "is_admin"
    case sid, pwd
  }
}

/// JSON Web Tokens (RFC 7519) in their compact form, signed by HMAC-SHA256 and by nothing else.
enum SignedToken {
  private static let header = Base64.urlEncoded(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

  static func make(_ claims: some Encodable, key: SecretKey) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let content = "\(header).\(Base64.urlEncoded(try encoder.encode(claims)))"
    return "\(content).\(Base64.urlEncoded(key.code(of: content.utf8)))"
  }

  /// The claims of a token that has the key's signature and says so; nil for any other.
  static func claims<Claims: Decodable>(
    _ type: Claims.Type, of token: String, key: SecretKey
  ) -> Claims? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    // The signature comes first, so that nothing is parsed that a stranger has written.
    guard parts.count == 3, let signature = Base64.strictlyURLDecoded(parts[2]),
      constantTimeEqual(signature, key.code(of: "\(parts[0]).\(parts[1])".utf8)),
      let header = Base64.strictlyURLDecoded(parts[0]),
      let claims = Base64.strictlyURLDecoded(parts[1]),
      SmallJSON(header)?.string("alg") == "HS256"
    else { return nil }
    return try? JSONDecoder().decode(Claims.self, from: Data(claims))
  }
}

/// The two secrets of a server, made at its first start and kept in its state folder.
package struct ServerKeys: Sendable {
  /// The value that each request on `/api` must have as `X-API-Key`.
  package let apiKey: String
  /// Signs tokens.
  let tokenKey: SecretKey
  /// Ties a sign-in form to the browser that asked for it.
  let formKey: SecretKey

  /// Reads the keys, or makes missing ones.
  ///
  /// - Parameter folder: exists.
  /// - Throws: a `SystemError`; an unreadable key is never replaced.
  package init(in folder: String) throws(SystemError) {
    apiKey = try Self.key("api-key", in: folder)
    let secret = SecretKey(Array(try Self.key("token-key", in: folder).utf8))
    tokenKey = secret.derived(for: "tl-notesync tokens")
    formKey = secret.derived(for: "tl-notesync forms")
  }

  private static func key(
    _ name: String, in folder: String
  ) throws(SystemError) -> String {
    let file = PrivateFile("\(folder)/\(name)")
    let bytes = try file.readOrCreate { Array((RandomText.make() + "\n").utf8) }
    let text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // An empty key, as from an interrupted copy, would admit every client.
    guard text.utf8.count >= 16 else { throw SystemError(EINVAL, .read, path: file.path) }
    return text
  }
}

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
      let given = Base64.urlEncoded(SHA256.hash((verifier ?? "").utf8))
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
