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
