import TestSupport
import Testing

/// Words that look like something else.
@Suite("Odd words on a command line")
struct OddWordsTests {
  @Test("words of a query that begin with - are no options where they cannot be")
  func queries() throws {
    var runner = try CommandRunner.withVault([
      "a.md": "# Tea news\n", "b.md": "---\ntags: [x]\n---\n# Tea cup\n",
    ])
    for words in [["-news tea"], ["-tag:y", "cup", "-news tea"], ["tea", "--", "-news"]] {
      let titles = try runner.tl(["search", "--format", "{{title}}"] + words)
      #expect(titles.stdoutText == "Tea cup\n", "\(words): \(titles.stderrText)")
    }
    try runner.tl("search", "tea", "-tag:x", "--format", "{{title}}").expect(out: "Tea news\n")
  }

  @Test("paths that -0 prints can be given back")
  func paths() throws {
    var runner = try CommandRunner.withVault(["-dash.md": "# D\n", "@1.md": "# A\n"])
    let output = try runner.shell(
      "tl list -0 | xargs -0 tl tag add x; tl list -t x --sort title --format '{{title}}'")
    #expect(output.stdoutText.hasSuffix("\nA\nD\n"), "\(output.stdoutText)\(output.stderrText)")
  }

  @Test("when a note was written is set, and not removed")
  func created() throws {
    var runner = try CommandRunner.withVault([
      "a.md": "---\ncreated: 2019-05-05T10:00:00+02:00\n---\n"
    ])
    try runner.tl("set", "a.md", "created=")
      .expect(64, errStarts: "tl: error: created cannot be removed")
    #expect(try runner.shell("cat a.md").stdoutText.contains("2019-05-05T10:00:00+02:00"))
  }

  @Test("with settings that cannot be read neither status nor a dry run promises a sync")
  func settings() throws {
    var runner = try CommandRunner.withVault([
      "a.md": "a\n", ".tl/config.yaml": "format: 1\ntimezone: [\n",
    ])
    try runner.tl("status").expect(errHas: "tl sync cannot run here: .tl/config.yaml")
    try runner.tl("status", "--json").expect(outHas: "\"obstacle\": \".tl/config.yaml")
    #expect(try runner.tl("sync", "--dry-run").status == 2)
  }

  @Test("a site with a vault in a folder is left to git, and no vault is put around it")
  func site() throws {
    var runner = try CommandRunner()
    try runner.shell(
      """
      git init -q -b main site; cd site; tl init content 2>/dev/null; git add -A
      git -c user.name=x -c user.email=x commit -q -m site; cd ..; tl clone site copy || ls -a
      """
    ).expect(errHas: "the vault of this remote is its folder content", outLacks: "\ncopy\n")
  }
}
