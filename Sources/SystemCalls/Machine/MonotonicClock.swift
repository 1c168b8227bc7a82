#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A clock that is never set back.
package enum MonotonicClock {
  /// Nanoseconds since an unspecified instant.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
