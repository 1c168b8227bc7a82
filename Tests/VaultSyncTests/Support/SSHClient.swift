import Foundation
import TestSupport

@testable import Git
@testable import VaultSync

/// The settings and keys of somebody who uses ssh, in a folder of their own.
///
/// OpenSSH finds its files through the user's entry in the system, not through `HOME`: everything is
/// told by a file of settings that `-F` names.
struct SSHClient {
  let folder: TemporaryFolder
  private let user = NSUserName()

  /// - Parameter settings: lines for `ssh_config`, before those that hold for every host.
  init(_ settings: String = "") throws {
    folder = try TemporaryFolder()
    let configuration = """

      Host *
        IdentityFile \(folder.path("key"))
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile \(folder.path("known_hosts"))
        GlobalKnownHostsFile none

      """
    try folder.write(settings + configuration, to: "config")
    try folder.write("", to: "known_hosts")
  }

  /// The program with these settings, as words for a shell.
  var command: String { "ssh -F \(folder.path("config"))" }

  var environment: [String: String] {
    GitProgram.settings.merging(["GIT_SSH_COMMAND": command]) { $1 }
  }

  func network(_ change: (inout NetworkSettings) -> Void = { _ in }) -> NetworkSettings {
    var settings = NetworkSettings(environment: environment)
    change(&settings)
    return settings
  }

  /// Makes the key, and lets it in.
  func makeKey(
    for server: SSHServer, kind: [String] = ["ed25519"], passphrase: String = ""
  ) throws {
    try SSHServer.makeKey(at: folder.path("key"), kind: kind, passphrase: passphrase)
    try server.authorize(folder.path("key.pub"))
  }

  func know(_ line: String) throws {
    try folder.write(try folder.readText("known_hosts") + line, to: "known_hosts")
  }

  func address(_ server: SSHServer, _ path: String) -> String {
    "ssh://\(user)@127.0.0.1:\(server.port)\(path)"
  }
}
