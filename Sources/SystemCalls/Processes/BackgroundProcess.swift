#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A program that runs beside this process until it is asked to end; killed on deinit.
///
/// It has no input, and a process group of its own, so that Ctrl-C in the terminal does not reach it.
package final class BackgroundProcess {
  private let pid: pid_t
  private var ended: Int32?

  /// - Parameter errors: receives its standard output and standard error.
  package init(_ command: ChildCommand, errors: borrowing FileDescriptor) throws(SystemError) {
    var command = command
    command.hasOwnGroup = true
    command.defaultSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    let stream = ChildCommand.Stream.descriptor(errors.rawValue)
    pid = try command.start(input: .nothing, output: stream, errors: stream)
  }

  deinit {
    guard status == nil else { return }
    kill(-pid, SIGKILL)
    _ = ChildCommand.waitForEnd(of: pid)
  }

  /// The exit status, or 128 + the number of the signal that ended it; nil while it runs.
  package var status: Int32? {
    if let ended { return ended }
    var status: Int32 = 0
    let result = waitpid(pid, &status, WNOHANG)
    guard result != 0, !(result < 0 && errno == EINTR) else { return nil }
    let signal = status & 0x7F
    ended = result < 0 ? 127 : signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return ended
  }

  /// Asks the program to end as Ctrl-C does, then as a shutdown does, then ends it.
  ///
  /// - Parameter patience: milliseconds for each.
  /// - Returns: whether it ended by itself.
  package func end(patience: Int64) -> Bool {
    for signal in [SIGINT, SIGTERM] {
      guard status == nil else { return true }
      kill(-pid, signal)
      let deadline = MonotonicClock.nanoseconds() + patience * 1_000_000
      while status == nil, MonotonicClock.nanoseconds() < deadline { pause(milliseconds: 10) }
    }
    guard status == nil else { return true }
    kill(-pid, SIGKILL)
    ended = ChildCommand.waitForEnd(of: pid)
    return false
  }
}

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
