import TestSupport

@testable import Git
@testable import VaultFormat
@testable import VaultSync

extension SyncDevice {
  /// Runs the program `tl` in the vault, at this device's time.
  func runProgram(_ arguments: [String]) throws -> CommandOutput {
    try TestSupport.runProgram(executable(), arguments, in: path, environment: programEnvironment)
  }

  /// The program `tl`.
  func executable() throws -> String {
    guard let executable = CommandRunner.executable else {
      throw CommandFailure(description: "no tl beside the tests: build it, or set TL_EXECUTABLE")
    }
    return executable
  }

  /// What the program is told of the world.
  var programEnvironment: [String: String] {
    var environment = settings.network.environment
    environment["TL_DEVICE"] = name
    environment["TL_NOW"] = NoteTime(instant: now, zone: .utc).rfc3339
    return environment
  }
}
