internal import SystemCalls
internal import WebServer

/// The networks of accounts, from the database of sign-ins.
struct SignInNetworks: FamiliarNetworks {
  let signIns: SignInStore
  /// Guards the database.
  let queue: WorkQueue

  func isFamiliar(_ network: String, to account: String) async throws -> Bool {
    let signIns = signIns
    return try await queue.run { try signIns.isFamiliar(network, to: account) }
  }

  func setFamiliar(_ network: String, to account: String) async throws {
    let signIns = signIns
    try await queue.run { try signIns.setFamiliar(network, to: account) }
  }
}
