#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Process ids.
package enum ProcessID {
  package static var own: Int32 { getpid() }

  /// Whether a process with that id exists, of any user.
  package static func isRunning(_ number: Int32) -> Bool {
    number > 0 && (kill(number, 0) == 0 || errno == EPERM)
  }
}

/// Sleeps; a signal may end it early.
package func pause(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
  nanosleep(&time, nil)
}

/// Replaces this process by another program with the same environment; returns only if that fails.
package func replaceProcess(with program: String, _ arguments: some Sequence<String>) {
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  execv(program, &words)
  for word in words { free(word) }
}
