@testable import VaultSync

/// Deletions that wait at their gate until the person allows them.
///
/// Whether a sync allows them is for the history to say; at the end all do.
struct ManyDeletions: Disturbance {
  private static let names = (0..<30).map { "many/\($0).md" }

  func begin(_ devices: SyncDevices) throws {
    for name in Self.names { devices.all[0][name] = "line one\n\nline two\n\nline three\n" }
  }

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let there = Self.names.filter(device.exists)
    if editor.number(0..<3) == 0 {
      for name in there.dropFirst(editor.number(0..<6)) { editor.delete(name, device) }
      return "removes \(there.count) notes"
    }
    guard !there.isEmpty else { return "has none of many notes" }
    let name = editor.pick(there)
    editor.meetingPoint = name
    editor.save(name, (device[name] ?? "") + editor.line(device) + "\n", device)
    return "edits \(name)"
  }
}
