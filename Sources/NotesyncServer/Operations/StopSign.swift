internal import Synchronization

/// Says that the server is to end: long work looks at it between two of its parts.
final class StopSign: Sendable {
  private let isUp = Atomic(false)

  func raise() { isUp.store(true, ordering: .relaxed) }

  /// - Throws: `Unavailable` once the sign is up; the request comes again.
  func check() throws(Unavailable) {
    if isUp.load(ordering: .relaxed) {
      throw Unavailable(description: "the server is ending")
    }
  }
}
