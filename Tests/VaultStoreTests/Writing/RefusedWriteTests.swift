import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Refused writes")
struct RefusedWriteTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  static let verbs = ["create", "append"]

  /// A limit on the size of a file stands in for a full disk: it needs no rights and stops the
  /// same call.
  @Test("no room: the error says so and all is as it was", arguments: verbs)
  func limit(_ verb: String) throws {
    try vault.write("a.md", "old")
    let name = verb == "create" ? "b.md" : "a.md"
    let text = String(repeating: "x", count: 10_000)
    let probe = try Probe.run([verb, vault.root, name, text, "--limit", "4096"])
    #expect(probe.output == "\(name): file too large")
    #expect(probe.status == 2)
    #expect(vault.files() == ["a.md": "old"])
  }

  /// Needs the right to mount, as root has on most machines; elsewhere the test above covers the
  /// same steps.
  @Test("a full disk: the error says so and all is as it was", arguments: verbs)
  func fullDisk(_ verb: String) throws {
    try vault.makeFolder("small")
    let place = vault.absolute("small")
    guard let disk = MemoryDisk(at: place, size: "64k") else { return }
    defer { withExtendedLifetime(disk) {} }
    try vault.write("small/a.md", "old")
    let name = verb == "create" ? "small/b.md" : "small/a.md"
    let text = String(repeating: "x", count: 100_000)
    let probe = try Probe.run([verb, vault.root, name, text])
    #expect(probe.output == "\(name): no space left on device")
    #expect(probe.status == 2)
    #expect(try vault.folder.list(path("small")).map(\.name) == [bytes("a.md")])
    #expect(vault.text("small/a.md") == "old")
  }

  @Test(
    "a folder that may not be written: the error says so and all is as it was", arguments: verbs)
  func readOnlyFolder(_ verb: String) throws {
    try vault.write("a.md", "old")
    try vault.setPermissions(0o666, "a.md")
    try vault.setPermissions(0o555, "")
    defer { try? vault.setPermissions(0o755, "") }
    let name = verb == "create" ? "b.md" : "a.md"
    let probe = try Probe.run([verb, vault.root, name, "new", "--nobody"])
    #expect(probe.output == "\(name): permission denied")
    #expect(probe.status == 2)
    #expect(vault.files() == ["a.md": "old"])
  }

  @Test("a file that may not be written is not replaced, though its folder would allow it")
  func readOnlyFile() throws {
    try vault.setPermissions(0o777, "")
    try vault.write("a.md", "old")
    try vault.setPermissions(0o444, "a.md")
    let probe = try Probe.run(["append", vault.root, "a.md", "new", "--nobody"])
    #expect(probe.output == "a.md: permission denied")
    #expect(vault.files() == ["a.md": "old"])
  }

  /// Needs the right to mount, as the test of the full disk.
  @Test("a read-only file system: the error says so", arguments: verbs)
  func readOnlyFileSystem(_ verb: String) throws {
    try vault.makeFolder("fixed")
    let place = vault.absolute("fixed")
    guard let disk = MemoryDisk(at: place, size: "64k") else { return }
    defer { withExtendedLifetime(disk) {} }
    try vault.write("fixed/a.md", "old")
    try #require(disk.makeReadOnly())
    let name = verb == "create" ? "fixed/b.md" : "fixed/a.md"
    let probe = try Probe.run([verb, vault.root, name, "new"])
    #expect(probe.output == "\(name): read-only file system")
    #expect(try vault.folder.list(path("fixed")).map(\.name) == [bytes("a.md")])
    #expect(vault.text("fixed/a.md") == "old")
  }
}

/// Each write runs in a process of its own that kills itself with SIGKILL after one step.
@Suite("Interrupted writes")
struct InterruptedWriteTests {
  static let createSteps: [WriteStep] = [
    .temporaryMade, .temporaryWritten, .temporarySynced, .published, .folderSynced,
  ]
  static let replaceSteps: [WriteStep] = [
    .temporaryMade, .temporaryWritten, .temporarySynced, .published, .compared,
    .temporaryRemoved, .folderSynced,
  ]
  static let overwriteSteps: [WriteStep] = [
    .temporaryMade, .temporaryWritten, .temporarySynced, .compared, .published, .folderSynced,
  ]

