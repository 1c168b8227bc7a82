internal import Dispatch
internal import Synchronization

/// Checks passwords one at a time, since each takes much memory and time.
///
/// Attempts from networks where the account has signed in before come first; the number of others that wait is limited.
final class PasswordQueue: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var familiar: [Job] = []
    var others: [Job] = []
    var isBusy = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tl.password")
  private let limit: Int

  /// - Parameter limit: how many may wait, for familiar networks and for others each.
  init(limit: Int) {
    self.limit = limit
  }

  /// How many wait, not counting the one being checked.
  var waitingCount: Int { state.withLock { $0.familiar.count + $0.others.count } }

  /// - Returns: nil if too many wait already.
  func run<Result: Sendable>(
    isFamiliar: Bool, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result? {
    try await withCheckedThrowingContinuation { continuation in
      let job: Job = { continuation.resume(with: Swift.Result { try work() }) }
      let (hasRoom, begins) = state.withLock { state in
        let count = isFamiliar ? state.familiar.count : state.others.count
        guard count < limit else { return (false, false) }
        if isFamiliar { state.familiar.append(job) } else { state.others.append(job) }
        defer { state.isBusy = true }
        return (true, !state.isBusy)
      }
      if !hasRoom { continuation.resume(returning: nil) }
      if begins { goOn() }
    }
  }

  private func goOn() {
    queue.async { [self] in
      let job: Job? = state.withLock { state in
        if !state.familiar.isEmpty { return state.familiar.removeFirst() }
        if !state.others.isEmpty { return state.others.removeFirst() }
        state.isBusy = false
        return nil
      }
      guard let job else { return }
      job()
      goOn()
    }
  }
}
