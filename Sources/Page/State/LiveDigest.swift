internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What is made of the files of all notes, and then kept in step with them.
///
/// All notes are read once, when it is first asked for; after that those that changed.
final class LiveDigest<Value: Sendable>: Sendable {
  typealias Make = @Sendable (VaultIndex, Vault) -> Value
  /// The notes with these ids came, went or changed.
  typealias Change = @Sendable (inout Value, Set<NoteID>, VaultIndex, Vault) -> Void

  private struct State {
    /// Nil until it is made.
    var value: Value?
    var isMaking = false
    /// Changed since then.
    var pending: Set<NoteID> = []
    /// Of the last change.
    var generation: UInt64
    /// Grows when all is to be read again.
    var round = 0

    mutating func forget() {
      (value, pending) = (nil, [])
      round += 1
    }
  }

  private let state: Mutex<State>
  private let queue: WorkQueue
  private let live: LiveIndex
  private let make: Make
  private let change: Change
  private let isWorn: @Sendable (Value) -> Bool

  /// More changed notes than this are not read one by one.
  private static var pendingLimit: Int { 2_000 }

  /// Follows the changes of a vault until it is stopped.
  ///
  /// - Parameters:
  ///   - queue: the name of its thread.
  ///   - isWorn: whether making the value again would be of use.
  init(
    _ live: LiveIndex, queue: String, make: @escaping Make, change: @escaping Change,
    isWorn: @escaping @Sendable (Value) -> Bool = { _ in false }
  ) {
    (self.live, self.make, self.change, self.isWorn) = (live, make, change, isWorn)
    self.queue = WorkQueue(queue)
    let changes = live.changes()
    state = Mutex(State(generation: live.snapshot.generation))
    Task { [weak self] in
      for await change in changes { self?.take(change) }
    }
  }

  /// Whether an answer needs no wait.
  var isMade: Bool { state.withLock { $0.value != nil } }

  private func take(_ change: LiveChange) {
    state.withLock { state in
      defer { state.generation = max(state.generation, change.generation) }
      // It was in the first snapshot.
      guard change.generation > state.generation else { return }
      guard let ids = change.ids, change.generation == state.generation + 1,
        state.pending.count + ids.count <= Self.pendingLimit
      else { return state.forget() }
      if state.value != nil || state.isMaking { state.pending.formUnion(ids) }
    }
  }

  /// Nil if it is not made yet.
  ///
  /// - Parameter waits: makes it before the answer, else afterwards.
  func value(of vault: Vault, waits: Bool) async throws -> Value? {
    if waits {
      try await queue.run { self.update(vault) }
    } else if !isMade {
      Task { try await queue.run { self.update(vault) } }
      return nil
    } else if state.withLock({ !$0.pending.isEmpty }) {
      try await queue.run { self.update(vault) }
    }
    return state.withLock { $0.value }
  }

  /// The value with all changes up to a generation of the index.
  ///
  /// - Returns: also the generation from which on changes may be missing.
  func value(
    of vault: Vault, upTo generation: UInt64
  ) async throws -> (value: Value, generation: UInt64) {
    // A change is told as soon as its snapshot is there.
    var turns = 0
    while turns < Self.longestWait, state.withLock({ $0.generation < generation }) {
      try await Task.sleep(for: .milliseconds(1))
      turns += 1
    }
    while true {
      let known = state.withLock { state in
        state.pending.isEmpty ? state.value.map { ($0, state.generation) } : nil
      }
      if let known { return known }
      try await queue.run { self.update(vault) }
    }
  }

  /// In milliseconds.
  private static var longestWait: Int { 500 }

  /// On the queue only.
  private func update(_ vault: Vault) {
    let (value, pending, round) = state.withLock { state in
      if let value = state.value, isWorn(value) { state.forget() }
      defer { state.pending = [] }
      state.isMaking = state.value == nil
      return (state.value, state.pending, state.round)
    }
    // Not before: what changes from now on is pending.
    let index = live.snapshot.index
    let made: Value
    if var value {
      if !pending.isEmpty { change(&value, pending, index, vault) }
      made = value
    } else {
      made = make(index, vault)
    }
    state.withLock { state in
      state.isMaking = false
      if state.round == round { state.value = made }
    }
  }
}
