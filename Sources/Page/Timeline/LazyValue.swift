internal import Synchronization

/// A value that is computed when it is first needed.
final class LazyValue<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  /// Two threads may compute it at once; neither waits for the other.
  func value(_ make: () -> Value) -> Value {
    if let known = state.withLock({ $0 }) { return known }
    let value = make()
    state.withLock { $0 = value }
    return value
  }
}
