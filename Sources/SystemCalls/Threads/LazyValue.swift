private import Synchronization

/// A value that is computed when it is first needed.
package final class LazyValue<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  package init() {}

  /// Computed once: who asks meanwhile waits, since it would take as long to compute it again.
  package func value(_ make: () -> Value) -> Value {
    state.withLock { known in
      if let known { return known }
      let value = make()
      known = value
      return value
    }
  }
}
