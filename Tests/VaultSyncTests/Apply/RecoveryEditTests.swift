import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

/// An application is ended by SIGKILL after each of its steps; somebody works with what stands in the folder then,
/// before tl runs again.
///
/// What they do to a file that had just arrived they do not do to the one that gave way to it.
@Suite("Edits between an end and the recovery")
struct RecoveryEditTests {
  /// Both sides had made `b.md`: theirs stays, ours gets another name.
  private func clash() throws -> ApplyVault {
    try ApplyVault(["b.md": "ours\n"], ["b.md": "theirs\n", "b-2.md": "ours\n"])
  }

  /// - Parameter edit: false where there is nothing to do at that step.
  private func afterEveryStep(
    of vault: ApplyVault, _ option: String? = nil, _ edit: (ApplyVault) throws -> Bool
  ) throws {
    var edits = 0
    let options = option.map { [$0] } ?? []
    for step in 1... {
      let vault = try ApplyVault(copying: vault)
      let run = try SyncProbe.run(
        ["apply", vault.path, vault.old.hex, vault.new.hex, "--kill", "\(step)"] + options,
        in: vault)
      guard run.status == 128 + 9 else { break }
      try withNote("killed at step \(step)") {
        guard try edit(vault) else { return }
        edits += 1
        let recovery = try SyncProbe.recover(vault)
        #expect(recovery.status == 0, "\(recovery.text)")
        #expect(vault.files().values.contains("ours\n"), "\(vault.files())")
        #expect(try SyncProbe.recover(vault).text == "nothing")
      }
    }
    #expect(edits > 0)
  }

  @Test("what arrived is deleted: what it took the place of is there")
  func deleted() throws {
    try afterEveryStep(of: clash()) { vault in
      guard vault.files()["b.md"] == "theirs\n" else { return false }
      try FileManager.default.removeItem(atPath: vault.folder.path("b.md"))
      return true
    }
  }

  @Test("what arrived is edited: what it took the place of is there, and the edit too")
  func edited() throws {
    try afterEveryStep(of: clash()) { vault in
      guard vault.files()["b.md"] == "theirs\n" else { return false }
      try vault.folder.write("theirs, edited\n", to: "b.md")
      return true
    }
  }

  @Test("a file gets the name of one that was about to move: the latter is there")
  func takenName() throws {
    let vault = try ApplyVault(["a/b.md": "ours\n"], ["a/b.md": nil, "c.md": "ours\n"])
    try afterEveryStep(of: vault) { vault in
      guard vault.files()["a/b.md"] == nil else { return false }
      try vault.folder.write("another\n", to: "a/b.md")
      return true
    }
  }

  @Test("a disk that cannot exchange names: a file gets the name of one that has just given way")
  func takenNameWithoutExchange() throws {
    try afterEveryStep(of: clash(), "--no-exchange") { vault in
      guard vault.files()["b.md"] == nil else { return false }
      try vault.folder.write("another\n", to: "b.md")
      return true
    }
  }

  @Test("a file stands where the folder of what arrived was: recovery comes to its end")
  func removedFolder() throws {
    let vault = try ApplyVault(["b.md": "ours\n"], ["b.md": "theirs\n", "in/c.md": "new\n"])
    try afterEveryStep(of: vault) { vault in
      let isFolder = FileManager.default.fileExists(atPath: vault.folder.path("in"))
      guard isFolder, try vault.head == vault.old else { return false }
      try FileManager.default.removeItem(atPath: vault.folder.path("in"))
      try vault.folder.write("another\n", to: "in")
      return true
    }
  }
}
