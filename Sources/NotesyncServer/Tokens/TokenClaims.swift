internal import JWTKit

/// What a token says: the claims of the original backend, and the sign-in that it stems from.
struct TokenClaims: JWTPayload, Hashable {
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
  /// All tokens of one sign-in bear the same; signing out ends them all.
  var sid: String
  /// The stamp of the account's password: another password ends the sign-ins that were made with this one.
  var pwd: String

  private enum CodingKeys: String, CodingKey {
    case sub, type, iat, nbf, exp, jti, fresh, csrf
    case isAdmin = "is_admin"
    case sid, pwd
  }

  /// The signature alone; times are compared with the server's own clock by `TokenIssuer`.
  func verify(using algorithm: some JWTAlgorithm) {}
}
