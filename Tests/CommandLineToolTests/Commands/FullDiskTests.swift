import Foundation
import TestSupport
import Testing

/// Commands on a disk to which nothing more can be written.
///
/// Each needs the right to mount, as root has.
@Suite("A full disk")
struct FullDiskTests {
  // Unmounted before the folder is removed.
  private let disk: MemoryDisk?
  private let folder: TemporaryFolder
  private let runner: CommandRunner

  init() throws {
    folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder)
    disk = MemoryDisk(at: folder.path("vault"), size: "256k")
    try runner.tl("init")
    self.runner = runner
  }

  private func write(_ names: [String], length: Int = 0) throws {
    let text = String(repeating: "x", count: length)
    for name in names {
      try folder.write("---\nid: note\(name)\ntags: [trip]\n---\n\(text)\n", to: "vault/\(name).md")
    }
  }

  /// Leaves so many bytes free.
  private func fill(leaving room: Int) throws {
    var runner = runner
    try runner.shell("cat /dev/zero > filler 2> /dev/null; truncate -s -\(room) filler")
  }

  private func changed(of names: [String]) throws -> Int {
    try names.count { try folder.readText("vault/\($0).md").contains("travel") }
  }

  private static func errors(in output: CommandOutput) -> Int {
    output.stderrText.components(separatedBy: "tl: error:").count - 1
  }

  @Test("a change of many notes ends at the first error, and says what was changed")
  func manyNotes() throws {
    guard disk != nil else { return }
    var runner = runner
    let names = (10..<22).map(String.init)
    try write(names, length: 7000)
    try fill(leaving: 40_960)
    let output = try runner.tl("tag", "rename", "trip", "travel")
    let changed = try changed(of: names)
    #expect(output.status == 2 && (1..<12).contains(changed))
    #expect(Self.errors(in: output) == 1, "\(output.stderrText)")
    #expect(!output.stderrText.contains("renamed #trip"))
    #expect(output.stderrText.contains("which tl undo takes back"), "\(output.stderrText)")
    #expect(output.stderrText.contains("hint: make room"))
    try FileManager.default.removeItem(atPath: folder.path("vault/filler"))
    let undo = try runner.tl("undo")
    #expect(undo.status == 0, "\(undo.stderrText)")
    #expect(try self.changed(of: names) == 0)
  }

  @Test("a note is deleted for good where the log has no room")
  func deletingMakesRoom() throws {
    guard disk != nil else { return }
    var runner = runner
    try write(["a", "b"], length: 40_000)
    try runner.tl("pin", "b.md")
    // The log has a disk of its own, so that it is what is full.
    try folder.makeFolder("vault/.tl/local/operations")
    guard let log = MemoryDisk(at: folder.path("vault/.tl/local/operations"), size: "4k") else {
      return
    }
    try folder.write(String(repeating: "x", count: 4096), to: "vault/.tl/local/operations/filler")
    let pinned = try runner.tl("pin", "a.md")
    #expect(pinned.status == 2 && pinned.stderrText.contains("a.md: stays as it is"))
    let removed = try runner.tl("rm", "-y", "a.md")
    #expect(removed.status == 0, "\(removed.stderrText)")
    #expect(removed.stderrText.contains("tl undo cannot take this back"))
    #expect(removed.stderrText.contains("tl trash restore"))
    #expect(try runner.tl("trash", "empty", "-y").status == 0)
    withExtendedLifetime(log) {}
  }

  @Test("on a read-only disk one error is printed for many notes")
  func readOnly() throws {
    guard let disk else { return }
    var runner = runner
    try write(["a", "b", "c"])
    // The lock is there already: what fails is the note.
    try runner.tl("pin", "a.md")
    try #require(disk.makeReadOnly())
    let output = try runner.tl("tag", "rename", "trip", "travel")
    #expect(output.status == 2)
    #expect(Self.errors(in: output) == 1, "\(output.stderrText)")
  }
}
