/// The result of signing in.
package struct Credentials: Hashable, Sendable {
  package var accessToken: String
  package var refreshToken: String?
  /// The server's name for the user, for messages.
  package var userName: String?

  package init(accessToken: String, refreshToken: String? = nil, userName: String? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.userName = userName
  }

  /// The account's id on the server, if the token has it.
  package var userID: String? { TokenClaims(of: accessToken)?.subject }
}
