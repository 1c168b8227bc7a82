import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// The disk, or the rights, do not allow it: the error says so, and all is as it was.
@Suite("Refused application")
struct RefusedApplyTests {
  private func vault() throws -> ApplyVault {
    try ApplyVault(
      ["a.md": "old\n", "b.md": "b\n", "sub/c.md": "c\n"],
      [
        "a.md": "new\n", "b.md": nil, "big.md": String(repeating: "x", count: 100_000),
        "sub/c.md": "new c\n", "new/d.md": "d\n",
      ])
  }

  /// A limit on the size of a file stands in for a full disk: it needs no rights and stops the
  /// same call.
  @Test("no room for a file")
  func limit() throws {
    let vault = try vault()
    let run = try SyncProbe.apply(vault, "--limit", "65536")
    #expect(run.status == 2)
    #expect(run.text.hasSuffix("file too large"))
    try vault.expectSettled(at: vault.old)
  }

  @Test("no room for the journal")
  func noJournal() throws {
    let vault = try vault()
    let run = try SyncProbe.apply(vault, "--limit", "16")
    #expect(run.status == 2)
    try vault.expectSettled(at: vault.old)
  }

  /// Needs the right to mount, as root has on most machines; elsewhere the tests above cover the
  /// same steps.
  @Test("a full disk, wherever it gets full")
  func fullDisk() throws {
    let place = try TemporaryFolder()
    let vault = try vault()
    for room in [280, 320, 360, 400, 440] {
      guard mount(["-t", "tmpfs", "-o", "size=\(room)k", "tmpfs", place.path]) else { return }
      defer { _ = program(["umount", place.path]) }
      guard program(["cp", "-a", vault.path + "/.", place.path]) else { continue }
      let output = try SyncProbe.run(
        ["apply", place.path, vault.old.hex, vault.new.hex], in: vault)
      try withNote("\(room) KiB: \(output)") {
        let recovery = try SyncProbe.run(["recover", place.path], in: vault)
        #expect(recovery.status == 0, "\(recovery)")
        let head = try GitProgram.text(["rev-parse", "HEAD"], in: place.path)
        #expect(head == (output.status == 0 ? vault.new : vault.old).hex)
        #expect(try GitProgram.text(["status", "--porcelain"], in: place.path) == "")
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        #expect(
          !names.contains {
            $0.contains(".tl-tmp-") || $0.hasSuffix(".lock") && !$0.hasPrefix(".tl")
          })
      }
    }
  }

  @Test("a folder that may not be written")
  func readOnlyFolder() throws {
    let vault = try vault()
    #expect(program(["chown", "-R", "65534", vault.path]) || geteuid() != 0)
    chmod(vault.folder.path("sub"), 0o555)
    let run = try SyncProbe.apply(vault, "--nobody")
    chmod(vault.folder.path("sub"), 0o755)
    #expect(program(["chown", "-R", "\(geteuid())", vault.path]))
    #expect(run.status == 2)
    #expect(run.text.hasSuffix("permission denied"))
    try vault.expectSettled(at: vault.old)
  }

  private func mount(_ arguments: [String]) -> Bool {
    #if os(Linux)
      program(["mount"] + arguments)
    #else
      false
    #endif
  }

  private func program(_ words: [String]) -> Bool {
    let output = try? runProgram(
      "/usr/bin/env", words, in: "/", environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
    return output?.status == 0
  }
}
