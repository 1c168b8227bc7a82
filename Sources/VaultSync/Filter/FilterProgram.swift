internal import Git
internal import System
internal import VaultFormat

/// The git program that runs filters, and what it is started with.
struct FilterProgram: Sendable {
  /// Absolute.
  let git: String
  let network: NetworkSettings
  /// Seconds since 1970: files that changed just before are given to git by their bytes.
  let now: Int64

  /// In milliseconds without a sign of life: a filter may fetch a large file, or ask a person.
  private static let patience = 600_000

  static var limits: WaitLimits { WaitLimits(first: patience, idle: patience) }

  /// - Parameter variables: besides those of tl itself.
  func command(_ arguments: [String], _ variables: [String: String] = [:]) -> ChildCommand {
    var environment = network.outsideEnvironment.merging(variables) { $1 }
    environment["GIT_TERMINAL_PROMPT"] = network.isInteractive ? nil : "0"
    return ChildCommand(
      program: git, arguments: arguments, environment: environment,
      hasOwnGroup: !network.isInteractive)
  }
}

/// Why git made nothing of a file's content.
struct FilterFailure: Error, Hashable {
  /// Such as `git cat-file`.
  var command: String
  /// What git and the filter said.
  var words: String

  init(_ command: String, saying talk: String) {
    self.command = command
    let lines = talk.split(separator: "\n").filter { !$0.hasPrefix("error: external filter") }
    words = lines.isEmpty ? "it ended without a word" : lines.suffix(3).joined(separator: "; ")
  }
}
