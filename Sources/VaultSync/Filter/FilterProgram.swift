internal import Git
internal import SystemCalls
internal import VaultFormat

/// The git program for filters, and its environment.
struct FilterProgram: Sendable {
  /// Absolute.
  let git: String
  let network: NetworkSettings
  /// Seconds since 1970: files that changed just before are passed to git as bytes.
  let now: Int64

  /// Milliseconds without output: a filter may fetch a large file, or ask the user.
  private static let timeout = 600_000

  static var timeouts: SocketTimeouts { SocketTimeouts(idle: timeout) }

  /// - Parameter variables: added to the environment.
  func command(_ arguments: [String], _ variables: [String: String] = [:]) -> ChildCommand {
    var environment = network.outsideEnvironment.merging(variables) { $1 }
    environment["GIT_TERMINAL_PROMPT"] = network.isInteractive ? nil : "0"
    return ChildCommand(
      program: git, arguments: arguments, environment: environment,
      hasOwnGroup: !network.isInteractive)
  }
}

/// Why git could not convert a file's content.
struct FilterFailure: Error, Hashable {
  /// Such as `git cat-file`.
  var command: String
  /// The messages of git and the filter.
  var message: String

  init(_ command: String, message: String) {
    self.command = command
    let lines = message.split(separator: "\n").filter { !$0.hasPrefix("error: external filter") }
    self.message =
      lines.isEmpty ? "it ended without a message" : lines.suffix(3).joined(separator: "; ")
  }
}
