private import Foundation

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// What a command printed, and how it ended.
package struct CommandOutput: Sendable {
  package var stdout: [UInt8]
  package var stderr: [UInt8]
  /// The exit status, or 128 and the signal's number, as shells count.
  package var status: Int

  package init(stdout: [UInt8], stderr: [UInt8], status: Int) {
    (self.stdout, self.stderr, self.status) = (stdout, stderr, status)
  }

  package var stdoutText: String { String(decoding: stdout, as: UTF8.self) }
  package var stderrText: String { String(decoding: stderr, as: UTF8.self) }
}

package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

/// A program started with an argument list and nothing of this process but what it is given.
struct ChildProcess {
  var executable: String
  var arguments: [String]
  var environment: [String: String]
  var directory: String
  var stdin: [UInt8] = []

  /// Far beyond what any command takes: it ends a child that hangs, it measures nothing.
  static let deadline = 120

  /// Runs to the end.
  ///
  /// Input and output go through files in `scratch`: no pipe that fills up, and none that another
  /// test's child keeps open.
  func run(scratch: String) throws -> CommandOutput {
    let base = "\(scratch)/\(UUID().uuidString)"
    let files = (stdin: base + ".in", stdout: base + ".out", stderr: base + ".err")
    defer {
      for file in [files.stdin, files.stdout, files.stderr] { unlink(file) }
    }
    try Data(stdin).write(to: URL(fileURLWithPath: files.stdin))
    let status = try wait(for: spawn(files))
    return CommandOutput(
      stdout: Array(try Data(contentsOf: URL(fileURLWithPath: files.stdout))),
      stderr: Array(try Data(contentsOf: URL(fileURLWithPath: files.stderr))),
      status: status)
  }

  private func spawn(_ files: (stdin: String, stdout: String, stderr: String)) throws -> pid_t {
    try TestSupport.spawn(executable, arguments, in: directory, environment) {
      actions, attributes in
      let create = O_WRONLY | O_CREAT | O_TRUNC
      posix_spawn_file_actions_addopen(&actions, 0, files.stdin, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, files.stdout, create, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, files.stderr, create, 0o600)
      // Its own process group, so that the deadline ends grandchildren too; no signal ignored.
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigaddset(&signals, SIGPIPE)
      sigaddset(&signals, SIGINT)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
      posix_spawnattr_setflags(&attributes, Int16(flags))
    }
  }

  private func wait(for pid: pid_t) throws -> Int {
    let watchdog = DispatchWorkItem { _ = kill(-pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.deadline), execute: watchdog)
    var status: CInt = 0
    while waitpid(pid, &status, 0) == -1 {
      guard errno == EINTR else {
        throw CommandFailure(description: "waitpid: \(String(cString: strerror(errno)))")
      }
    }
    watchdog.cancel()
    let signal = status & 0x7f
    return signal == 0 ? Int((status >> 8) & 0xff) : 128 + Int(signal)
  }
}

/// Runs a program in a folder, with this environment and no other, to its end.
package func runProgram(
  _ executable: String, _ arguments: [String], in folder: String, stdin: [UInt8] = [],
  environment: [String: String]
) throws -> CommandOutput {
  let scratch = try TemporaryFolder()
  return try withExtendedLifetime(scratch) {
    try ChildProcess(
      executable: executable, arguments: arguments, environment: environment, directory: folder,
      stdin: stdin
    ).run(scratch: scratch.path)
  }
}

#if canImport(Darwin)
  package typealias SpawnActions = posix_spawn_file_actions_t?
  package typealias SpawnAttributes = posix_spawnattr_t?
#else
  package typealias SpawnActions = posix_spawn_file_actions_t
  package typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Starts a program in a folder, with this environment and no other.
///
/// - Parameter prepare: says what its files and its process are like.
package func spawn(
  _ executable: String, _ arguments: [String], in folder: String, _ environment: [String: String],
  _ prepare: (inout SpawnActions, inout SpawnAttributes) -> Void
) throws -> pid_t {
  #if canImport(Darwin)
    var (actions, attributes): (SpawnActions, SpawnAttributes) = (nil, nil)
  #else
    var (actions, attributes) = (SpawnActions(), SpawnAttributes())
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  prepare(&actions, &attributes)
  // The C library's own way to change the folder is not to be had from Swift everywhere.
  let start = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, executable] + arguments
  var argv = start.map { strdup($0) } + [nil]
  var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for pointer in argv + envp { free(pointer) } }
  var pid: pid_t = 0
  let result = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &argv, &envp)
  guard result == 0 else {
    throw CommandFailure(
      description: "cannot start \(executable): \(String(cString: strerror(result)))")
  }
  return pid
}
