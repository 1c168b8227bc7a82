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

  /// Starts `command` with the environment of tl.
  ///
  /// - Parameters:
  ///   - capturesOutput: `readAll` gives what the program prints.
  ///   - outputIsTalk: what the program prints goes to standard error: standard output is for data.
  ///   - defaultVariables: set for the program where the environment of tl does not have them.
  ///   - folder: where the program starts; nil: where tl did.
  ///   - defaultSignals: what the program shall die of though tl does not.
  /// - Returns: nil where it cannot be started.
  init?(
    _ command: CommandLineWords, _ environment: Environment, input: Input = .inherited,
    capturesOutput: Bool = false, outputIsTalk: Bool = false, defaultSignals: [Int32] = [],
    defaultVariables: [String: String] = [:], folder: String? = nil
  ) {
    guard let path = Self.path(of: command.program, environment) else { return nil }
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
    var variables = Self.variables(adding: defaultVariables, folder)
    defer { for variable in variables { free(variable) } }
    let result = Self.inFolder(folder) {
      posix_spawn(&pid, path, &actions, &attributes, &arguments, &variables)
    }
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

  /// The program's file, absolute: the program may start in another folder.
  private static func path(of program: String, _ environment: Environment) -> String? {
    guard program.contains("/") else { return environment.program(program) }
    guard !program.hasPrefix("/"), let folder = currentFolder() else { return program }
    return folder + "/" + program
  }

  /// Does `body` with another current folder, and comes back.
  ///
  /// The system's own call for that is not in every C library, and nothing else runs in tl meanwhile.
  private static func inFolder(_ folder: String?, _ body: () -> Int32) -> Int32 {
    guard let folder else { return body() }
    let before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if before >= 0 { close(before) } }
    guard before >= 0, chdir(folder) == 0 else { return body() }
    defer { _ = fchdir(before) }
    return body()
  }

  /// The environment of tl with what it lacks of `defaults`; in another folder with that as `PWD`.
  private static func variables(
    adding defaults: [String: String], _ folder: String?
  ) -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let entry = next.pointee {
      next += 1
      if folder != nil, strncmp(entry, "PWD=", 4) == 0 { continue }
      variables.append(strdup(entry))
    }
    for (name, value) in defaults where getenv(name) == nil {
      variables.append(strdup("\(name)=\(value)"))
    }
    if let folder { variables.append(strdup("PWD=\(folder)")) }
    return variables + [nil]
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
