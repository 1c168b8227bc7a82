#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A running program with a socket as its standard input and output.
///
/// Ended and waited for on deinit at the latest.
package final class ChildProcess {
  /// Milliseconds that a program has to end after its input has ended.
  private static let grace = 5_000
  /// Milliseconds that it has to end after SIGTERM.
  private static let shortGrace = 1_000

  package let channel: SocketChannel
  private let pid: pid_t
  private let hasOwnGroup: Bool
  private var status: Int32?

  /// Starts a program without a shell.
  package init(_ command: ChildCommand, timeouts: SocketTimeouts) throws(SystemError) {
    let input = try SocketPair()
    let errors = try SocketPair()
    hasOwnGroup = command.hasOwnGroup
    channel = SocketChannel(descriptor: input.near, errorOutput: errors.near, timeouts: timeouts)
    defer { input.closeFar(); errors.closeFar() }
    pid = try command.start(
      input: .descriptor(input.far), output: .descriptor(input.far),
      errors: .descriptor(errors.far))
  }

  deinit {
    if status == nil { end() }
  }

  /// Waits until the program ends, and ends it after a timeout.
  ///
  /// - Parameter readsOutput: whether its output is read to the end first.
  /// - Returns: its exit status, or 128 + the number of the signal that ended it.
  @discardableResult
  package func finish(readsOutput: Bool = true) -> Int32 {
    if let status { return status }
    channel.endOutput()
    if readsOutput { drain() } else { channel.endInput() }
    guard hasEnded(within: Self.grace) else { return end() }
    channel.readErrorOutput()
    channel.close()
    return reap()
  }

  /// Ends the program, and its children if it has its own process group.
  @discardableResult
  package func end() -> Int32 {
    if let status { return status }
    signal(SIGTERM)
    channel.close()
    _ = hasEnded(within: Self.shortGrace)
    // Until it is waited for, its process id and group id are not reused.
    signal(SIGKILL)
    return reap()
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while let count = try? channel.read(into: buffer), count > 0 {}
    }
  }

  private func signal(_ number: Int32) {
    _ = kill(hasOwnGroup ? -pid : pid, number)
  }

  /// Waits at most that many milliseconds.
  private func hasEnded(within limit: Int) -> Bool {
    var waited = 0
    while true {
      var information = siginfo_t()
      let result = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
      if result == 0, information.si_signo == SIGCHLD { return true }
      if result != 0, errno != EINTR { return true }
      guard waited < limit else { return false }
      let step = waited < 20 ? 1 : 10
      _ = poll(nil, 0, Int32(step))
      waited += step
    }
  }

  private func reap() -> Int32 {
    let ended = ChildCommand.waitForEnd(of: pid)
    status = ended
    return ended
  }
}
