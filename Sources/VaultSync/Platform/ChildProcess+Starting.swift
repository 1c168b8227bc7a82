#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension ChildProcess {
  /// Starts a program with `input` as its standard input and output, and `talk` as its standard
  /// error.
  static func start(
    _ command: ChildCommand, input: Int32, talk: Int32
  ) throws(SystemNumber) -> pid_t {
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
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, input, 1)
    posix_spawn_file_actions_adddup2(&actions, talk, 2)
    // Other programs expect to die of a closed pipe, whatever tl does about it.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if command.hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)

    var arguments = cStrings([command.program] + command.arguments)
    var environment = cStrings(command.environment.map { "\($0.key)=\($0.value)" })
    defer { for pointer in arguments + environment { free(pointer) } }
    var pid: pid_t = 0
    let result = posix_spawn(
      &pid, command.program, &actions, &attributes, &arguments, &environment)
    guard result == 0 else { throw SystemNumber(rawValue: result) }
    return pid
  }

  /// Copies that the caller frees, and nil at the end.
  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
