import TestSupport

@testable import VaultSync

/// Git packs a repository anew, also while a sync receives.
struct Repacks: Disturbance {
  static let needsGit = true

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let command = Self.commands[editor.number(Self.commands.indices)]
    guard editor.number(0..<3) > 0 else {
      try GitProgram.run(command, in: device.git("remote", "get-url", "origin"))
      return "has the server do \(command)"
    }
    // A program that waits for the next repack would repack after the first part of a fetch.
    let moment = editor.number(0..<3)
    let count = Box(0)
    let callbacks = SyncCallbacks(progress: { _ in
      if count.value == moment { _ = try? GitProgram.attempt(command, in: device.path) }
      count.value += 1
      return true
    })
    try device.sync(callbacks) { $0.allowsDeletes = true }
    return "syncs, and after \(moment) steps does \(command)"
  }

  private static let commands = [
    ["repack", "-q", "-a", "-d"], ["gc", "-q"], ["pack-refs", "--all"], ["repack", "-q", "-d"],
  ]
}
