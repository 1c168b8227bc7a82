internal import Synchronization

/// Signals that the server is shutting down; long work checks it between steps.
final class ShutdownFlag: Sendable {
  private let isUp = Atomic(false)

  func raise() { isUp.store(true, ordering: .relaxed) }

  /// - Throws: `Unavailable` once it is raised; clients then send the request again.
  func check() throws(Unavailable) {
    if isUp.load(ordering: .relaxed) {
      throw Unavailable(description: "the server is ending")
    }
  }
}
