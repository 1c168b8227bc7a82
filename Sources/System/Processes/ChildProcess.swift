#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program that runs, with a socket as its standard input and output.
///
/// Ended and waited for at the latest when the object goes.
package final class ChildProcess {
  /// How long a program may take to end once its input has ended, in milliseconds.
  private static let grace = 5_000
  /// How long it may take when it is asked to.
  private static let shortGrace = 1_000

  package let channel: SocketChannel
  private let pid: pid_t
  private let hasOwnGroup: Bool
  private var status: Int32?

  /// Starts a program without any shell.
  ///
  package init(_ command: ChildCommand, limits: WaitLimits) throws(SystemError) {
    let input = try SocketPair()
    let talk = try SocketPair()
    hasOwnGroup = command.hasOwnGroup
    channel = SocketChannel(descriptor: input.near, talk: talk.near, limits: limits)
    defer { input.closeFar(); talk.closeFar() }
    pid = try command.start(
      input: .descriptor(input.far), output: .descriptor(input.far),
      errors: .descriptor(talk.far))
  }

  deinit {
    if status == nil { end() }
  }

  /// Waits until the program ends by itself; one that does not is ended.
  ///
  /// - Parameter isListenedTo: whether its output is read to the end first.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  @discardableResult
  package func finish(isListenedTo: Bool = true) -> Int32 {
    if let status { return status }
    channel.endOutput()
    if isListenedTo { drain() } else { channel.endInput() }
    guard hasEnded(within: Self.grace) else { return end() }
    channel.readTalk()
    channel.close()
    return reap()
  }

  /// Ends the program, and all that it started where it has a group of its own.
  @discardableResult
  package func end() -> Int32 {
    if let status { return status }
    signal(SIGTERM)
    channel.close()
    _ = hasEnded(within: Self.shortGrace)
    // Until it is waited for, its number and that of its group belong to nobody else.
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

  /// Waits that many milliseconds at most.
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
