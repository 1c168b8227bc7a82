#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A thread-local reference to an object, for C callbacks without a context argument.
package struct ThreadSlot<Object: AnyObject>: Sendable {
  private let key: pthread_key_t?

  package init() {
    var key = pthread_key_t()
    self.key = pthread_key_create(&key, nil) == 0 ? key : nil
  }

  /// The object of the innermost `with` on this thread.
  package var current: Object? {
    guard let key, let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Runs `body` with `object` in the slot of this thread.
  package func with<Result, Failure: Error>(
    _ object: Object, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let key else { return try body() }
    let before = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    defer {
      pthread_setspecific(key, before)
      withExtendedLifetime(object) {}
    }
    return try body()
  }
}
