import Foundation
import Synchronization
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore
import VaultSync

@testable import Git
@testable import NetworkTool
@testable import Page

/// A page of a vault with a repository, a bare remote, and a second device: the program `tl` with a clone.
struct MaintenancePage {
  let page: RunningPage
  let browser: Browser

  /// - Parameters:
  ///   - files: of the vault at its first sync.
  ///   - hook: the text of a program that the remote runs before it takes a push, from the second one on.
  init(
    _ files: [String: String], isReadOnly: Bool = false, hook: String? = nil,
    notesync: NotesyncMaintenance? = nil
  ) async throws {
    let prepare: (TemporaryFolder) throws -> MaintenanceSettings? = { folder in
      Self.isolateLibrary()
      var laptop = try CommandRunner(folder: folder)
      laptop.environment["TL_DEVICE"] = "laptop"
      try folder.makeFolder("remote.git")
      for command in [
        "git init -q --bare -b main \(folder.path("remote.git"))", "tl init",
        "tl remote set \(folder.path("remote.git"))", "tl sync",
      ] {
        let output = try laptop.shell(command)
        guard output.status == 0 else {
          throw CommandFailure(description: "\(command): \(output.stderrText)")
        }
      }
      if let hook { try folder.writeProgram(hook, to: "remote.git/hooks/pre-receive") }
      var settings = try Self.settings(in: folder)
      settings.notesync = notesync
      return settings
    }
    page = try await RunningPage(
      files, isReadOnly: isReadOnly, now: { Int64(CommandRunner.firstInstant + 80_000) },
      prepare: prepare)
    browser = try await page.browser()
  }

  var folder: TemporaryFolder { page.folder }

  /// A command of `tl` in the vault, or in another folder of the test.
  @discardableResult
  func tl(_ arguments: String..., in directory: String = "vault") throws -> CommandOutput {
    var runner = try CommandRunner(folder: folder, directory: directory)
    // Each command is some minutes after the one before.
    runner.now += 600 * Self.turn.add(1, ordering: .relaxed).newValue
    runner.environment["TL_DEVICE"] = directory == "vault" ? "laptop" : "phone"
    return try runner.tl(arguments)
  }

  private static let turn = Atomic(1)

  /// Makes the second device.
  func clone() throws {
    let output = try tl("clone", folder.path("remote.git"), "phone", in: "devices")
    try #require(output.status == 0, "\(output.stderrText)")
  }

  /// Changes a file of the second device, and syncs it.
  func changeOnPhone(_ path: String, _ change: (String) -> String) throws {
    let place = "devices/phone/\(path)"
    try folder.write(change(folder.readText(place)), to: place)
    let output = try tl("sync", in: "devices/phone")
    try #require(output.status == 0, "\(output.stderrText)")
  }

  /// Sends a form, and waits for the end of the sync that it starts.
  ///
  /// - Returns: the page of the state after it.
  func run(_ path: String, _ fields: [String: String] = [:]) async throws -> String {
    let answer = try await browser.post(path, fields)
    #expect(answer.status == 303)
    try await ended()
    return try await browser.get("/status").body
  }

  func ended() async throws {
    while page.site.syncs.run?.isRunning == true { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// The addresses of the buttons whose addresses have this text.
  func actions(_ part: String, in body: String) -> [String] {
    body.values(after: "formaction=\"").map { $0.replacing("&amp;", with: "&") }
      .filter { $0.contains(part) }
  }

  // MARK: - Settings

  private static func settings(in folder: TemporaryFolder) throws -> MaintenanceSettings {
    // What the runner's commands have, so that both are one device.
    let home = folder.path("home")
    let key = try folder.readText("home/.local/state/tl/device-key").prefix(32)
    let environment = [
      "PATH": folder.path("bin") + ":/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
      "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
      "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
    ]
    let settings = SyncSettings(
      network: NetworkSettings(environment: environment), device: "laptop", deviceKey: String(key),
      program: folder.path("bin/tl"), userName: "test", threads: 2)
    return MaintenanceSettings(
      settings: { _ in settings }, readingSettings: { _ in settings }, noteZone: .utc)
  }

  /// Has libgit2 read no settings but a repository's own.
  private static func isolateLibrary() { _ = isolation }

  private static let isolation: Void = {
    for level in GitLibrary.SearchLevel.allCases {
      try? GitLibrary.search(level, in: "/nonexistent")
    }
  }()
}
