#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A small program that is asked something on its standard input and answers on its standard output.
struct ChildProgram {
  /// A path; nothing is looked for, and no shell is involved.
  var path: String
  /// Without the program's own name.
  var arguments: [String]
  var environment: [String: String]
  /// How long it may take, in milliseconds; then it is ended.
  var patience: Int32 = 60_000

  /// Of its output, in bytes.
  private static let outputLimit = 1 << 16

  /// Runs it to its end.
  ///
  /// What it says on standard error goes nowhere.
  ///
  /// - Returns: nil where it cannot be started, fails, or takes too long.
  func run(_ input: [UInt8]) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard Self.makePair(&ends) else { return nil }
    defer { close(ends[0]) }
    let pid = start(ends[1])
    close(ends[1])
    guard let pid else { return nil }
    let output = converse(ends[0], input)
    if output == nil { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? output : nil
  }

  private static func makePair(_ ends: inout [Int32]) -> Bool {
    #if canImport(Darwin)
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return false }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        var one: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
      }
      return true
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      return socketpair(AF_UNIX, kind, 0, &ends) == 0
    #endif
  }

  private func start(_ end: Int32) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, 0)
    posix_spawn_file_actions_adddup2(&actions, end, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var values = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + values { free(pointer) } }
    var pid: pid_t = 0
    return posix_spawn(&pid, path, &actions, nil, &words, &values) == 0 ? pid : nil
  }

  private func converse(_ end: Int32, _ input: [UInt8]) -> [UInt8]? {
    // The questions are a few lines, which the system takes at once.
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(end, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      // A program may end without having read everything.
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    shutdown(end, Int32(SHUT_WR))
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while output.count <= Self.outputLimit {
      var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, patience)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = recv(end, &piece, piece.count, 0)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return output }
      output += piece.prefix(count)
    }
    return nil
  }
}
