/// The networks that accounts have signed in from, where guesses by others do not slow them down.
package protocol FamiliarNetworks: Sendable {
  /// - Parameters:
  ///   - network: as `rateLimitPrefix` says it.
  ///   - account: its id; empty for a name without an account.
  func isFamiliar(_ network: String, to account: String) async throws -> Bool

  func setFamiliar(_ network: String, to account: String) async throws
}
