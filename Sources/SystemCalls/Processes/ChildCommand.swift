#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A program, its arguments, environment and folder.
package struct ChildCommand: Hashable, Sendable {
  package enum Variables: Hashable, Sendable {
    case exactly([String: String])
    /// The variables of this process, unchanged, and those of `defaults` that it lacks.
    case inherited(defaults: [String: String] = [:])
  }

  /// A path; `PATH` is not searched.
  package var program: String
  /// Without the program's name.
  package var arguments: [String]
  package var variables: Variables
  /// Whether the program and its children form a process group that can be ended at once.
  ///
  /// False for a program that reads from the terminal, which only the foreground group may.
  package var hasOwnGroup: Bool
  /// Nil for the folder of this process.
  package var folder: String?
  /// Signals that this process ignores and the program must not; `SIGPIPE` is always reset.
  package var defaultSignals: [Int32] = []

  package init(
    program: String, arguments: [String], environment: [String: String], hasOwnGroup: Bool
  ) {
    self.init(
      program: program, arguments: arguments, variables: .exactly(environment),
      hasOwnGroup: hasOwnGroup)
  }

  package init(
    program: String, arguments: [String], variables: Variables, hasOwnGroup: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.variables = variables
    self.hasOwnGroup = hasOwnGroup
  }

  /// The target of a standard stream of the program.
  enum Stream {
    /// The stream of this process.
    case inherited
    case descriptor(Int32)
    /// `/dev/null`.
    case nothing
  }

  /// Starts the program without a shell.
  ///
  /// All other descriptors of this process are closed in it.
  ///
  /// - Parameter socket: what the program finds as descriptor 3; nothing if nil.
  /// - Returns: the process id; the caller waits for it.
  func start(
    input: Stream, output: Stream, errors: Stream, socket: Int32? = nil
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, stream) in zip(Int32(0)..., [input, output, errors]) {
      switch stream {
      case .inherited:
        #if canImport(Darwin)
          // Only the listed descriptors stay open.
          posix_spawn_file_actions_addinherit_np(&actions, number)
        #endif
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .nothing:
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    if let socket {
      posix_spawn_file_actions_adddup2(&actions, socket, InheritedSocket.descriptor)
    }
    // Other programs expect SIGPIPE to end them, whatever this process does.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE] + defaultSignals { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)

    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var environment = environment
    defer { for pointer in words + environment { free(pointer) } }
    var pid: pid_t = 0
    let result = Self.inFolder(folder) {
      posix_spawn(&pid, program, &actions, &attributes, &words, &environment)
    }
    guard result == 0 else { throw SystemError(result, .start) }
    return pid
  }

  /// Waits for the end of a process.
  ///
  /// - Returns: its exit status, or 128 + the number of the signal that ended it; 127 if it is not a child of this
  ///   process.
  static func waitForEnd(of pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Copies that the caller frees, ending with nil; with `PWD` set if the folder differs.
  private var environment: [UnsafeMutablePointer<CChar>?] {
    var texts: [UnsafeMutablePointer<CChar>?] = []
    switch variables {
    case .exactly(let values):
      texts = values.map { strdup("\($0.key)=\($0.value)") }
    case .inherited(let defaults):
      var next = environ
      while let entry = next.pointee {
        next += 1
        if folder != nil, strncmp(entry, "PWD=", 4) == 0 { continue }
        texts.append(strdup(entry))
      }
      for (name, value) in defaults where getenv(name) == nil {
        texts.append(strdup("\(name)=\(value)"))
      }
      if let folder { texts.append(strdup("PWD=\(folder)")) }
    }
    return texts + [nil]
  }

  /// Calls `body` with another current folder, and restores the current one.
  ///
  /// Not every C library can set the folder at posix_spawn. Only programs in the foreground are started in another
  /// folder; no other thread runs meanwhile.
  private static func inFolder(_ folder: String?, _ body: () -> Int32) -> Int32 {
    guard let folder else { return body() }
    let before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if before >= 0 { close(before) } }
    guard before >= 0, chdir(folder) == 0 else { return body() }
    defer { _ = fchdir(before) }
    return body()
  }
}
