import TestSupport
import Testing

@Suite("tl init")
struct InitCommandTests {
  @Test(
    "no vault is made in another one, whose notes it would take",
    arguments: ["sub", "new", "new/deep"])
  func inVault(folder name: String) throws {
    var runner = try CommandRunner.withVault()
    try runner.folder.makeFolder("vault/sub")
    try runner.tl("init", name).expect(2, errStarts: "tl: error: this folder is in the vault ")
    #expect(!runner.folder.contents().contains { $0.contains("\(name)/.tl") })
    #expect(
      try runner.tl("init", ".").stderrText.hasSuffix("is already a vault; nothing was changed\n"))
  }

  @Test("a vault in a folder of a git repository gets none of its own, and is not said to")
  func belowRoot() throws {
    var runner = try CommandRunner()
    let output = try runner.shell("git init -q; tl init content")
    #expect(output.stderrText.hasSuffix("Made a new vault. Next: tl add \"What happened\"\n"))
  }
}
