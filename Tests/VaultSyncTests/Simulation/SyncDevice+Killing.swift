import Foundation
import TestSupport

@testable import VaultFormat
@testable import VaultSync

extension SyncDevice {
  /// Has the program `tl` sync the vault and ends it at some moment, as a lost battery does.
  ///
  /// What it had done by then depends on the machine; what must hold afterwards does not.
  func syncAndKill(after milliseconds: Int) throws {
    guard let executable = CommandRunner.executable else {
      throw CommandFailure(description: "no tl beside the tests: build it, or set TL_EXECUTABLE")
    }
    var environment = settings.network.environment
    environment["TL_DEVICE"] = name
    environment["TL_NOW"] = NoteTime(instant: now, zone: .utc).rfc3339
    let digits = String(milliseconds + 1000).dropFirst()
    let script = "\"$0\" sync --allow-deletes & /bin/sleep 0.\(digits); kill -9 $! 2>/dev/null; wait"
    let output = try runProgram(
      "/bin/sh", ["-c", script, executable], in: path, environment: environment)
    // Of the shell's own words there may be any; tl's mean that something went wrong before.
    let errors = output.stderrText.split(separator: "\n").filter { $0.contains("tl: error") }
    guard errors.isEmpty else { throw CommandFailure(description: errors.joined(separator: "\n")) }
  }
}
