#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Ctrl-C, or another signal that asks a command to end.
package enum Interruption {
  /// Written only by the signal handler, and only to 1; it is one machine word.
  nonisolated(unsafe) private static var flag: sig_atomic_t = 0

  package static var isAsked: Bool { flag != 0 }

  /// The exit status that shells use for a program ended by Ctrl-C.
  package static let exitStatus: Int32 = 128 + SIGINT

  /// Handles the signals from now on: they set `isAsked` and end a pause.
  ///
  /// Unblocks them for this thread: the program that started this one may have blocked them.
  package static func listen() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in Interruption.flag = 1 }
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits until the time is over or a signal has come.
  package static func pause(milliseconds: Int64) {
    let end = MonotonicClock.nanoseconds() + milliseconds * 1_000_000
    while !isAsked {
      let rest = end - MonotonicClock.nanoseconds()
      guard rest > 0 else { return }
      // A signal between the check and the sleep is noticed after one step.
      var step = timespec(tv_sec: 0, tv_nsec: Int(min(rest, 200_000_000)))
      nanosleep(&step, nil)
    }
  }
}
