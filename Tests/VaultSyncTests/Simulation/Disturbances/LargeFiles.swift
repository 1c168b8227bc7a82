import TestSupport

@testable import VaultSync

/// Pictures are with Git LFS on all devices: git has pointers, and a hook sends the files.
struct LargeFiles: Disturbance {
  static let needsGit = true

  func begin(_ devices: SyncDevices) throws {
    for device in devices.all { try device.git("lfs", "install", "--local") }
    devices.all[0][".gitattributes"] = "*.jpg filter=lfs diff=lfs merge=lfs -text\n"
    for device in devices.all { try device.sync() }
  }

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let pictures = editor.files(device).filter { $0.hasSuffix(".jpg") }
    let path = editor.number(0..<2) == 0 ? "large.media/\(device.name).jpg" : nil
    let picture = path ?? (pictures.isEmpty ? "large.media/p.jpg" : editor.pick(pictures))
    editor.meetingPoint = picture
    editor.save(picture, (device[picture] ?? "") + editor.line(device) + "\n", device)
    return "edits \(picture), which is a large file"
  }
}
