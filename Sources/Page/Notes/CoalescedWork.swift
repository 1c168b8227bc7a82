internal import Synchronization

/// Work that several requests ask for at the same time, and that is done once for all of them (request coalescing).
///
/// Who asks while it is being done is not given that result, which may be from before a change that they know of: they
/// share the next one.
final class CoalescedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<Turn, Never>

  private enum Turn: Sendable {
    case work(for: [Waiting])
    case done(Value)
  }

  /// Those who wait for the next run, for each key of which there is one now.
  private let state = Mutex<[Key: [Waiting]]>([:])

  /// - Parameter work: begins after this was called; it may be that of another caller with the same key.
  func value(for key: Key, _ work: () async -> Value) async -> Value {
    let turn = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        guard state[key] != nil else {
          state[key] = []
          return true
        }
        state[key]?.append(continuation)
        return false
      }
      if isFirst { continuation.resume(returning: .work(for: [])) }
    }
    switch turn {
    case .done(let value): return value
    case .work(let others):
      let value = await work()
      others.forEach { $0.resume(returning: .done(value)) }
      passOn(key)
      return value
    }
  }

  /// Lets the first of those who wait do the next run, for all of them.
  private func passOn(_ key: Key) {
    let waiting = state.withLock { state in
      let waiting = state[key] ?? []
      state[key] = waiting.isEmpty ? nil : []
      return waiting
    }
    waiting.first?.resume(returning: .work(for: Array(waiting.dropFirst())))
  }

  /// How many wait for the next run.
  func waitingCount(for key: Key) -> Int { state.withLock { $0[key]?.count ?? 0 } }
}
