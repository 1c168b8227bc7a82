import Foundation
import TestSupport
import Testing

@Suite("tl drafts")
struct DraftsCommandTests {
  /// A vault with a draft of a new note.
  private static func withDraft(_ text: String = "# A walk\n\nTo the lake\n") throws -> EditingVault
  {
    var vault = try EditingVault()
    let output = try vault.runner.tl(
      "add", stdin: text, environment: ["TL_LOCK_WAIT": "0", "TL_NOW": "2026-11-20T18:03:11+01:00"])
    #expect(output.status == 0)
    try vault.folder.write(text, to: "vault/.tl/local/drafts/4.md")
    return vault
  }

  @Test("none, and numbers that are none")
  func none() throws {
    var vault = try EditingVault(editor: "true")
    #expect(try vault.runner.tl("drafts").stderrText == "there are no drafts\n")
    #expect(try vault.runner.tl("drafts", "--json").stdoutText == "[]\n")
    for arguments in [["drafts", "resume", "3"], ["drafts", "drop", "-y", "3"]] {
      try vault.runner.tl(arguments)
        .expect(2, err: "tl: error: there is no draft 3\nhint: tl drafts lists them\n")
    }
  }

  @Test("a draft without a note becomes one, also where nothing is changed in it")
  func newNote() throws {
    var vault = try Self.withDraft()
    try vault.setEditor("true")
    try vault.runner.tl("drafts", "resume", "4")
      .expect(0, outEnds: "  2026/11/2026-11-20-a-walk-2.md\n")
    #expect(
      try vault.folder.readText("vault/2026/11/2026-11-20-a-walk-2.md").hasSuffix(
        "\n\n# A walk\n\nTo the lake\n"))
    #expect(vault.drafts == [])
  }

  @Test("a draft that the editor emptied is no note")
  func emptied() throws {
    var vault = try Self.withDraft()
    try vault.setEditor(": > \"$1\"")
    try vault.runner.tl("drafts", "resume", "4")
      .expect(64, err: "tl: error: cancelled; nothing written\n")
    #expect(vault.drafts == [])
  }

  @Test("a draft stays while an editor's file beside it may hold more than the draft does")
  func recoverable() throws {
    var vault = try Self.withDraft()
    try vault.folder.write("", to: "vault/.tl/local/drafts/4.md")
    let swap = "\"$(dirname \"$1\")/.$(basename \"$1\").swp\""
    try vault.setEditor("echo more > \(swap)")
    try vault.runner.tl("drafts", "resume", "4").expect(64, errHas: "tl drafts resume 4")
    try vault.edit().expect(errHas: "nothing was changed; draft 5 stays")
    try vault.runner.tl("drafts").expect(outHas: "a killed editor left .4.md.swp")
    try vault.setEditor("rm \(swap)")
    #expect(
      try vault.runner.tl("drafts", "resume", "4").stderrText
        == "tl: error: cancelled; nothing written\n")
    #expect(try vault.runner.tl("drafts", "resume", "5").status == 0)
    #expect(vault.drafts == [])
  }

  @Test("a draft that is open in an editor is not one that an editor left")
  func open() throws {
    var vault = try EditingVault()
    let tool = try #require(CommandRunner.executable)
    let list = vault.folder.path("list.txt")
    try vault.setEditor(
      """
      echo more >> "$1"; touch "$(dirname "$1")/.$(basename "$1").swp"
      '\(tool)' drafts > '\(list)'; '\(tool)' drafts --json | grep open >> '\(list)'; exit 1
      """)
    #expect(try vault.edit().status == 2)
    try expect(vault.folder.readText("list.txt"), has: "(open in an editor)\n", "\"open\": true")
    #expect(try vault.runner.tl("drafts").stdoutText.contains("a killed editor left ."))
  }

  @Test("a draft stays when the editor fails again")
  func failsAgain() throws {
    var vault = try Self.withDraft()
    try vault.setEditor("echo more >> \"$1\"; exit 1")
    try vault.runner.tl("drafts", "resume", "4").expect(2, errEnds: vault.whereabouts(4))
    #expect(vault.draft(4) == "# A walk\n\nTo the lake\nmore\n")
  }

  @Test("a draft that was to be sealed is not written without its seal")
  func seal() throws {
    var vault = try EditingVault(editor: "true")
    try vault.folder.write("---\ntl: person\ntitle: Mira\n---\n", to: "vault/people/mira.md")
    let output = try vault.runner.tl("add", "Dear Mira", "--open-at-age", "mira 18 years")
    #expect(output.status != 0)
    let number = try #require(vault.drafts.first?.prefix { $0.isNumber })
    let refused = try vault.runner.tl("drafts", "resume", String(number))
    #expect(refused.status != 0)
    #expect(refused.stderrText.contains("--open-after 2043-05-17"), "\(refused.stderrText)")
    #expect(try vault.runner.tl("search", "Dear").status == 1)
    let sealed = try vault.runner.tl(
      "drafts", "resume", String(number), "--open-after", "2999-05-17")
    #expect(sealed.status == 0, "\(sealed.stderrText)")
    #expect(vault.drafts == [])
    #expect(try vault.runner.tl("list").stdoutText.contains("Sealed until 2999-05-17"))
  }

  @Test("a draft of a template goes where notes of the template go")
  func template() throws {
    var vault = try EditingVault(editor: "true")
    try vault.runner.tl("config", "set", "path", "{{template}}/YYYY-MM-DD-{{title}}.md")
    try vault.runner.tl("config", "set", "templates", "templates")
    try vault.folder.write("# {{title}}\n\nWeather:\n", to: "vault/templates/trip.md")
    let lock = try HeldLock(vault.folder)
    let failed = try vault.runner.tl(
      "add", "The lake", "--template", "trip", "-t", "outside", environment: ["TL_LOCK_WAIT": "0"])
    #expect(failed.status != 0)
    lock.release()
    let number = try #require(vault.drafts.first?.prefix { $0.isNumber })
    let output = try vault.runner.tl("drafts", "resume", String(number))
      .expect(0, outEnds: "-the-lake.md\n", outHas: "  trip/", errHas: "--template=trip")
    let path = try #require(output.stdoutText.split(separator: " ").last).dropLast()
    let text = try vault.folder.readText("vault/\(path)")
    #expect(text.contains("outside") && text.hasSuffix("# The lake\n\nWeather:\n"))
    #expect(vault.drafts == [])
  }

  /// A vault with the draft of an edit that failed.
  private static func withEdit() throws -> EditingVault {
    var vault = try EditingVault(editor: "sed -i 's/First/Edited/' \"$1\"; exit 1")
    #expect(try vault.edit().status == 2)
    try vault.setEditor("true")
    return vault
  }

  @Test("a draft of a note is saved into it, with what the note has become")
  func resumeEdit() throws {
    var vault = try Self.withEdit()
    try vault.folder.write(
      EditingVault.changing(("Last", "Meanwhile")), to: "vault/\(EditingVault.note)")
    try vault.runner.tl("drafts", "resume", "1").expect(out: "11111111  \(EditingVault.note)\n")
    #expect(vault.note.contains("Edited") && vault.note.contains("Meanwhile"))
    #expect(vault.drafts == [])
  }

  @Test("a draft of a note that is gone brings it back")
  func resumeGone() throws {
    var vault = try Self.withEdit()
    try vault.folder.remove("vault/\(EditingVault.note)")
    try vault.runner.tl("drafts", "resume", "1")
      .expect(errStarts: "2026/11/note.md is gone; what you save becomes a note again\n")
    #expect(vault.note == EditingVault.changing(("First", "Edited")))
  }

  @Test("a draft that lost what it began with never overwrites its note unseen")
  func lostBase() throws {
    var vault = try Self.withEdit()
    try vault.folder.remove("vault/.tl/local/drafts/1.base")
    try vault.runner.tl("drafts", "resume", "1").expect(2)
    #expect(vault.note == EditingVault.text)
    #expect(vault.draft(1)?.contains("Edited") == true)
    #expect(vault.draft(1)?.contains("First") == true)
  }

  @Test("editing a note of which there is a draft says so")
  func mention() throws {
    var vault = try Self.withEdit()
    try vault.edit().expect(
      err: """
        an earlier edit of this note was not saved; tl drafts resume 1 opens it again
        nothing was changed

        """)
    #expect(vault.drafts == ["1-note.md", "1.about", "1.base"])
  }

  @Test("a dropped draft is in the trash and comes back whole, under a free number")
  func drop() throws {
    var vault = try Self.withEdit()
    try vault.runner.tl("drafts", "drop", "1")
      .expect(64, errEnds: "hint: tl drafts drop -y NUMBER\n")
    try vault.runner.tl("drafts", "drop", "-y", "1", "7")
      .expect(
        2, out: "1\n", errStarts: "draft 1 is in the trash; tl trash restore 1 brings it back\n")
    #expect(vault.drafts == [])
    try vault.folder.write("another", to: "vault/.tl/local/drafts/1.md")
    try vault.runner.tl("trash", "restore", "1").expect(out: ".tl/local/drafts/2-note.md\n")
    #expect(vault.drafts == ["1.md", "2-note.md", "2.about", "2.base"])
    #expect(try vault.runner.tl("drafts", "resume", "2").status == 0)
    #expect(vault.note.contains("Edited"))
  }

  /// A vault as a stranger's backup may bring it: with a draft that names a file of this machine.
  private static func withForeignFile(_ option: String) throws -> EditingVault {
    var vault = try Self.withDraft()
    let file = try vault.folder.write("a key of the reader", to: "home/key")
    try vault.folder.write(
      "about: A walk\noption: --tag=lake\noption: \(option)\(file)\n",
      to: "vault/.tl/local/drafts/4.about")
    try vault.setEditor("true")
    return vault
  }

  private static func holdsKey(_ vault: EditingVault) -> Bool {
    vault.folder.contents().contains { $0.hasPrefix("vault/") && $0.hasSuffix("key") }
  }

  @Test(
    "a file that a draft names is not taken in without a question", arguments: ["--attach=", "-a"])
  func foreignFile(option: String) throws {
    var vault = try Self.withForeignFile(option)
    try vault.runner.tl("drafts", "resume", "4")
      .expect(0, outEnds: "-a-walk-2.md\n", errHas: "home/key, given with this draft, is left out")
    #expect(!Self.holdsKey(vault))
    #expect(try vault.runner.tl("list", "-t", "lake").status == 0)
    #expect(vault.drafts == [])
  }

  @Test("on a terminal each file is asked for", arguments: ["y\n", "n\n", "\n"])
  func askedFile(typed: String) throws {
    let vault = try Self.withForeignFile("--attach=")
    try TerminalSession.run(
      vault.runner, ["drafts", "resume", "4"], typed: typed, environment: vault.runner.environment
    ).expect(0, has: "home/key into the note? [y/N] ")
    #expect(Self.holdsKey(vault) == (typed == "y\n"))
  }

  @Test("what stands in a draft cannot reach the terminal's controls")
  func safeOutput() throws {
    var vault = try EditingVault()
    try vault.folder.write("\u{1B}]0;owned\u{07} title\n", to: "vault/.tl/local/drafts/1.md")
    let output = try vault.runner.tl("drafts")
    #expect(!output.stdout.contains(0x1B) && !output.stdout.contains(0x07))
  }
}
