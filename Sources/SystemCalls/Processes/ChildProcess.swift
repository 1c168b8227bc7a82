#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A running program with a socket as its standard input and output, or as an `InheritedSocket`.
///
/// Ended and waited for on deinit at the latest.
package final class ChildProcess {
  /// Milliseconds that a program has to end after its input has ended.
  private static let grace = 5_000
  /// Milliseconds that it has to end after SIGTERM.
  private static let shortGrace = 1_000

  package let channel: SocketChannel
  package let pid: Int32
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

  /// Starts a program that finds its end of the channel as an `InheritedSocket`; its standard streams are `/dev/null`.
  package init(
    withInheritedSocket command: ChildCommand, timeouts: SocketTimeouts
  ) throws(SystemError) {
    let pair = try SocketPair()
    hasOwnGroup = command.hasOwnGroup
    channel = SocketChannel(descriptor: pair.near, timeouts: timeouts)
    defer { pair.closeFar() }
    pid = try command.start(input: .nothing, output: .nothing, errors: .nothing, socket: pair.far)
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

  /// What a program printed, and how it ended.
  package struct Output {
    package var bytes: [UInt8]
    /// The end of its standard error.
    package var errorOutput: String
    package var status: Int32
  }

  /// Runs a program to its end, with `input` as its standard input.
  ///
  /// - Parameters:
  ///   - limit: the number of bytes of its output to keep.
  ///   - onOutput: called with its output as it arrives.
  ///   - onErrorOutput: called with its standard error as it arrives.
  /// - Throws: `.system` if it cannot be started; `.timeout` after it was ended for taking too long.
  package static func run(
    _ command: ChildCommand, input: [UInt8], limit: Int = 65_536, timeouts: SocketTimeouts,
    onOutput: ([UInt8]) -> Void = { _ in }, onErrorOutput: ((ArraySlice<UInt8>) -> Void)? = nil
  ) throws(SocketFailure) -> Output {
    let child: ChildProcess
    do {
      child = try ChildProcess(command, timeouts: timeouts)
    } catch {
      throw .system(error)
    }
    child.channel.onErrorOutput = onErrorOutput
    let bytes: [UInt8]
    do {
      bytes = try child.exchange(input: input, limit: limit, onOutput)
    } catch {
      child.end()
      throw error
    }
    let status = child.finish()
    return Output(bytes: bytes, errorOutput: child.channel.errorOutput.text, status: status)
  }

  private func exchange(
    input: [UInt8], limit: Int, _ onOutput: ([UInt8]) -> Void
  ) throws(SocketFailure) -> [UInt8] {
    do throws(SocketFailure) {
      try channel.write(input)
    } catch .closed {
      // A program may end without reading its input; its output still counts.
    }
    channel.endOutput()
    var output: [UInt8] = []
    while let more = try nextPiece() {
      onOutput(more)
      output += more.prefix(max(0, limit - output.count))
    }
    return output
  }

  /// Nil at the end, or if the program ended without reading its input, which resets the socket.
  private func nextPiece() throws(SocketFailure) -> [UInt8]? {
    do throws(SocketFailure) {
      let piece = try channel.read()
      return piece.isEmpty ? nil : piece
    } catch .closed {
      return nil
    }
  }
}
