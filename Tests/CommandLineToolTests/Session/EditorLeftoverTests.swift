import Foundation
import TestSupport
import Testing

/// What a killed editor leaves, what a draft keeps, and under which name and where the editor gets it.
@Suite("Drafts in the editor")
struct EditorLeftoverTests {
  private static let dies =
    "d=$(dirname \"$1\"); echo unsaved > \"$d/.$(basename \"$1\").swp\"; kill -KILL $$"

  @Test("a swap file is told and kept, and no other note is edited under its name")
  func swapFile() throws {
    var vault = try EditingVault()
    let terminal = try PseudoTerminal()
    try vault.setEditor(Self.dies)
    let output = try vault.runner.shell("tl add < \(terminal.path)").expect(2)
    let swap = ".1-2026-11-20.md.swp"
    expect(
      output.stderrText, has: "/.tl/local/drafts/\(swap), which may have unsaved changes\n",
      "hint: tl drafts resume 1 opens the same file again", lacks: "nothing was written")
    #expect(try vault.runner.tl("drafts").stdoutText.contains("(a killed editor left \(swap))"))
    #expect(try vault.runner.tl("drafts", "list", "--json").stdoutText.contains(swap))

    // Another note gets another number, and the next new note says what is there.
    try vault.setEditor("echo \"$1\" >> \"$VAULT/opened\"; echo more >> \"$1\"")
    #expect(try vault.edit().status == 0)
    try vault.runner.shell("tl add < \(terminal.path)")
      .expect(err: "a new note was not saved earlier; tl drafts resume 1 opens the draft\n")
    let opened = try vault.folder.readText("vault/opened")
    #expect(opened.contains("/2-note.md\n") && opened.contains("/3-2026-11-20.md\n"))

    // What the editor recovers becomes the note.
    try vault.setEditor("cat \"$(dirname \"$1\")/.$(basename \"$1\").swp\" > \"$1\"")
    #expect(try vault.runner.tl("drafts", "resume", "1").stdoutText.hasSuffix("-unsaved.md\n"))
    #expect(vault.drafts == [swap])
  }

  @Test("an edit of a note whose editor was killed before it saved keeps its draft")
  func editedNote() throws {
    var vault = try EditingVault(editor: Self.dies)
    #expect(try vault.edit().status == 2)
    #expect(vault.drafts == [".1-note.md.swp", "1-note.md", "1.about", "1.base"])
    try vault.setEditor("true")
    #expect(
      try vault.edit().stderrText.hasPrefix(
        "an earlier edit of this note was not saved; tl drafts resume 1 opens it again\n"))
  }

  @Test("a draft keeps the options, whatever stops the note")
  func options() throws {
    var vault = try EditingVault()
    let terminal = try PseudoTerminal()
    try vault.folder.write("x", to: "vault/photo.jpg")
    try vault.setEditor("echo 'precious words' > \"$1\"; kill -KILL $$")
    let output = try vault.runner.shell(
      "tl add -t lost --pin --set mood=x --date yesterday < \(terminal.path)")
    #expect(output.status == 2)
    try vault.setEditor("true")
    try vault.runner.tl("drafts", "resume", "1")
      .expect(err: "with --tag=lost --pin --date=2026-11-19 --set=mood=x\n")
    let note = try vault.folder.readText("vault/2026/11/2026-11-19-precious-words.md")
    for line in ["pinned: true", "tags: [lost]", "mood: x", "date: 2026-11-19"] {
      #expect(note.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test("files are found from elsewhere, and an option that cannot be used is left out")
  func unusableOptions() throws {
    var vault = try EditingVault()
    try vault.folder.write("x", to: "vault/photos/one.jpg")
    let lock = try HeldLock(vault.folder)
    let output = try vault.runner.shell(
      "cd photos && printf 'A text' | TL_LOCK_WAIT=0 tl add -a one.jpg --set mood=x")
    lock.release()
    #expect(output.status == 6)
    try vault.runner.tl("add", "--date", "never", "-t", "a", stdin: "Another").expect(64)
    try vault.setEditor("true")
    let moment = ["TL_NOW": "2026-11-20T18:03:11+01:00"]
    try TerminalSession.run(
      vault.runner, ["drafts", "resume", "1"], typed: "y\n",
      environment: vault.runner.environment.merging(moment) { $1 }
    ).expect(0)
    #expect(vault.folder.exists("vault/2026/11/2026-11-20-a-text.media/one.jpg"))
    try vault.runner.tl("drafts", "resume", "2").expect(
      0,
      errStarts:
        "tl: warning: --date=never, given with this draft, is left out: date: 'never' is not a date\n",
      errEnds: "with --tag=a\n")
  }

  @Test("the editor starts in the folder of the note, with a file that is named after it")
  func place() throws {
    var vault = try EditingVault(
      editor:
        "pwd > \"$VAULT/place\"; echo \"$PWD $1\" >> \"$VAULT/place\"; ls ../../.tl > /dev/null")
    #expect(try vault.edit().status == 0)
    let place = try vault.folder.readText("vault/place")
    let folder = try #require(place.split(separator: "\n").first)
    #expect(folder.hasSuffix("/vault/2026/11"))
    #expect(place.contains("\(folder) ") && place.hasSuffix("/.tl/local/drafts/1-note.md\n"))
  }

  @Test("a new note is edited where the person is")
  func placeOfNewNote() throws {
    var vault = try EditingVault()
    let terminal = try PseudoTerminal()
    try vault.folder.makeFolder("vault/here")
    try vault.setEditor("pwd > \"$VAULT/place\"")
    _ = try vault.runner.shell("cd here && tl add < \(terminal.path)")
    #expect(try vault.folder.readText("vault/place").hasSuffix("/vault/here\n"))
  }

  @Test("a conflict that is looked at and left as it is leaves no draft, and stays")
  func unansweredConflict() throws {
    var vault = try EditingVault()
    let copy = "2026/11/note.conflict-b-20261120T170000Z.md"
    try vault.folder.write(
      EditingVault.changing(
        ("First", "Second"), (EditingVault.id, "22222222-2222-4333-8444-555555555555"),
        ("---\n\nFirst", "---\n\nFirst"),
        ("tags: [a]   # as typed", "conflict_of: \(EditingVault.id)\nconflict_from: b")),
      to: "vault/\(copy)")
    #expect(try vault.runner.tl("conflicts").status == 3)
    for editor in ["true", "exit 1"] {
      try vault.setEditor(editor)
      let output = try vault.runner.tl("resolve", EditingVault.note, "--edit")
      #expect(output.status == (editor == "true" ? 0 : 2))
      if editor == "true" {
        #expect(output.stderrText == "nothing was changed\nthe conflict stays\n")
      }
      #expect(vault.drafts == [])
      #expect(vault.folder.exists("vault/\(copy)"))
    }
    try vault.setEditor("sed -i -e '/^<<<<<<</d' -e '/^=======/d' -e '/^>>>>>>>/d' \"$1\"")
    #expect(try vault.runner.tl("resolve", EditingVault.note, "--edit").status == 0)
    #expect(!vault.folder.exists("vault/\(copy)"))
  }
}
