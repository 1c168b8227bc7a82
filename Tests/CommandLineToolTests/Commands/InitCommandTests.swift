import TestSupport
import Testing

@Suite("tl init")
struct InitCommandTests {
  @Test(
    "no vault is made in another one, whose notes it would take",
    arguments: ["sub", "new", "new/deep"])
  func inVault(folder name: String) throws {
    let folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder)
    try runner.tl("init")
    try folder.makeFolder("vault/sub")
    let output = try runner.tl("init", name)
    #expect(output.status == 2)
    #expect(output.stderrText.hasPrefix("tl: error: this folder is in the vault "))
    #expect(!folder.contents().contains { $0.contains("\(name)/.tl") })
    #expect(
      try runner.tl("init", ".").stderrText.hasSuffix("is already a vault; nothing was changed\n"))
  }

  @Test("a vault in a folder of a git repository gets none of its own, and is not said to")
  func belowRoot() throws {
    let folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder)
    let output = try runner.shell("git init -q; tl init content")
    #expect(output.stderrText.hasSuffix("Made a new vault. Next: tl add \"What happened\"\n"))
  }
}
