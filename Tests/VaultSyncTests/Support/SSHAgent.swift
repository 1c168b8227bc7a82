import Foundation
import TestSupport

/// An agent that keeps keys for as long as it is there.
final class SSHAgent {
  let socket: String
  private let pid: Int32

  /// - Parameter socket: short; systems limit such paths to about a hundred bytes.
  init(_ socket: String) throws {
    self.socket = socket
    let output = try runProgram(
      "/usr/bin/env", ["ssh-agent", "-s", "-a", socket], in: "/",
      environment: GitProgram.settings)
    let number = output.stdoutText.split { $0 == "=" || $0 == ";" }.compactMap { Int32($0) }.first
    guard output.status == 0, let number else {
      throw CommandFailure(description: "no agent: \(output.stderrText)")
    }
    pid = number
  }

  deinit {
    kill(pid, SIGTERM)
  }

  func add(_ key: String, environment: [String: String]) throws {
    var variables = GitProgram.settings.merging(environment) { $1 }
    variables["SSH_AUTH_SOCK"] = socket
    let output = try runProgram(
      "/usr/bin/env", ["ssh-add", "-q", key], in: "/", environment: variables)
    guard output.status == 0 else { throw CommandFailure(description: output.stderrText) }
  }

  /// Keeps the agent at least until the end of `body`.
  func run(_ body: () throws -> Void) rethrows {
    try withExtendedLifetime(self) { try body() }
  }
}
