import Foundation
import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("New notes")
struct NoteCreationTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  private static func create(_ text: String, in vault: TemporaryVault) throws -> String {
    try vault.writing { try $0.create(NewNote(text: text)).path.text }
  }

  @Test("a note is born with its keys, a blank line and its text")
  func content() throws {
    var note = NewNote(text: "# First steps\n\nFrom the sofa.")
    note.isPinned = true
    note.tags = ["kaia", "First Steps"].compactMap { Tag($0) }
    note.assignments = [try FieldAssignment("mood=calm", now: Writing.now, zone: Writing.zone)]
    let made = try vault.writing { try $0.create(note) }
    #expect(made.id == Writing.id)
    #expect(made.path.text == "2026/11/2026-11-20-first-steps.md")
    #expect(
      vault.text(made.path.text) == """
        ---
        id: 5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11
        created: 2026-11-20T18:03:11+01:00
        updated: 2026-11-20T18:03:11+01:00
        pinned: true
        tags: [kaia, first steps]
        mood: calm
        ---

        # First steps

        From the sofa.

        """)
  }

  @Test(
    "the text stays what was typed",
    arguments: [
      "", "a", "a\n", "a\n\n", "\na", "---\ntitle: mine\n---\n", "a\r\nb", "\u{FEFF}a", "...\n",
    ])
  func text(_ text: String) throws {
    let path = try Self.create(text, in: vault)
    let note = try Vault(opening: vault.root).note(at: VaultPath(path)!, zone: .utc)
    let ended = text.isEmpty || text.utf8.last == 0x0A ? text : text + "\n"
    #expect(Array(note.document.body) == bytes(text.isEmpty ? "" : "\n" + ended))
    #expect(note.metadata.id == Writing.id && note.findings.isEmpty)
  }

  /// A first line and the name that it makes.
  static let names: [(String, String)] = [
    ("First steps", "first-steps"), ("# First steps", "first-steps"), ("### Third ###", "third"),
    ("\n \n  Later line", "later-line"), ("Before\n\n# Heading", "before"),
    ("- a list, item", "a-list-item"),
    ("don't stop", "don-t-stop"), ("C++ & C#", "c-c"),
    ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
    ("../../etc/passwd", "etc-passwd"), ("...", "180311"), ("---\nmore", "180311"),
    ("🎉🎉", "180311"), ("", "180311"),
    ("CON", "con"), ("aux.md", "aux-md"), ("Ärger über Öl", "ärger-über-öl"),
    ("E\u{301}te\u{301}", "été"),
    ("STRASSE ẞ", "strasse-ß"), ("公園で散歩", "公園で散歩"), ("ПРИВЕТ мир", "привет-мир"), ("हिन्दी में", "हिन्दी-में"),
    ("ภาษาไทย", "ภาษาไทย"), ("שָׁלוֹם", "שָׁלוֹם".precomposedStringWithCanonicalMapping),
    ("١٢٣ عدد", "١٢٣-عدد"),
    ("½ litre", "½-litre"), ("a\u{0}b\u{1B}c", "a-b-c"), ("\u{202E}evil", "evil"),
    ("x\u{2028}y", "x"),
    ("İstanbul", "i\u{307}stanbul"),
    (String(repeating: "a", count: 61), String(repeating: "a", count: 60)),
    (String(repeating: "é", count: 31), String(repeating: "é", count: 30)),
    ("a" + String(repeating: "公", count: 20), "a" + String(repeating: "公", count: 19)),
    (String(repeating: "ab ", count: 30), Array(repeating: "ab", count: 20).joined(separator: "-")),
    // A syllable of three scalars is not cut within.
    (String(repeating: "x", count: 52) + "क्षि", String(repeating: "x", count: 52)),
    (String(repeating: "x", count: 51) + " क्षि", String(repeating: "x", count: 51)),
    (String(repeating: "x", count: 48) + "क्षि", String(repeating: "x", count: 48) + "क्षि"),
    ("e" + String(repeating: "\u{302}", count: 40), "ê" + String(repeating: "\u{302}", count: 29)),
  ]

  @Test("the name is made of the first line's words, in any script", arguments: names)
  func name(_ text: String, _ slug: String) throws {
    let path = try Self.create(text, in: vault)
    #expect(Array(path.utf8) == Array("2026/11/2026-11-20-\(slug).md".utf8), "\(path)")
    #expect(slug.utf8.count <= 60)
    let name = String(path.split(separator: "/").last ?? "")
    #expect(PortableName.problems(of: name).isEmpty)
  }

  @Test("a title that is given makes the name")
  func givenTitle() throws {
    var note = NewNote(text: "# Other")
    note.assignments = [try FieldAssignment("title=My Title", now: Writing.now, zone: Writing.zone)]
    #expect(try vault.writing { try $0.create(note).path.text } == "2026/11/2026-11-20-my-title.md")
  }

  @Test("a date in any form of a value decides on the folder", arguments: ["date=", "date:="])
  func dates(_ key: String) throws {
    var note = NewNote(text: "Old")
    note.assignments = [
      try FieldAssignment("\(key)2020-05-01", now: Writing.now, zone: Writing.zone)
    ]
    #expect(try vault.writing { try $0.create(note).path.text } == "2020/05/2020-05-01-old.md")
  }

  @Test(
    "the setting path says where new notes go",
    arguments: [
      ("{{category}}/YYYY/YYYY-MM-DD-{{title}}.md", "trips/2026/2026-11-20-a-walk.md"),
      ("YYYY-MM-DD {{title}}", "2026-11-20 a-walk.md"),
      ("notes/[YYYY] {{template}}/YYYY-MM-DD", "notes/YYYY meeting/2026-11-20.md"),
      ("{{template}}/MMMM/YYYY-MM-DD {{title}}", "meeting/November/2026-11-20 a-walk.md"),
      // What leads out of the vault, or is no place for notes, has no effect.
      ("../{{title}}", "2026/11/2026-11-20-a-walk.md"),
    ])
  func paths(_ setting: String, _ path: String) throws {
    try vault.write(".tl/config.yaml", "format: 1\npath: '\(setting)'\n")
    var note = NewNote(text: "A walk")
    note.assignments = [FieldAssignment(.category, .text("Trips"))]
    note.template = "Meeting"
    #expect(try vault.writing { try $0.create(note).path.text } == path)
    #expect(try vault.writing { try $0.create(note).path.text } == path.dropLast(3) + "-2.md")
    note.assignments.append(FieldAssignment(.openAfter, .plain("2043-05-17")))
    let sealed = try vault.writing { try $0.create(note).path.text }
    for word in ["walk", "trips", "meeting"] { #expect(!sealed.contains(word), "\(sealed)") }
    let found = try Vault(opening: vault.root).configuration.findings
    #expect(found.map(\.code) == (setting.hasPrefix("..") ? [.vaultSetting] : []))
  }

  @Test("the folder and the date are those of created, on its own clock")
  func created() throws {
    var note = NewNote(text: "Old")
    note.created = NoteTime("1999-12-31T23:30:05-05:00", zone: .utc)
    let path = try vault.writing { try $0.create(note).path.text }
    #expect(path == "1999/12/1999-12-31-old.md")
    #expect(
      vault.text(path)?.contains(
        "created: 1999-12-31T23:30:05-05:00\nupdated: 2026-11-20T18:03:11+01:00\n") == true)
    note.content = bytes("…")
    #expect(try vault.writing { try $0.create(note).path.text } == "1999/12/1999-12-31-233005.md")
  }

  @Test("a name that is taken on any system gets a number, and nothing is replaced")
  func taken() throws {
    let month = "2026/11/2026-11-20-"
    #expect(try Self.create("Walk", in: vault) == month + "walk.md")
    #expect(try Self.create("walk", in: vault) == month + "walk-2.md")
    #expect(try Self.create("Walk!", in: vault) == month + "walk-3.md")
    #expect(vault.text(month + "walk.md")?.hasSuffix("\nWalk\n") == true)

    for (name, title) in [
      ("UPPER.md", "upper"), ("e\u{301}te\u{301}.md", "Été"), ("STRASSE.md", "straße"),
      ("media.media/a.jpg", "media"),
      ("Left.MEDIA/a.jpg", "left"), ("other.markdown", "other"), ("folder.md/x", "folder"),
    ] {
      try vault.write(month + name, "x")
      let path = try Self.create(title, in: vault)
      #expect(path.hasSuffix("-2.md"), "\(path)")
    }
  }

  @Test("the notes of one writer get numbers past each other's and past what others make meanwhile")
  func takenByOneWriter() throws {
    let month = "2026/11/2026-11-20-"
    let paths = try vault.writing { writer in
      try (0..<4).map { round in
        if round == 2 { try vault.write(month + "walk-3.md", "another's") }
        return try writer.create(NewNote(text: round == 3 ? "WALK" : "Walk")).path.text
      }
    }
    #expect(paths == ["walk.md", "walk-2.md", "walk-4.md", "walk-5.md"].map { month + $0 })
    #expect(vault.text(month + "walk-3.md") == "another's")
  }

  @Test("a long name that is taken is numbered within its length")
  func takenLongName() throws {
    let title = String(repeating: "公", count: 40)
    let first = try Self.create(title, in: vault)
    let second = try Self.create(title, in: vault)
    #expect(second == first.replacingOccurrences(of: ".md", with: "-2.md"))
  }

  @Test("a link or a file where a folder should be is refused, and nothing is written elsewhere")
  func hostileFolders() throws {
    let outside = try TemporaryVault()
    try vault.link("2026", to: outside.root)
    #expect(throws: StoreError("2026", .link)) { try Self.create("Walk", in: vault) }
    #expect(outside.files().isEmpty)
    let other = try TemporaryVault()
    try other.write("2026", "a file")
    #expect(throws: StoreError("2026", .wrongKind(.file, wanted: .folder))) {
      try Self.create("Walk", in: other)
    }
    #expect(other.files() == ["2026": "a file"])
  }

  // MARK: - Front matter of its own

  private static func created(
    _ text: String, _ change: (inout NewNote) throws -> Void = { _ in }
  ) throws -> (path: String, text: String) {
    let vault = try TemporaryVault()
    var note = NewNote(TypedText(text))
    try change(&note)
    let made = try vault.writing { try $0.create(note) }
    return (made.path.text, vault.text(made.path.text) ?? "")
  }

  private static let keys =
    "id: \(Writing.id.text)\ncreated: 2026-11-20T18:03:11+01:00\nupdated: 2026-11-20T18:03:11+01:00\n"

  @Test("front matter of the text is the note's, byte for byte, and gets what tl adds")
  func ownFrontMatter() throws {
    let made = try Self.created("---\ntags: [a,  b]   # mine\nmood: good\n---\n\n# Day\n\nbody")
    #expect(made.path == "2026/11/2026-11-20-day.md")
    #expect(
      made.text
        == "---\ntags: [a,  b]   # mine\nmood: good\n\(Self.keys)---\n\n# Day\n\nbody\n")
  }

  @Test("options are added to it, and take the place of its values")
  func joined() throws {
    let made = try Self.created("---\ntags: [a]\nmood: good\n---\nText\n") { note in
      note.tags = ["b", "A"].compactMap { Tag($0) }
      note.isPinned = true
      note.assignments = [try FieldAssignment("mood=wild", now: Writing.now, zone: Writing.zone)]
    }
    #expect(
      made.text == "---\ntags: [a, b]\nmood: wild\n\(Self.keys)pinned: true\n---\nText\n")
  }

  @Test("its title makes the name, its created the folder, and its own id and times stay")
  func identity() throws {
    let text =
      "---\ntitle: My day\nid: own-id\ncreated: 2020-02-03\nmodified: 2021-01-01\n---\nText\n"
    let made = try Self.created(text)
    #expect(made.path == "2020/02/2020-02-03-my-day.md")
    #expect(made.text == text)
    let other = try Self.created(text) { $0.id = NoteID("another") }
    #expect(other.text == text.replacing("own-id", with: "another"))
  }

  @Test("keys without a value are filled in under the names that they have")
  func emptyKeys() throws {
    let made = try Self.created("---\nid:\ncreated_at:\nlastmod: 2020-01-01\n---\nText\n")
    #expect(
      made.text
        == "---\nid: \(Writing.id.text)\ncreated_at: 2026-11-20T18:03:11+01:00\nlastmod: 2020-01-01\n---\nText\n"
    )
  }

  @Test(
    "front matter that tl cannot read or add to is text, byte for byte",
    arguments: ["---\na: [\n---\nx\n", "---\n{a: 1}\n---\nx\n", "+++\na = 1\n+++\nx\n", "---\nx\n"])
  func unusable(text: String) throws {
    let made = try Self.created(text)
    #expect(made.text == "---\n\(Self.keys)---\n\n\(text)")
  }

  @Test("bytes that are not UTF-8 come through")
  func latin() throws {
    let made = try vault.writing {
      try $0.create(NewNote(TypedText([0x63, 0x61, 0x66, 0xE9, 0x0A])))
    }
    #expect(try vault.folder.read(made.path).bytes.suffix(5) == [0x63, 0x61, 0x66, 0xE9, 0x0A])
  }
}
