#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program, its arguments and what it gets to know of the world.
struct ChildCommand: Hashable {
  /// A path; nothing is looked for.
  var program: String
  /// Without the program's own name.
  var arguments: [String]
  var environment: [String: String]
  /// Whether the program, and all that it starts, can be ended together.
  ///
  /// Not with a person at a terminal: only the terminal's own group may read from it.
  var hasOwnGroup: Bool
}

/// A program that was started, and a conversation with it over its standard input and output.
///
/// Ended and waited for at the latest when the object goes; never left behind.
final class ChildProcess {
  /// How long a program may take to end when nobody talks to it any more, in milliseconds.
  private static let grace = 5_000
  /// How long it may take when it is asked to.
  private static let shortGrace = 1_000

  let channel: SocketChannel
  private let pid: pid_t
  private let hasOwnGroup: Bool
  private var status: Int32?

  /// Starts a program without any shell.
  ///
  /// - Throws: the system's error number.
  init(_ command: ChildCommand, limits: WaitLimits) throws(SystemNumber) {
    let input = try SocketPair()
    let talk = try SocketPair()
    hasOwnGroup = command.hasOwnGroup
    channel = SocketChannel(descriptor: input.near, talk: talk.near, limits: limits)
    defer { input.closeFar(); talk.closeFar() }
    pid = try Self.start(command, input: input.far, talk: talk.far)
  }

  deinit {
    if status == nil { end() }
  }

  /// Lets the program come to its own end; one that does not is ended.
  ///
  /// - Parameter isListenedTo: whether it may first say all that it has to say.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  @discardableResult
  func finish(isListenedTo: Bool = true) -> Int32 {
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
  func end() -> Int32 {
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
    var raw: Int32 = 0
    while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
    let number = raw & 0x7f
    let ended = number == 0 ? (raw >> 8) & 0xff : 128 + number
    status = ended
    return ended
  }
}

/// An error number of the system.
struct SystemNumber: Error, Hashable {
  var rawValue: Int32

  static let missing = SystemNumber(rawValue: ENOENT)

  var text: String { String(cString: strerror(rawValue)) }
}
