import Foundation
import TestSupport
import Testing

@Suite("tl doctor")
struct DoctorTests {
  private func note(_ id: String, _ text: String = "") -> String {
    "---\nid: \(id)\ncreated: 2026-11-20\n---\n\(text)"
  }

  @Test(
    "lines have the form path:line:column: severity: message, by path and line within a severity")
  func form() throws {
    var runner = try CommandRunner.withVault([
      "b.md": note("b", "é [x](gone.md)\n![y](none.jpg)\n"), "a?.md": note("a"),
    ])
    try runner.tl("doctor").expect(
      1,
      out: """
        a?.md:1:1: warning: the name contains ?, which Windows and Android refuse
        b.md:5:8: warning: gone.md leads to no file
        b.md:6:6: warning: none.jpg leads to no file

        """,
      err: "2 notes: 3 warnings\n")
  }

  @Test("a copy of a recorded note gets an id of its own, and the note keeps its id")
  func copies() throws {
    var runner = try CommandRunner.withVault(["n.md": note("orig-id-1", "# Note\n")])
    try runner.shell("git config user.name x; git config user.email x; tl sync; cp n.md 'n 1.md'")
    try runner.tl("doctor").expect(outStarts: "n 1.md:1:1: warning: n.md has the same id orig-id-1")
    #expect(try runner.tl("show", "orig-id-1", "--format", "{{path}}").stdoutText == "n.md\n")
    #expect(try runner.tl("doctor", "--fix").stdoutText.hasPrefix("fixed: n 1.md: stored the id "))
  }

  @Test("a zone that the system does not know is a finding")
  func zone() throws {
    var runner = try CommandRunner.withVault([
      ".tl/config.yaml": "format: 1\ntimezone: Asia/Tokio\n"
    ])
    try runner.tl("doctor", "--json")
      .expect(1, outHas: "this system does not know the time zone 'Asia/Tokio'")
  }

