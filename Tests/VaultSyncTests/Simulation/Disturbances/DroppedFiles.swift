@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Files that are taken out of commits before these are sent; they are recorded again when they are edited.
struct DroppedFiles: Disturbance {
  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let files = editor.files(device)
    guard !files.isEmpty else { return "has nothing to drop" }
    let path = editor.pick(files)
    editor.meetingPoint = path
    if editor.number(0..<4) == 0 { editor.change(device) }
    try device.sync { $0.pushes = false }
    do {
      try device.sync {
        $0.pushes = editor.number(0..<2) == 0
        $0.dropsUnsent = [[VaultPath(path)].compactMap(\.self)]
      }
    } catch SyncError.nothingUnsent {
      return "has sent all of \(path)"
    }
    return "drops \(path)"
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    let kept = Set(try ExcludedContents(device.open().vault.folder).lines.map(\.hash))
    for path in editor.files(device) {
      guard let text = device[path],
        try kept.contains(Repository.blobID(of: Array(text.utf8)))
      else { continue }
      editor.save(path, text + editor.line(device) + "\n", device)
    }
  }
}
