internal import SystemCalls

/// Signing in by name and password, within the limits for guessing; one for all sites of a server.
package struct PasswordSignIn: Sendable {
  package let accounts: AccountDirectory
  private let networks: KnownNetworks
  private let throttle: LoginThrottle

  /// - Parameter now: in seconds since 1970.
  package init(
    _ accounts: AccountDirectory, _ networks: KnownNetworks, now: @escaping @Sendable () -> Int64
  ) {
    self.accounts = accounts
    self.networks = networks
    throttle = LoginThrottle(now: now)
  }

  package enum Outcome: Sendable {
    case account(Account)
    case wrong
    /// Seconds.
    case wait(Int64)
  }

  /// The wait when too many passwords are being checked, in seconds.
  private static let busyPause: Int64 = 5

  /// - Parameter address: of the client; nil if it is not known, and then only failures with the same name count.
  package func check(name: String, password: String, address: String?) async throws -> Outcome {
    // No account has a longer one.
    guard name.utf8.count <= 256, !PasswordHash.isTooLong(password) else { return .wrong }
    let network = address.map { rateLimitPrefix(of: $0) }
    // Also for unknown names, so that the time does not reveal which exist.
    let known = accounts.id(name: name) ?? ""
    let isFamiliar = network.map { networks.contains($0, of: known) } ?? false
    let attempt: LoginThrottle.Attempt
    switch throttle.begin(name: name, address: network, isFamiliar: isFamiliar) {
    case .wait(let seconds): return .wait(seconds)
    case .attempt(let begun): attempt = begun
    }
    let check = try await accounts.check(
      name: name, password: password, isFamiliar: isFamiliar)
    guard case .right(let account) = check else {
      guard case .busy = check else { return .wrong }
      throttle.withdraw(attempt)
      return .wait(Self.busyPause)
    }
    throttle.succeeded(attempt)
    // A failure here costs at most a wait.
    if let network { try? networks.add(network, of: account.id) }
    return .account(account)
  }
}
