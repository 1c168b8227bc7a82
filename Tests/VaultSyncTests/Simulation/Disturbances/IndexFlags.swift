import TestSupport

@testable import VaultSync

/// Marks that a person gives to git, and takes again: a file is to be taken for unchanged, or left alone.
struct IndexFlags: Disturbance {
  private var marked: [String: Set<String>] = [:]

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let tracked = try device.git("ls-files").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix(".tl/") }
    guard !tracked.isEmpty, editor.number(0..<3) > 0 else {
      try end(device, &editor)
      return "takes all marks"
    }
    let path = editor.pick(tracked)
    editor.meetingPoint = path
    let mark = editor.pick(["--assume-unchanged", "--skip-worktree"])
    _ = try GitProgram.attempt(["update-index", mark, path], in: device.path)
    marked[device.name, default: []].insert(path)
    return "git update-index \(mark) \(path)"
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    for path in (marked.removeValue(forKey: device.name) ?? []).sorted() {
      for mark in ["--no-assume-unchanged", "--no-skip-worktree"] {
        _ = try GitProgram.attempt(["update-index", mark, path], in: device.path)
      }
      // Another device deleted it: the mark went with the entry. What it holds is not staged, as it may be edited.
      let hasEntry = try !device.git("ls-files", "--", path).isEmpty
      if !hasEntry, device.exists(path) { try device.git("add", "-N", "--", path) }
    }
  }
}
