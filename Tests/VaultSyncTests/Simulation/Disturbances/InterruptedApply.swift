import TestSupport

@testable import VaultSync

/// What arrives is written to the folder while somebody edits there, and another program commits: it is taken back.
struct InterruptedApply: Disturbance {
  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let (typing, committing) = (editor.number(1..<30), editor.number(1..<30))
    let typist = Box(editor)
    var step = 0
    let synced = try device.open()
    synced.onApplyStep = { _ in
      step += 1
      if step == typing { typist.value.change(device) }
      if step == committing { try? Self.commit(device) }
    }
    var options = SyncOptions()
    options.allowsDeletes = true
    do {
      _ = try synced.sync(options, SyncCallbacks())
    } catch SyncError.keepsChanging {
      // So it is.
    }
    editor = typist.value
    return "syncs, edits at step \(typing), and another program commits at step \(committing)"
  }

  /// Takes no lock of git's index.
  private static func commit(_ device: SyncDevice) throws {
    let commit = try device.git(
      "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "by another program")
    try device.git("update-ref", "HEAD", commit)
  }
}
