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
    // So is what others wrote in a file that is held back.
    let held = try paths.filter { try Self.branchText(device, [$0]) != device[$0] }
    let heldBefore = try Self.branchText(device, held)
    let marked = try Self.marked(device)
    let markedBefore = try Self.branchText(device, marked)
    let report = try device.undoLastSync()
    // What goes by it was meant to go.
    editor.words.save(
      [before, heldBefore].joined(separator: "\n"),
      (editor.files(device).compactMap { device[$0] } + [try Self.branchText(device, held)])
        .joined(separator: "\n"))
    // A file with a mark follows the branch when the mark is gone.
    editor.words.save(markedBefore, try Self.branchText(device, marked))
    return report == nil ? "has no sync to take back" : "takes its last sync back"
  }

  /// The paths that git is told to leave alone: the letter before them is small, or an S.
  private static func marked(_ device: SyncDevice) throws -> [String] {
    try device.git("ls-files", "-v").split(separator: "\n")
      .filter { $0.first?.isLowercase == true || $0.first == "S" }.map { String($0.dropFirst(2)) }
  }

  /// What the branch has at the paths.
  private static func branchText(_ device: SyncDevice, _ paths: [String]) throws -> String {
    let files = try SyncDevice.files(inTree: "HEAD", of: device.path)
    return try paths.filter { files[$0] != nil }.map { try device.git("show", "HEAD:./\($0)") }
      .joined(separator: "\n")
  }
}
