private import Foundation

/// Runs `tl`, and shell commands that call it, so that the outcome depends on nothing but the code:
/// an environment of its own, a fixed clock that goes on by one second with each command, and a
/// seed for ids that is another one for each command.
///
/// Below `folder` it uses `home`, `tmp`, `bin` and `io`; the rest is the test's.
package struct CommandRunner: Sendable {
  package let folder: TemporaryFolder
  /// Where commands start, absolute.
  package var directory: String
  /// The clock of the next command, in seconds since 1970-01-01T00:00:00Z.
  package var now = Self.firstInstant
  /// What the next command gets as `TL_SEED`.
  package var seed = 1
  /// Added to, or in place of, what every command gets.
  package var environment: [String: String] = [:]

  /// 2026-11-20T18:03:11+01:00.
  package static let firstInstant = 1_795_194_191

  /// `directory` is relative to `folder` and is made when it is missing.
  package init(folder: TemporaryFolder, directory: String = "vault") throws {
    self.folder = folder
    self.directory = try folder.makeFolder(directory)
    for name in ["home", "tmp", "bin", "io"] { try folder.makeFolder(name) }
    let link = folder.path("bin/tl")
    if let executable = Self.executable,
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil
    {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: executable)
    }
  }

  /// In a new folder.
  package init() throws {
    try self.init(folder: TemporaryFolder())
  }

  /// In a new folder whose `vault` is one by now.
  ///
  /// - Parameter files: texts by their path in the vault.
  package static func withVault(_ files: [String: String] = [:]) throws -> CommandRunner {
    var runner = try CommandRunner()
    try runner.tl("init")
    for (path, text) in files { try runner.folder.write(text, to: "vault/\(path)") }
    return runner
  }

  /// The same in a new folder: its files, clock, seed and environment.
  ///
  /// Another process copies, so that programs can be started at once.
  package func copy() throws -> CommandRunner {
    let folder = try TemporaryFolder()
    let output = try runProgram(
      "/bin/cp", ["-a", self.folder.path + "/.", folder.path], in: folder.path, environment: [:])
    guard output.status == 0 else { throw CommandFailure(description: output.stderrText) }
    var copy = try CommandRunner(
      folder: folder, directory: String(directory.dropFirst(self.folder.path.utf8.count + 1)))
    (copy.now, copy.seed, copy.environment) = (now, seed, environment)
    return copy
  }

  /// Runs `tl` with `arguments`.
  @discardableResult
  package mutating func tl(
    _ arguments: String..., stdin: String = "", environment: [String: String] = [:]
  ) throws -> CommandOutput {
    try tl(arguments, stdin: stdin, environment: environment)
  }

  /// Runs `tl` with `arguments`.
  @discardableResult
  package mutating func tl(
    _ arguments: [String], stdin: String = "", environment: [String: String] = [:]
  ) throws -> CommandOutput {
    guard let executable = Self.executable else {
      throw CommandFailure(
        description: "no tl beside the tests: build it, or set TL_EXECUTABLE")
    }
    return try run(executable, arguments, stdin, environment)
  }

  /// Runs a command line through `/bin/sh`, where `tl` and `$VAULT` (the directory) are known.
  @discardableResult
  package mutating func shell(
    _ command: String, stdin: String = "", environment: [String: String] = [:]
  ) throws -> CommandOutput {
    try run("/bin/sh", ["-c", command], stdin, environment)
  }

  private mutating func run(
    _ executable: String, _ arguments: [String], _ stdin: String, _ extra: [String: String]
  ) throws -> CommandOutput {
    let child = ChildProcess(
      executable: executable, arguments: arguments,
      environment: wholeEnvironment.merging(extra) { $1 },
      directory: directory, stdin: Array(stdin.utf8))
    now += 1
    seed += 1
    return try child.run(scratch: folder.path("io"))
  }

  /// What the next command gets.
  package var wholeEnvironment: [String: String] { baseEnvironment.merging(environment) { $1 } }

  private var baseEnvironment: [String: String] {
    let home = folder.path("home")
    return [
      "HOME": home, "XDG_CONFIG_HOME": home + "/.config", "XDG_DATA_HOME": home + "/.local/share",
      "XDG_STATE_HOME": home + "/.local/state", "XDG_CACHE_HOME": home + "/.cache",
      "TMPDIR": folder.path("tmp"), "PATH": folder.path("bin") + ":/usr/bin:/bin",
      "VAULT": directory, "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8", "COLUMNS": "100",
      "NO_COLOR": "1", "TL_NOW": clock, "TL_SEED": String(seed),
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
      "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
      "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
    ]
  }

  private var clock: String {
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
    return formatter.string(from: Date(timeIntervalSince1970: Double(now)))
  }

  /// The `tl` of `TL_EXECUTABLE`, else the one built beside the running tests.
  package static let executable: String? = {
    if let asked = ProcessInfo.processInfo.environment["TL_EXECUTABLE"] { return asked }
    return builtProgram("tl")
  }()
}

/// A program of the package, built beside the running tests.
package func builtProgram(_ name: String) -> String? {
  let bundles = Bundle.allBundles.map(\.bundlePath)
  for path in CommandLine.arguments + bundles + [ProcessInfo.processInfo.arguments[0]] {
    guard let bundle = path.range(of: ".xctest") else { continue }
    let folder = URL(fileURLWithPath: String(path[..<bundle.upperBound]))
      .deletingLastPathComponent()
    let candidate = folder.appendingPathComponent(name).path
    if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
  }
  return nil
}
