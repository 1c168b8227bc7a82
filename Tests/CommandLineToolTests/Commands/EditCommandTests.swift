import Foundation
import TestSupport
import Testing

@Suite("tl edit")
struct EditCommandTests {
  /// What the commands of these tests set `updated` to: the clock goes on by a second with each.
  private static func stamp(_ commands: Int) -> String {
    "updated: 2026-11-20T18:03:\(11 + commands)+01:00"
  }
  private static let oldStamp = "updated: 2026-01-01T10:00:00+01:00"
  private static let line = "11111111  \(EditingVault.note)\n"

  @Test("what the editor saved is stored, byte for byte but for the stamp")
  func saves() throws {
    var vault = try EditingVault(
      editor: "sed -i 's/Middle/The  middle \\\\t/' \"$1\"; printf 'no line end' >> \"$1\"")
    try vault.edit().expect(out: Self.line, err: "")
    #expect(
      vault.note
        == EditingVault.changing((Self.oldStamp, Self.stamp(1)), ("Middle", "The  middle \\t"))
        + "no line end")
    #expect(vault.drafts == [])
  }

  @Test("line ends, a byte order mark and bytes that are no text come through")
  func bytes() throws {
    let text = EditingVault.text.replacingOccurrences(of: "\n", with: "\r\n")
    var vault = try EditingVault()
    let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    try vault.folder.write(bytes, to: "vault/\(EditingVault.note)")
    let saved = bytes + [0xFF, 0xFE, 0x0D, 0x00]
    try vault.setEditor(saving: saved)
    #expect(try vault.edit().status == 0)
    let written = try vault.folder.read("vault/\(EditingVault.note)")
    #expect(written.count == saved.count)
    let difference = zip(written, saved).enumerated().filter { $0.element.0 != $0.element.1 }.map(
      \.offset)
    let stamp = try #require(text.utf8.range(of: Self.oldStamp))
    #expect(difference.allSatisfy { (stamp.lowerBound + 3..<stamp.upperBound + 3).contains($0) })
    #expect(Array(written.suffix(4)) == [0xFF, 0xFE, 0x0D, 0x00])
  }

  @Test("an editor that changes nothing leaves all as it is")
  func unchanged() throws {
    var vault = try EditingVault(editor: "touch \"$1\"")
    try vault.edit().expect(0, out: "", err: "nothing was changed\n")
    vault.expect(note: EditingVault.text, drafts: [])
  }

  @Test("a stamp that was set by hand stays")
  func ownStamp() throws {
    var vault = try EditingVault()
    let text = EditingVault.changing((Self.oldStamp, "updated: 2020-02-02"), ("Middle", "Mid"))
    try vault.setEditor(saving: text.utf8)
    #expect(try vault.edit().status == 0)
    #expect(vault.note == text)
  }

  @Test("an empty text changes nothing")
  func empty() throws {
    var vault = try EditingVault(editor: "printf ' \\n' > \"$1\"")
    try vault.edit()
      .expect(2, errStarts: "tl: error: the text is empty; the note was not changed\n")
    vault.expect(note: EditingVault.text, drafts: [])
  }

  // MARK: - The editor fails

  @Test(
    "an editor that fails changes nothing, and what it saved stays in a draft",
    arguments: [("exit 3", "ended with status 3"), ("kill -KILL $$", "was ended by signal 9")])
  func failure(end: String, message: String) throws {
    var vault = try EditingVault(editor: "echo more >> \"$1\"; \(end)")
    try vault.edit()
      .expect(2, err: "tl: error: the editor /bin/sh \(message)\n" + vault.whereabouts(1))
    #expect(vault.note == EditingVault.text)
    #expect(vault.draft(1) == EditingVault.text + "more\n")
    #expect(vault.drafts == ["1-note.md", "1.about", "1.base"])
  }

  @Test("an editor that fails before anything was changed leaves no draft")
  func failureUnchanged() throws {
    var vault = try EditingVault(editor: "exit 1")
    try vault.edit().expect(2, errEnds: "ended with status 1\nhint: nothing was written\n")
    #expect(vault.drafts == [])
  }

  @Test("an editor that is not there")
  func missing() throws {
    var vault = try EditingVault()
    vault.runner.environment["TL_EDITOR"] = "no-such-editor --wait"
    try vault.edit().expect(
      2,
      err: """
        tl: error: the editor no-such-editor cannot be started
        hint: nothing was written
        hint: TL_EDITOR names it; set it to your editor

        """)
    #expect(vault.drafts == [])
  }

  @Test("nobody is asked with --no-input, and no terminal program is started without a terminal")
  func noInput() throws {
    var vault = try EditingVault(editor: "echo more >> \"$1\"")
    try vault.runner.tl("edit", EditingVault.note, "--no-input")
      .expect(64, errStarts: "tl: error: an editor is needed, and --no-input forbids it\n")
    vault.runner.environment["TL_EDITOR"] = "/usr/bin/vim -n"
    try vault.edit()
      .expect(64, errStarts: "tl: error: /usr/bin/vim needs a terminal, and there is none here\n")
    #expect(vault.note == EditingVault.text)
  }

  // MARK: - Meanwhile

  @Test("changes of other lines are joined")
  func merge() throws {
    var vault = try EditingVault()
    try vault.setEditor(
      """
      sed -i 's/First/From the editor/' "$1"
      sed -i -e 's/Last/From elsewhere/' -e 's/^updated: .*/updated: 2026-11-19T08:00:00+01:00/' "$NOTE"
      """)
    try vault.edit()
      .expect(out: Self.line, err: "the note was changed meanwhile; it has both changes now\n")
    #expect(
      vault.note
        == EditingVault.changing(
          ("First", "From the editor"), ("Last", "From elsewhere"), (Self.oldStamp, Self.stamp(1))))
    #expect(vault.drafts == [])
  }

  @Test("the stamp alone is no conflict")
  func stampMeanwhile() throws {
    var vault = try EditingVault()
    try vault.setEditor("sed -i 's/First/Edited/' \"$1\"; tl pin \"$NOTE\" > /dev/null")
    #expect(try vault.edit().status == 0)
    #expect(vault.note.contains("pinned: true") && vault.note.contains("Edited"))
  }

  @Test("the same change on both sides is one")
  func same() throws {
    var vault = try EditingVault(editor: "sed -i 's/First/Both/' \"$1\" \"$NOTE\"")
    try vault.edit().expect(0, errEnds: "has these changes already; nothing was written\n")
    vault.expect(note: EditingVault.changing(("First", "Both")), drafts: [])
  }

  @Test("changes of the same line are a conflict that loses neither; resuming it shows both")
  func conflict() throws {
    var vault = try EditingVault()
    try vault.setEditor("sed -i 's/First/Mine/' \"$1\"; sed -i 's/First/Theirs/' \"$NOTE\"")
    try vault.edit().expect(
      2, out: "",
      err: """
        tl: error: 2026/11/note.md was changed meanwhile in the same lines (line 8)
        hint: the note is as the other program left it; your version is in \
        \(vault.folder.path("vault"))/.tl/local/drafts/1-note.md
        hint: tl drafts resume 1 shows both versions in the editor

        """)
    #expect(vault.note == EditingVault.changing(("First", "Theirs")))
    #expect(vault.draft(1) == EditingVault.changing(("First", "Mine")))

    // Saved with its marks it stays a draft.
    try vault.setEditor("true")
    try vault.runner.tl("drafts", "resume", "1").expect(2)
    #expect(
      vault.draft(1)
        == EditingVault.changing(
          ("First", "<<<<<<< your version\nMine\n=======\nTheirs\n>>>>>>> the note as it is")))
    #expect(vault.note == EditingVault.changing(("First", "Theirs")))

    try vault.setEditor("sed -i -e '/^[<=>]\\{7\\}/d' -e 's/Theirs/and theirs/' \"$1\"")
    try vault.runner.tl("drafts", "resume", "1").expect(out: Self.line)
    #expect(
      vault.note
        == EditingVault.changing(("First", "Mine\nand theirs"), (Self.oldStamp, Self.stamp(3))))
    #expect(vault.drafts == [])
  }

  @Test("one key added on both sides in different lines is a conflict, not broken front matter")
  func doubledKey() throws {
    var vault = try EditingVault(
      editor:
        "sed -i 's/^id: /mood: calm\\nid: /' \"$1\"; sed -i 's/^tags.*/&\\nmood: wild/' \"$NOTE\"")
    try vault.edit()
      .expect(
        2, errStarts: "tl: error: 2026/11/note.md was changed meanwhile in the same lines (line 6)")
    #expect(vault.note.contains("wild") && !vault.note.contains("calm"))
    #expect(vault.draft(1)?.contains("calm") == true)
  }

  @Test("a note that moved meanwhile is found by its id")
  func moved() throws {
    var vault = try EditingVault()
    try vault.setEditor("sed -i 's/First/Edited/' \"$1\"; mv \"$NOTE\" \"$VAULT/elsewhere.md\"")
    try vault.edit().expect(out: "11111111  elsewhere.md\n")
    #expect(
      try vault.folder.readText("vault/elsewhere.md")
        == EditingVault.changing(("First", "Edited"), (Self.oldStamp, Self.stamp(1))))
    #expect(!vault.folder.exists("vault/\(EditingVault.note)"))
  }

  @Test("a note that was removed meanwhile comes back")
  func removed() throws {
    var vault = try EditingVault(editor: "sed -i 's/First/Edited/' \"$1\"; rm \"$NOTE\"")
    try vault.edit()
      .expect(
        out: Self.line, err: "the note had been removed meanwhile; it is back with your changes\n")
    vault.expect(note: EditingVault.changing(("First", "Edited")), drafts: [])
  }

  @Test("a vault that is locked when the editor ends keeps the text in the draft")
  func locked() throws {
    var vault = try EditingVault()
    let lock = try HeldLock(vault.folder)
    defer { lock.release() }
    try vault.setEditor("sed -i 's/First/Edited/' \"$1\"")
    try vault.runner.tl("edit", EditingVault.note, environment: ["TL_LOCK_WAIT": "0"])
      .expect(6, errEnds: vault.whereabouts(1))
    #expect(vault.note == EditingVault.text)
    #expect(vault.draft(1) == EditingVault.changing(("First", "Edited")))
  }

  // MARK: - The front matter

  @Test("front matter that the edit broke is kept as it was written, with a warning")
  func broken() throws {
    var vault = try EditingVault()
    let text = EditingVault.changing(("tags: [a]   # as typed", "tags: [a"))
    try vault.setEditor(saving: text.utf8)
    try vault.edit().expect(
      0, out: Self.line, errStarts: "tl: warning: 2026/11/note.md:",
      errEnds: "; saved as you wrote it\n")
    #expect(vault.note == text)
    // And it can be mended.
    try vault.setEditor(saving: EditingVault.text.utf8)
    #expect(try vault.edit().stderrText == "")
    #expect(vault.note == EditingVault.changing((Self.oldStamp, Self.oldStamp)))
  }

  @Test("front matter that is no longer closed is kept as it was written, with a warning")
  func unclosed() throws {
    var vault = try EditingVault()
    let text = EditingVault.changing(("typed\n---\n", "typed\n"))
    try vault.setEditor(saving: text.utf8)
    try vault.edit()
      .expect(errStarts: "tl: warning: 2026/11/note.md:1:1: the front matter that begins here")
    #expect(vault.note == text)
  }

  @Test("an id and a created that were deleted come back")
  func identity() throws {
    var vault = try EditingVault(editor: "sed -i -e /^id:/d -e /^created:/d \"$1\"")
    try vault.edit().expect(
      out: Self.line, errHas: "id: \(EditingVault.id) was put back: it identifies the note\n",
      "created: 2026-01-01T10:00:00+01:00 was put back: ")
    #expect(
      vault.note.contains("\nid: \(EditingVault.id)\ncreated: 2026-01-01T10:00:00+01:00\n---\n"))
  }

  @Test("an id that was changed stays so, with a warning")
  func changedID() throws {
    var vault = try EditingVault(editor: "sed -i 's/^id: .*/id: other/' \"$1\"")
    try vault.edit().expect(
      0,
      err: "tl: warning: the id was changed from \(EditingVault.id) to other: references to "
        + "\(EditingVault.id) are lost\n")
    #expect(vault.note.contains("\nid: other\n"))
  }

  @Test("a created that is no time is not replaced by a guess")
  func unreadableTime() throws {
    var vault = try EditingVault()
    let text = EditingVault.changing(("created: 2026-01-01T10:00:00+01:00", "created: 2026-13-45"))
    try vault.setEditor(saving: text.utf8)
    #expect(try vault.edit().status == 0)
    #expect(vault.note == EditingVault.changing((Self.oldStamp, Self.stamp(1)), in: text))
  }

  @Test("a note without front matter gets what every written note has")
  func plain() throws {
    var vault = try EditingVault("Just text\n", editor: "echo more >> \"$1\"")
    #expect(try vault.edit().status == 0)
    #expect(vault.note.hasPrefix("---\nid: "))
    #expect(vault.note.contains("\ncreated: "))
    #expect(vault.note.hasSuffix("---\nJust text\nmore\n"))
  }
}

extension String.UTF8View {
  /// The offsets of a text in this one.
  fileprivate func range(of text: String) -> Range<Int>? {
    let (bytes, wanted) = (Array(self), Array(text.utf8))
    let start = bytes.indices.first { bytes[$0...].starts(with: wanted) }
    return start.map { $0..<($0 + wanted.count) }
  }
}
