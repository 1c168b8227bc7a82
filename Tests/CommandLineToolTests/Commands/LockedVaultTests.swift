import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("A vault that another process writes to")
struct LockedVaultTests {
  @Test("of two renames to one name at once one is refused", arguments: ["tracker", "person"])
  func renames(kind: String) throws {
    var runner = try CommandRunner.withVault()
    for name in ["tea", "milk"] { try runner.tl(kind, kind == "person" ? "add" : "new", name) }
    let output = try runner.shell(
      "for name in tea milk; do (tl \(kind) rename $name Drink; echo \"is $?\") & done; wait")
    #expect(output.stdoutText.split(separator: "\n").count { $0 == "is 0" } == 1)
    #expect(output.stderrText.contains("Drink"))
  }

  @Test(
    "ends every command that writes with status 6, and nothing is changed",
    arguments: [
      ["pin", "a.md"], ["unpin", "a.md"], ["tag", "add", "x", "a.md"],
      ["tag", "rm", "old", "a.md"],
      ["tag", "rename", "old", "new"], ["set", "a.md", "mood=calm"], ["attach", "a.md", "b.md"],
      ["detach", "a.md", "x.jpg"], ["mv", "a.md", "c.md"], ["rm", "-y", "a.md"],
      ["trash", "restore", "1"],
      ["trash", "empty", "-y"], ["import", "photos", "../photo.jpg"],
    ])
  func locked(arguments: [String]) throws {
    var runner = try CommandRunner.withVault([
      "a.md": "---\nid: 12345678\npinned: true\ntags: [old]\n---\n", "b.md": "b\n",
      "gone.md": "g\n", "a.media/x.jpg": "x\n",
    ])
    try FileManager.default.copyItem(
      atPath: RepositoryRoot.path("Tests/MediaTests/Fixtures/photo.jpg"),
      toPath: runner.folder.path("photo.jpg"))
    #expect(try runner.tl("rm", "-y", "gone.md").status == 0)
    let before = runner.folder.contents()
    let text = try runner.folder.readText("vault/a.md")
    let lock = open(runner.folder.path("vault/.tl/local/write.lock"), O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)

    try runner.tl(arguments, environment: ["TL_LOCK_WAIT": "0"])
      .expect(6, out: "", errHas: "tl: error: the vault is in use: ", "hint: try again in a moment")
    #expect(runner.folder.contents() == before)
    #expect(try runner.folder.readText("vault/a.md") == text)
  }
}
