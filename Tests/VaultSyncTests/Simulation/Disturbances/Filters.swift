import TestSupport

@testable import VaultSync

/// Filters of git on some paths, on all devices: what git keeps is not what is in the folder.
struct Filters: Disturbance {
  static let needsGit = true

  /// As git-crypt: what is kept has a header, and reads as no text.
  private static let cipher = """
    #!/bin/sh
    case $1 in
      clean) printf '\\000CIPHER\\000'; exec tr 'a-z\\n' 'n-za-m\\001' ;;
      smudge) tail -c +9 | tr 'n-za-m\\001' 'a-z\\n' ;;
    esac

    """

  func begin(_ devices: SyncDevices) throws {
    let program = try devices.folder.writeProgram(Self.cipher, to: "cipher")
    for device in devices.all {
      for (name, clean, smudge) in [
        ("rot13", "tr a-z n-za-m", "tr a-z n-za-m"),
        ("cipher", "\(program) clean", "\(program) smudge"),
      ] {
        try device.git("config", "filter.\(name).clean", clean)
        try device.git("config", "filter.\(name).smudge", smudge)
        try device.git("config", "filter.\(name).required", "true")
      }
    }
    // The second sync is the one that can be taken back: without attributes people see what git keeps.
    for (path, text) in [
      (".gitattributes", "*.jpg filter=rot13\n/in/** filter=cipher\n"), ("in/first.txt", "first\n"),
    ] {
      devices.all[0][path] = text
      for device in devices.all { try device.sync() }
    }
  }

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let filtered = editor.files(device).filter { $0.hasPrefix("in/") || $0.hasSuffix(".jpg") }
    guard !filtered.isEmpty else { return "has no file behind a filter" }
    let path = editor.pick(filtered)
    editor.save(path, (device[path] ?? "") + editor.line(device) + "\n", device)
    return "edits \(path), which goes through a filter"
  }
}
