import TestSupport

@testable import VaultSync

/// The branch is renamed on the server; each person has git follow it, at once or later.
///
/// Until then a sync stops at the remote, and goes on from what is recorded.
struct RenamedBranch: Disturbance {
  private var remote: String?
  private var followed: Set<String> = []

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    guard remote == nil else {
      try end(device, &editor)
      return "follows the renamed branch"
    }
    let remote = try device.git("remote", "get-url", "origin")
    try GitProgram.run(["branch", "-m", "main", "trunk"], in: remote)
    try GitProgram.run(["symbolic-ref", "HEAD", "refs/heads/trunk"], in: remote)
    self.remote = remote
    return "renames the branch on the server"
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    guard remote != nil, followed.insert(device.name).inserted else { return }
    // As `tl remote follow trunk`.
    try device.git("config", "branch.main.merge", "refs/heads/trunk")
  }
}
