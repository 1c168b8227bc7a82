internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// What was made of the last state of the vault; who asks while it is made waits for it.
final class Latest<Value: Sendable>: Sendable {
  private struct Key: Hashable {
    /// Of the snapshot, and of what else it was made of.
    var generations: [UInt64]
    /// A note can be sealed, or opens.
    var day: CalendarDay?
  }

  private let last = Mutex<(key: Key, value: Value)?>(nil)

  /// What is made already of a state; nil also while another is made.
  func known(of snapshot: LiveSnapshot, on day: CalendarDay) -> Value? {
    let key = Key(generations: [snapshot.generation, 0], day: day)
    return last.withLockIfAvailable { $0.flatMap { $0.key == key ? $0.value : nil } } ?? nil
  }

  /// - Parameters:
  ///   - day: nil for what is the same on each.
  ///   - further: the generation of what else it is made of.
  func value(
    of snapshot: LiveSnapshot, on day: CalendarDay? = nil, _ further: UInt64 = 0,
    make: () throws -> Value
  ) rethrows -> Value {
    try value(of: snapshot, on: day, further) { _ in try make() }
  }

  /// As above.
  ///
  /// - Parameter make: gets what was made last, which may be of a later state.
  func value(
    of snapshot: LiveSnapshot, on day: CalendarDay? = nil, _ further: UInt64 = 0,
    make: (Value?) throws -> Value
  ) rethrows -> Value {
    let key = Key(generations: [snapshot.generation, further], day: day)
    return try last.withLock { last in
      if let last, last.key == key { return last.value }
      let value = try make(last?.value)
      // A request that began before a change must not undo it.
      if last.map({ $0.key.generations[0] <= snapshot.generation }) ?? true { last = (key, value) }
      return value
    }
  }
}
