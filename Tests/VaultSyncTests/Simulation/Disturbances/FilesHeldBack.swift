import Foundation

@testable import VaultSync

/// Files that wait: notes with git's conflict markers, files that are too large, links in place of files.
struct FilesHeldBack: Disturbance {
  /// Files that are elsewhere while a link has their name: by the link's absolute path where they are.
  private var linked: [String: String] = [:]

  private static let filler = String(repeating: "x", count: 5000)

  func begin(_ devices: SyncDevices) throws {
    devices.all[0][".tl/config.yaml"]? += "media:\n  max_size: 4000\n"
  }

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let files = editor.files(device)
    guard !files.isEmpty else { return "has nothing to hold" }
    let path = editor.pick(files)
    editor.meetingPoint = path
    switch editor.number(0..<5) {
    case 0..<2 where path.hasSuffix(".md"):
      mark(path, device, &editor)
      return "leaves conflict markers in \(path)"
    case 2:
      editor.save(path, (device[path] ?? "") + "\n" + Self.filler + "\n", device)
      return "makes \(path) too large"
    case 3:
      try link(path, device)
      return "puts a link in place of \(path)"
    default:
      try end(device, &editor)
      return "ends all holds"
    }
  }

  private func mark(_ path: String, _ device: SyncDevice, _ editor: inout SimulatedEditor) {
    let (ours, theirs) = (editor.line(device), editor.line(device))
    let block = "<<<<<<< HEAD\n\(ours)\n=======\n\(theirs)\n>>>>>>> other\n"
    editor.save(path, (device[path] ?? "") + "\n" + block, device)
  }

  private mutating func link(_ path: String, _ device: SyncDevice) throws {
    let away = "\(device.home)/away-\(linked.count)"
    try FileManager.default.moveItem(atPath: device.file(path), toPath: away)
    try FileManager.default.createSymbolicLink(
      atPath: device.file(path), withDestinationPath: away)
    linked[device.file(path)] = away
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    for (path, away) in linked.sorted(by: { $0.key < $1.key })
    where path.hasPrefix(device.path + "/") {
      linked[path] = nil
      // A link moves with its folder.
      if let link = try Self.links(to: away, below: device.path).first {
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.moveItem(atPath: away, toPath: link)
      }
      // Where there is none, an editor has saved a file in its place.
    }
    for path in editor.files(device) {
      guard let text = device[path] else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let rest = lines.filter { line in
        !["<<<<<<< ", "=======", ">>>>>>> ", Self.filler].contains { line.hasPrefix($0) }
      }
      if rest.count < lines.count { editor.save(path, rest.joined(separator: "\n"), device) }
    }
  }

  private static func links(to away: String, below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
      .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) == away }
      .sorted()
  }
}
