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
