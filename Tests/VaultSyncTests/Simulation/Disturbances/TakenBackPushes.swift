import TestSupport

@testable import VaultSync

/// Somebody takes the last commit out of the history, as with `git reset` and `git push --force`; each device leaves out
/// what was removed, or sends it again.
struct TakenBackPushes: Disturbance {
  static let needsGit = true

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let answer = try answer(device, &editor)
    // Not where the branch has another name by now.
    guard editor.number(0..<2) == 0, try has(device, "rev-parse", "-q", "--verify", "HEAD~1"),
      try has(device, "ls-remote", "--exit-code", "origin", "refs/heads/main")
    else { return answer }
    let before = texts(device)
    try device.git("reset", "-q", "--hard", "HEAD~1")
    try device.git("push", "-q", "--force", "--no-verify", "origin", "HEAD:main")
    let after = texts(device)
    for (path, text) in before { editor.words.save(text, after[path]) }
    for (path, text) in after where before[path] == nil { editor.words.save(nil, text) }
    return "takes the last commit back, of the remote too"
  }

  private func has(_ device: SyncDevice, _ question: String...) throws -> Bool {
    try GitProgram.attempt(question, in: device.path).status == 0
  }

  /// Syncs with one of the two answers.
  private func answer(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let choice: RemovedHistory.Choice = editor.number(0..<2) == 0 ? .leaveOut : .sendAgain
    try device.sync {
      $0.removedHistory = choice
      $0.allowsDeletes = true
    }
    return "syncs with the answer \(choice.rawValue)"
  }

  private func texts(_ device: SyncDevice) -> [String: String] {
    Dictionary(uniqueKeysWithValues: device.paths().map { ($0, device[$0] ?? "") })
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    _ = try answer(device, &editor)
  }

  func excuses(_ error: any Error) -> Bool {
    if case SyncError.refused(.removedHistory)? = error as? SyncError { true } else { false }
  }
}