  @Test("conflict markers between events are an error that --fix takes out; other ones stay")
  func markersInLog() throws {
    let marks = "<<<<<<< HEAD\n- 2026-11-17\n=======\n- 2026-11-16\n>>>>>>> x\n"
    let head = "---\nid: t\ncreated: 2026-11-14\ntl: tracker\n---\n"
    var runner = try CommandRunner.withVault(["t.md": head + marks, "n.md": note("n", marks)])
    try runner.tl("doctor").expect(
      out: """
        n.md:5:1: error: unresolved git conflict: two versions from here to line 9
        t.md:6:1: error: git's conflict markers stand between events from here to line 10

        """)
    let fixed = try runner.tl("doctor", "--fix")
    #expect(
      fixed.stdoutText.hasPrefix(
        "fixed: t.md: the log has the events of both versions now, without git's conflict markers\n"
      ))
    #expect(
      try runner.folder.readText("vault/t.md") == head + "- 2026-11-16\n- 2026-11-17\n")
    #expect(try runner.folder.readText("vault/n.md") == note("n", marks))
  }

  @Test("errors stand before warnings, and --level leaves out what is below it")
  func levels() throws {
    var runner = try CommandRunner.withVault([
      "a.md": note("a", "[x](gone.md)\n"), "b.md": "---\na: [\n---\n",
      "c.md": note("c", "[[no]]\n"),
    ])
    func firstParts(_ level: String...) throws -> [Substring] {
      try runner.tl(["doctor"] + level).stdoutText.split(separator: "\n").map {
        $0.prefix(while: { $0 != " " })
      }
    }
    #expect(try firstParts() == ["b.md:3:1:", "a.md:5:5:", "info:"])
    #expect(try firstParts("--level", "error") == ["b.md:3:1:", "info:"])
    #expect(try firstParts("--level", "info") == ["b.md:3:1:", "a.md:5:5:", "c.md:5:3:"])
    #expect(try runner.tl("doctor", "--level", "all").status == 64)
  }

  @Test("doctor makes as many repairs as it promises, also of files with nothing in them")
  func repairCount() throws {
    var runner = try CommandRunner.withVault([
      "a.md": "# a", "b.md": "# b", "c.md": "---\nid: x\n---\n", "d.md": "---\nid: x\n---\n",
      ".tl-tmp-00000000deadbeef": "", ".tl-tmp-00000000deadbee1": "half",
      "s/.tl-tmp-00000000deadbee2": "a",
    ])
    #expect(try runner.tl("doctor").stderrText.contains("tl doctor --fix makes 6 repairs;"))
    let fixed = try runner.tl("doctor", "--fix").expect(errHas: "6 repairs made;")
    #expect(fixed.stdoutText.split(separator: "\n").filter { $0.hasPrefix("fixed: ") }.count == 6)
    #expect(try runner.tl("doctor", "--fix").stderrText.contains("nothing to repair;"))
  }

  @Test("information alone ends with 0, and so does a sound vault")
  func status() throws {
    var runner = try CommandRunner.withVault(["a.md": note("a", "[[gone]]\n")])
    try runner.tl("doctor").expect(
      0, out: "info: 1 link names a note that does not exist (missing-note)\n",
      err: "tl doctor --level info lists them\n1 note: 1 remark\n")
    try runner.tl("doctor", "--level", "info")
      .expect(0, out: "a.md:5:3: info: there is no note gone yet\n", err: "1 note: 1 remark\n")
    var sound = try CommandRunner.withVault(["a.md": note("a")])
    #expect(try sound.tl("doctor").stderrText == "1 note: no problems\n")
    #expect(try sound.tl("doctor").status == 0)
    #expect(try sound.tl("doctor", "--json").stdoutText == "[]\n")
  }

  @Test("what would not survive a move is found, each kind of it")
  func kinds() throws {
    var runner = try CommandRunner.withVault([
      "con.md": note("1"), "A.md": note("2"), "a.md": note("two"), "TWO.md": note("Two"),
      "twin.md": note("1"),
      "lost.media/x.jpg": "x", "link.md": note("3", "[a](b.md)\n"),
      "conflict.md": note("4", "<<<<<<< a\n=======\n>>>>>>> b\n"), "broken.md": "---\na: [\n---\n",
      "big.bin": String(repeating: "x", count: 2000), ".tl/config.yaml": "media: {max_size: 1k}\n",
    ])
    let output = try runner.tl("doctor", "--json")
    let found = try #require(
      JSONSerialization.jsonObject(with: Data(output.stdout)) as? [[String: Any]])
    let codes = Set(found.compactMap { $0["code"] as? String })
    #expect(
      codes == [
        "refused-name", "clashing-names", "clashing-ids", "duplicate-id", "media-without-note",
        "broken-link",
        "conflict-marker", "broken-front-matter", "file-too-large",
      ])
    for finding in found {
      #expect(Set(finding.keys) == ["severity", "code", "path", "line", "column", "message"])
    }
    #expect(output.status == 1)
  }

  @Test("names from a vault are shown, never obeyed")
  func terminalText() throws {
    var runner = try CommandRunner.withVault(["a\u{1B}[2J.md": note("a", "[x](\u{202E}gone.md)\n")])
    try runner.tl("doctor").expect(outHas: "a␛[2J.md", outLacks: "\u{1B}", "\u{202E}")
  }

  @Test("a repair that the system refuses is told, and the others are made")
  func refused() throws {
    guard getuid() != 0 else { return }  // nothing is refused to the superuser
    var runner = try CommandRunner.withVault([
      "a/2026-11-20-x.md": "x\n", "b/2026-11-20-y.md": "y\n",
    ])
    chmod(runner.directory + "/a", 0o555)
    let output = try runner.tl("doctor", "--fix")
    #expect(output.status == 2)
    #expect(output.stderrText.contains("tl: error: a/2026-11-20-x.md"))
    #expect(output.stdoutText.contains("fixed: b/2026-11-20-y.md: stored the id"))
  }
}
