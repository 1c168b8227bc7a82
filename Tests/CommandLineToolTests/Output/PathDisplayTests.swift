import TestSupport
import Testing
import VaultFormat
import VaultStore
import VaultSync
import Words

@testable import CommandLineTool

@Suite("Printed paths")
struct PathDisplayTests {
  @Test(
    "a path leads to the file from the folder where tl runs",
    arguments: [
      ("/v", "/v", "a/b.md", "a/b.md"), ("/v", "/v/a", "a/b.md", "b.md"),
      ("/v", "/v/a/c", "a/b.md", "../b.md"), ("/v", "/v/a/c", "x.md", "../../x.md"),
      ("/v", "/v/a", "a", "."), ("/v", "/v/ab", "a/b.md", "../a/b.md"),
      ("/h/v", "/h", "a/b.md", "v/a/b.md"), ("/h/v", "/", "a.md", "/h/v/a.md"),
      ("/h/v", "/h/w", "a.md", "/h/v/a.md"), ("/h/v", "/h/vv", "a.md", "/h/v/a.md"),
      ("/", "/a", "b.md", "/b.md"), ("/v", "/v", "-b.md", "./-b.md"),
      ("/v", "/v/a", "a/-b.md", "./-b.md"), ("/h/v", "/h", "-b.md", "v/-b.md"),
    ])
  func relative(root: String, folder: String, path: String, expected: String) throws {
    let paths = PathDisplay(root: root, from: folder)
    let path = try #require(VaultPath(path))
    #expect(String(decoding: paths.bytes(of: path), as: UTF8.self) == expected)
    let absolute = PathDisplay(root: root, from: folder, isAbsolute: true)
    let prefix = root == "/" ? "/" : root + "/"
    #expect(String(decoding: absolute.bytes(of: path), as: UTF8.self) == prefix + path.text)
  }

  @Test("a sentence has paths in the form that is passed, whatever this process prints")
  func passed() {
    let error = StoreError("a/b.md", .taken)
    let above = PathDisplay(root: "/h/v", from: "/h")
    #expect(Problem(error, above).message == "v/a/b.md: exists already")
    #expect(Problem(error, .vault).message == "a/b.md: exists already")
    let question = SyncQuestion.gate(.otherFiles([VaultPath(in: nil, named: "x.txt".utf8)]))
    #expect(SyncQuestionText(question, above).lines == ["  v/x.txt"])
    #expect(SyncQuestionText(question, .vault).lines == ["  x.txt"])
  }

  @Test("bytes that are not UTF-8 come through")
  func bytes() throws {
    let path = try #require(VaultPath([0x61, 0x2F, 0xFF]))
    #expect(PathDisplay(root: "/v", from: "/v/b").bytes(of: path) == Array("../a/".utf8) + [0xFF])
  }

  @Test(
    "what tl prints can be opened: in the vault, in a folder of it, above it and elsewhere",
    arguments: ["", "--absolute"], [".", "2026/11", "..", "../elsewhere"])
  func opened(option: String, place: String) throws {
    var runner = try CommandRunner()
    try runner.folder.makeFolder("elsewhere")
    try runner.tl("init")
    try runner.tl("add", "a word")
    let tl = "tl --vault '\(runner.folder.path("vault"))' \(option)"
    try runner.shell("cd \(place) && \(tl) list -0 | xargs -0 grep -l word").expect(0)
    let added = try runner.shell("cd \(place) && \(tl) add another | cut -c11- | xargs cat")
    #expect(added.stdoutText.hasSuffix("\nanother\n"))
    let file = try runner.shell(
      "cd \(place) && \(tl) list --format '{{file}}' | xargs grep -h word")
    #expect(file.stdoutText == "a word\n")
    let path = try runner.shell("cd \(place) && \(tl) list --format '{{path}}'")
    #expect(path.stdoutText.contains("2026/11/2026-11-20-a-word.md\n"))
    let json = try runner.shell("cd \(place) && \(tl) list --json")
    #expect(json.stdoutText.contains("\"2026/11/2026-11-20-a-word.md\""))
    // What is printed names the note in the next command, too.
    let show = try runner.shell(
      "cd \(place) && \(tl) show \"$(\(tl) list --format '{{file}}' | tail -1)\"")
    #expect(show.status == 0 && show.stdoutText.contains("a word"))
  }

  @Test("an error names a file as it is named from here")
  func errors() throws {
    var runner = try CommandRunner.withVault(["a/b.md": "---\ntags: [a\n---\n"])
    try runner.folder.makeFolder("vault/c")
    try runner.shell("cd c && tl pin ../a/b.md").expect(errStarts: "tl: error: ../a/b.md:")
    try runner.tl("add", "A note")
    let attached = try runner.shell("cd c && tl attach 2026/11/2026-11-20-a-note.md x.jpg")
    #expect(attached.stderrText.hasPrefix("tl: error: x.jpg: no such file"))
  }
}
