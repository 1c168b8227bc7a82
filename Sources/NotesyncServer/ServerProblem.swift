/// Why a server cannot serve an account.
package enum ServerProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noVault(account: String)

  package var description: String {
    switch self {
    case .noVault(let account): "the account \(account) has no vault"
    }
  }
}
