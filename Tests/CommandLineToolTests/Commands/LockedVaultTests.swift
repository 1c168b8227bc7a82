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
    try withTemporaryFolder { folder in
      var runner = try CommandRunner(folder: folder)
      try runner.tl("init")
      for name in ["tea", "milk"] { try runner.tl(kind, kind == "person" ? "add" : "new", name) }
      let output = try runner.shell(
        "for name in tea milk; do (tl \(kind) rename $name Drink; echo \"is $?\") & done; wait")
      #expect(output.stdoutText.split(separator: "\n").count { $0 == "is 0" } == 1)
      #expect(output.stderrText.contains("Drink"))
    }
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
    try withTemporaryFolder { folder in
      var runner = try CommandRunner(folder: folder)
      try runner.tl("init")
      try folder.write("---\nid: 12345678\npinned: true\ntags: [old]\n---\n", to: "vault/a.md")
      try folder.write("b\n", to: "vault/b.md")
      try folder.write("g\n", to: "vault/gone.md")
      try folder.write("x\n", to: "vault/a.media/x.jpg")
      try FileManager.default.copyItem(
        atPath: RepositoryRoot.path("Tests/MediaTests/Fixtures/photo.jpg"),
        toPath: folder.path("photo.jpg"))
      #expect(try runner.tl("rm", "-y", "gone.md").status == 0)
      let before = folder.contents()
      let text = try folder.readText("vault/a.md")
      let lock = open(folder.path("vault/.tl/local/write.lock"), O_RDWR)
      defer { close(lock) }
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)

      let output = try runner.tl(arguments, environment: ["TL_LOCK_WAIT": "0"])
      #expect(output.status == 6)
      #expect(output.stdoutText == "")
      #expect(output.stderrText.contains("tl: error: the vault is in use: "))
      #expect(output.stderrText.contains("hint: try again in a moment"))
      #expect(folder.contents() == before)
      #expect(try folder.readText("vault/a.md") == text)
    }
  }
}
