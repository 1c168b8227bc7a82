import Foundation
import TestSupport

@testable import VaultFormat
@testable import VaultSync

extension SyncDevice {
  /// Has the program `tl` sync the vault.
  ///
  /// - Parameter end: after so many milliseconds it is killed, as by a lost battery, at whatever point it is;
  ///   nil: it comes to its end.
  /// - Returns: how long it took, in milliseconds.
  @discardableResult
  func syncByProgram(killedAfter end: Int? = nil) throws -> Int {
    guard let executable = CommandRunner.executable else {
      throw CommandFailure(description: "no tl beside the tests: build it, or set TL_EXECUTABLE")
    }
    var environment = settings.network.environment
    environment["TL_DEVICE"] = name
    environment["TL_NOW"] = NoteTime(instant: now, zone: .utc).rfc3339
    let pause = end.map { "& /bin/sleep \(Double($0) / 1000); kill -9 $! 2>/dev/null; wait" }
    let start = Date()
    let output = try runProgram(
      "/bin/sh", ["-c", "\"$0\" sync --allow-deletes \(pause ?? "")", executable], in: path,
      environment: environment)
    // The shell may have words of its own; those of tl mean that something had gone wrong before.
    let errors = output.stderrText.split(separator: "\n").filter { $0.contains("tl: error") }
    guard errors.isEmpty else { throw CommandFailure(description: errors.joined(separator: "\n")) }
    return Int(Date().timeIntervalSince(start) * 1000)
  }
}
