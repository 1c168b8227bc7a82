internal import Foundation
internal import JWTKit
internal import WebServer

/// Makes and checks the tokens of a server: HS256, access tokens last three hours, refresh tokens thirty days.
struct TokenIssuer: Sendable {
  static let accessLifetime: Int64 = 3 * 3600
  static let refreshLifetime: Int64 = 30 * 86_400

  private let keys: JWTKeyCollection
  private let now: @Sendable () -> Int64

  init(_ serverKeys: ServerKeys, now: @escaping @Sendable () -> Int64) async {
    keys = JWTKeyCollection()
    await keys.add(hmac: HMACKey(key: serverKeys.tokenKey), digestAlgorithm: .sha256)
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
  ) async throws -> String {
    let now = now()
    let lifetime = kind == .access ? Self.accessLifetime : Self.refreshLifetime
    let claims = TokenClaims(
      sub: account.id, type: kind, iat: now, nbf: now, exp: now + lifetime,
      jti: RandomText.make(), fresh: false, csrf: RandomText.make(), isAdmin: "user", sid: session,
      pwd: account.password.stamp)
    return try await keys.sign(claims)
  }

  /// The algorithm in the token's header; checking the key alone would accept any.
  private static func algorithm(of token: String) -> String? {
    let header = token.prefix { $0 != "." }.map { character -> Character in
      character == "-" ? "+" : character == "_" ? "/" : character
    }
    let padding = String(repeating: "=", count: (4 - header.count % 4) % 4)
    guard let bytes = Data(base64Encoded: String(header) + padding) else { return nil }
    return SmallJSON(Array(bytes))?.string("alg")
  }

  /// The claims of a token that has our signature, one of the kinds, and has not expired.
  func claims(
    of token: String, _ kinds: Set<TokenClaims.Kind>
  ) async throws(Problem) -> TokenClaims {
    // Our tokens have a few hundred bytes.
    guard token.utf8.count <= 4096, Self.algorithm(of: token) == "HS256",
      let claims = try? await keys.verify(token, as: TokenClaims.self)
    else { throw .invalid }
    let now = now()
    guard kinds.contains(claims.type), claims.nbf <= now else { throw .invalid }
    guard now < claims.exp else { throw .expired }
    return claims
  }
}
