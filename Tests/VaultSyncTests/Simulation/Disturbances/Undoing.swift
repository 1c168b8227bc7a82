@testable import VaultSync

/// Syncs that are taken back, and notes that go to the trash.
struct Undoing: Disturbance {
  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    guard editor.number(0..<2) == 0 else { return try editor.putIntoTrash(device) }
    let paths = editor.files(device)
    // What others wrote in a file whose deletion waits is on the branch alone.
    let waiting = try SyncDevice.files(inTree: "HEAD", of: device.path).keys
      .filter { !paths.contains($0) }.map { try device.git("show", "HEAD:./\($0)") }
    let before = (paths.compactMap { device[$0] } + waiting).joined(separator: "\n")
    let report = try device.undoLastSync()
    // What goes by it was meant to go.
    editor.words.save(
      before, editor.files(device).compactMap { device[$0] }.joined(separator: "\n"))
    return report == nil ? "has no sync to take back" : "takes its last sync back"
  }
}
