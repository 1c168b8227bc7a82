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

  @Test("what went into the trash before the disk was full is told, also without a record")
  func removal() throws {
    guard disk != nil else { return }
    var runner = runner
    try write(["a", "b", "c", "d"])
    try folder.write("---\nid: notee\n---\n[a](a.md) [c](c.md)\n", to: "vault/e.md")
    // The folder of the trash and the lock are there already.
    try runner.tl("rm", "-y", "d.md")
    guard let log = MemoryDisk(at: folder.path("vault/.tl/local/operations"), size: "4k") else {
      return
    }
    try folder.write(String(repeating: "x", count: 4096), to: "vault/.tl/local/operations/filler")
    // A page for the record of each entry.
    try fill(leaving: 8192)
    let output = try runner.tl("rm", "-y", "a.md", "b.md", "c.md")
    let words = output.stderrText
    #expect(output.status == 2 && output.stdoutText.contains("b.md"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("vault/b.md")))
    #expect(try folder.readText("vault/c.md").contains("notec"))
    #expect(words.contains("2 notes moved to the trash; tl trash restore 2 3"), "\(words)")
    #expect(words.contains("the link a.md leads nowhere"), "\(words)")
    #expect(!words.contains("the link c.md") && !words.contains("nothing was changed"), "\(words)")
    #expect(words.contains("what was done before stays"), "\(words)")
    withExtendedLifetime(log) {}
  }

  @Test("links that a full disk keeps from being rewritten are not said to come with a repetition")
  func links() throws {
    guard disk != nil else { return }
    var runner = runner
    try write(["a"])
    let rest = String(repeating: "x", count: 12_000)
    try folder.write("---\nid: notee\n---\n[a](a.md)\n\(rest)\n", to: "vault/e.md")
    try runner.tl("pin", "a.md")
    try fill(leaving: 8192)
    let output = try runner.tl("mv", "a.md", "b.md", "--links")
    #expect(output.status == 2 && output.stdoutText.contains("b.md"))
    #expect(output.stderrText.contains("hint: links that were not rewritten stay"))
    #expect(output.stderrText.contains("b.md was changed before, which tl undo takes back"))
    #expect(!output.stderrText.contains("repeat the command"), "\(output.stderrText)")
  }

  @Test("an undo that could not begin is to be repeated alone")
  func undo() throws {
    guard disk != nil else { return }
    var runner = runner
    try write(["a"])
    try runner.tl("pin", "a.md")
    try fill(leaving: 0)
    let output = try runner.tl("undo")
    #expect(output.status == 2)
    #expect(
      output.stderrText.contains("hint: once the disk can be written: tl undo again"),
      "\(output.stderrText)")
    try FileManager.default.removeItem(atPath: folder.path("vault/filler"))
    try runner.tl("undo").expect(0)
    #expect(try !folder.readText("vault/a.md").contains("pinned"))
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
