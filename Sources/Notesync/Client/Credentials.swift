/// What signing in gave.
package struct Credentials: Hashable, Sendable {
  package var accessToken: String
  package var refreshToken: String?
  /// As the server calls the person, for messages.
  package var userName: String?

  package init(accessToken: String, refreshToken: String? = nil, userName: String? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.userName = userName
  }

  /// The account's id on the server, where the token says it.
  package var userID: String? { TokenClaims(of: accessToken)?.subject }
}
