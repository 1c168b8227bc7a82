#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A state that several threads change, and whose changes they can wait for.
// `state` is touched only while `mutex` is held.
package final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the state; threads that wait look at it again.
  package func change<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Calls `body` now and after each change until it gives a value.
  ///
  /// - Parameter milliseconds: of waiting at most; without end if nil.
  /// - Returns: nil after that time.
  package func wait<Result>(
    milliseconds: Int? = nil, for body: (inout State) -> Result?
  ) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let end = milliseconds.map { MonotonicClock.nanoseconds() + Int64($0) * 1_000_000 }
    while true {
      if let result = body(&state) { return result }
      guard let end else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let left = end - MonotonicClock.nanoseconds()
      guard left > 0 else { return nil }
      waitOnce(nanoseconds: left, until: end)
    }
  }

  private func waitOnce(nanoseconds: Int64, until end: Int64) {
    #if canImport(Darwin)
      var time = Self.time(nanoseconds)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var time = Self.time(end)
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }

  private static func time(_ nanoseconds: Int64) -> timespec {
    timespec(
      tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
