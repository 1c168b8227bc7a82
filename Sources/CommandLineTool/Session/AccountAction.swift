/// What is done with the accounts of a server.
package enum AccountAction: Sendable {
  /// Adds an account, or changes its password.
  case put(String)
  case add(String)
  case list(json: Bool)
  case remove(String)
  case setPassword(String)
}