  @Test("creation leaves no file or the whole file", arguments: createSteps)
  func create(_ step: WriteStep) throws {
    let vault = try TemporaryVault()
    let probe = try Probe.run(["create", vault.root, "a.md", "new", "--kill", step.rawValue])
    #expect(probe.status == -SIGKILL)
    let isPublished = step == .published || step == .folderSynced
    #expect(vault.text("a.md") == (isPublished ? "new" : nil))
    try expectCleanable(vault)
    #expect(vault.text("a.md") == (isPublished ? "new" : nil))
  }

  @Test("replacement leaves the old file or the new one", arguments: replaceSteps)
  func replace(_ step: WriteStep) throws {
    try killed(at: step, published: [.published, .compared, .temporaryRemoved, .folderSynced], [])
  }

  @Test("so does replacement without an exchange", arguments: overwriteSteps)
  func overwrite(_ step: WriteStep) throws {
    try killed(at: step, published: [.published, .folderSynced], ["--no-exchange"])
  }

  private func killed(at step: WriteStep, published: Set<WriteStep>, _ flags: [String]) throws {
    let vault = try TemporaryVault()
    try vault.write("a.md", "old")
    let probe = try Probe.run(
      ["append", vault.root, "a.md", "+new", "--kill", step.rawValue] + flags)
    #expect(probe.status == -SIGKILL)
    #expect(vault.text("a.md") == (published.contains(step) ? "old+new" : "old"))
    try expectCleanable(vault)
    #expect(vault.text("a.md") == (published.contains(step) ? "old+new" : "old"))
  }

  /// What is left besides the file is hidden, recognisable and can be cleared away without loss.
  private func expectCleanable(_ vault: TemporaryVault) throws {
    let leftovers = vault.files().filter { $0.key != "a.md" }
    #expect(leftovers.count <= 1)
    for (name, text) in leftovers {
      #expect(VaultLayout.isTemporary(name: name.utf8))
      #expect(["", "old", "new", "old+new"].contains(text))
    }
    let trash = Trash(vault.folder)
    _ = try trash.putLeftovers(in: nil, at: "2026-11-20T18:03:11+01:00")
    #expect(vault.files().keys.allSatisfy { $0 == "a.md" })
    let kept = try trash.entries().map { try vault.folder.read(#require($0.file)).bytes }
    #expect(kept == leftovers.values.filter { !$0.isEmpty }.map { bytes($0) })
  }

  @Test("an editor's save is in the vault even when the process dies before giving it back")
  func savedDuringCrash() throws {
    let vault = try TemporaryVault()
    try vault.write("a.md", "old")
    // A crash right after the exchange, with the editor's version under the temporary name.
    try vault.write(["a.md": "old+new", ".tl-tmp-0123456789abcdef": "edited"])
    let trash = Trash(vault.folder)
    let entries = try trash.putLeftovers(in: nil, at: "2026-11-20T18:03:11+01:00")
    #expect(entries.map { $0.entry?.what } == [.leftover])
    let restored = try trash.restore(1)
    #expect(restored.path == path("recovered-0123456789abcdef.txt"))
    #expect(vault.text("recovered-0123456789abcdef.txt") == "edited")
  }

  @Test("two processes that write at once lose nothing")
  func twoProcesses() throws {
    let vault = try TemporaryVault()
    try vault.write("a.md", "")
    let first = try Probe.start(["lines", vault.root, "a.md", "first"])
    let second = try Probe.start(["lines", vault.root, "a.md", "second"])
    #expect(first.finish().output == "written")
    #expect(second.finish().output == "written")
    let lines = try #require(vault.text("a.md")).split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("first") } == (0..<100).map { "first \($0)" })
    #expect(lines.filter { $0.hasPrefix("second") } == (0..<100).map { "second \($0)" })
    #expect(lines.count == 200)
    #expect(vault.files().count == 1)
  }
}
