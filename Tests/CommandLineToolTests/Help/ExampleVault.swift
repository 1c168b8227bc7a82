import Foundation
import TestSupport
import Testing

/// The example vault after a list, with the programs that the examples of the help call.
///
/// Made once for the suite: three commands and a dozen programs for each of some three hundred examples took minutes.
enum ExampleVault {
  @TaskLocal static var current: CommandRunner?

  fileprivate static func make() throws -> CommandRunner {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: RepositoryRoot.path("example-vault"), toPath: folder.path("vault"))
    var runner = try CommandRunner(folder: folder)
    // The editor adds a line.
    try folder.writeProgram("#!/bin/sh\necho more >> \"$1\"\n", to: "bin/edit-text")
    runner.environment["EDITOR"] = "edit-text"
    try folder.writeProgram(
      "#!/bin/sh\nfor last; do :; done\necho more >> \"$last\"\n", to: "bin/code")
    // Recorders that end by themselves.
    for name in ["arecord", "ffmpeg"] {
      try folder.writeProgram(
        "#!/bin/sh\nfor last; do :; done\nprintf '%0100d' 0 > \"$last\"\n", to: "bin/\(name)")
    }
    try #require(try runner.shell("tl init && tl init ~/notes && tl list").status == 0)
    for (name, file) in [("photo.jpg", "chair.jpg"), ("s.m4a", "voice.m4a")] {
      try FileManager.default.copyItem(
        atPath: RepositoryRoot.path("Tests/MediaTests/Fixtures/\(name)"),
        toPath: folder.path("vault/\(file)"))
    }
    // Schedulers and notifications of the test.
    try folder.writeProgram(
      "#!/bin/sh\ncase $1 in -l) cat ~/crontab || exit 1 ;; -) cat > ~/crontab ;; esac\n",
      to: "bin/crontab")
    for name in ["systemctl", "launchctl", "notify-send", "osascript", "open", "xdg-open"] {
      try folder.writeProgram("#!/bin/sh\n", to: "bin/\(name)")
    }
    return runner
  }
}

struct ExampleVaultTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ExampleVault.$current.withValue(try ExampleVault.make()) { try await function() }
  }
}

extension SuiteTrait where Self == ExampleVaultTrait {
  /// `ExampleVault.current` in all tests of the suite.
  static var withExampleVault: Self { Self() }
}
