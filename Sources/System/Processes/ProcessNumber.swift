#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Numbers of processes.
package enum ProcessNumber {
  package static var own: Int32 { getpid() }

  /// Whether a process of that number runs, whoever it belongs to.
  package static func isRunning(_ number: Int32) -> Bool {
    number > 0 && (kill(number, 0) == 0 || errno == EPERM)
  }
}

/// Lets the thread rest; a signal may end it early.
package func pause(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
  nanosleep(&time, nil)
}
