#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Another program, started with a list of arguments and never through a shell.
final class ChildProcess {
  enum Input {
    /// The terminal that tl has.
    case inherited
    /// What `write` is given.
    case pipe
  }

  private let pid: pid_t
  private var inputEnd: Int32?
  private var outputEnd: Int32?

  /// Starts `command` in the current folder with the environment of tl.
  ///
  /// - Parameters:
  ///   - capturesOutput: `readAll` gives what the program prints.
  ///   - outputIsTalk: what the program prints goes to standard error: standard output is for data.
  ///   - defaultSignals: what the program shall die of though tl does not.
  /// - Returns: nil where it cannot be started.
  init?(
    _ command: CommandLineWords, _ environment: Environment, input: Input = .inherited,
    capturesOutput: Bool = false, outputIsTalk: Bool = false, defaultSignals: [Int32] = []
  ) {
    guard
      let path = command.program.contains("/")
        ? command.program : environment.program(command.program)
    else { return nil }
    var actions = Self.emptyActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = Self.emptyAttributes
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // tl itself does not die of a closed pipe; other programs should, as they expect.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE] + defaultSignals { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let inputPipe = input == .pipe ? Self.makePipe() : nil
    if let inputPipe { posix_spawn_file_actions_adddup2(&actions, inputPipe.read, 0) }
    let outputPipe = capturesOutput ? Self.makePipe() : nil
    if let outputPipe { posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1) }
    if outputIsTalk { posix_spawn_file_actions_adddup2(&actions, 2, 1) }
    var arguments: [UnsafeMutablePointer<CChar>?] =
      ([command.program] + command.arguments).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, &attributes, &arguments, environ)
    if let inputPipe { close(inputPipe.read) }
    if let outputPipe { close(outputPipe.write) }
    guard result == 0 else {
      if let inputPipe { close(inputPipe.write) }
      if let outputPipe { close(outputPipe.read) }
      return nil
    }
    self.pid = pid
    inputEnd = inputPipe?.write
    outputEnd = outputPipe?.read
  }

  /// False when the program has stopped reading.
  func write(_ bytes: [UInt8]) -> Bool {
    inputEnd.map { ByteStream(descriptor: $0).write(bytes) } == .written
  }

  /// Ends the program's input and gives all that it prints.
  func readAll() -> [UInt8] {
    closeInput()
    return outputEnd.map { ByteStream(descriptor: $0).readAll() } ?? []
  }

  /// Waits for the end of the program: its exit status, or 128 and the number of the signal that ended it.
  func wait() -> Int32 {
    closeInput()
    if let outputEnd { close(outputEnd) }
    outputEnd = nil
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func closeInput() {
    if let inputEnd { close(inputEnd) }
    inputEnd = nil
  }

  /// Both ends are closed in programs started later.
  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  #if canImport(Darwin)
    private static var emptyActions: posix_spawn_file_actions_t? { nil }
    private static var emptyAttributes: posix_spawnattr_t? { nil }
  #else
    private static var emptyActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    private static var emptyAttributes: posix_spawnattr_t { posix_spawnattr_t() }
  #endif
}
