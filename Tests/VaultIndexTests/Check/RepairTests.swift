import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Repairs")
struct RepairTests {
  private func text(_ vault: CheckedVault, _ path: String) throws -> String {
    try vault.temporary.readText(path)
  }

  @Test("a note without an id gets the one that the index gives it, and nothing else")
  func completion() throws {
    let vault = try CheckedVault([
      "a.md": "---\n# kept\nupdated: 2026-01-01\ntags: [ x ]\n---\ntext",
      "2026-11-20-b.md": "---\n\n---\n",
    ])
    let index = try VaultScanner(vault.vault.folder, zone: .utc, threads: 1).scan()
    let ids = Dictionary(
      uniqueKeysWithValues: index.positions.map { (index.path($0).text, index.id($0).text) })
    #expect(vault.check().repairCount == 2)
    #expect(try vault.fix().count == 2)
    #expect(
      try text(vault, "a.md")
        == "---\n# kept\nupdated: 2026-01-01\ntags: [ x ]\nid: \(ids["a.md"]!)\n---\ntext"
    )
    #expect(try text(vault, "2026-11-20-b.md") == "---\n\nid: \(ids["2026-11-20-b.md"]!)\n---\n")
    #expect(vault.check().repairs == [])
    #expect(try vault.fix() == [])
  }

  @Test(
    "a copy gets its own id, derived from the shared one and its path; the smallest path keeps the shared one"
  )
  func copies() throws {
    let note = "---\nid: 5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11\ncreated: 2026-11-20\n---\n"
    let vault = try CheckedVault(["b.md": note, "a.md": note, "c.md": note])
    #expect(
      vault.lines.filter { !$0.contains("info") } == [
        "b.md:1:1: warning: duplicate-id", "c.md:1:1: warning: duplicate-id",
      ])
    try vault.fix()
    #expect(try text(vault, "a.md") == note)
    let shared = NoteID(nonEmpty: "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11")
    for name in ["b.md", "c.md"] {
      let id = ProvisionalID.ofCopy(shared, at: VaultPath(name)!).text
      #expect(try text(vault, name) == note.replacingOccurrences(of: shared.text, with: id))
    }
    #expect(vault.lines == [])
    #expect(try vault.fix() == [])
  }

  @Test("notes whose names differ in their normal form alone get different ids")
  func twins() throws {
    let vault = try CheckedVault(["caf\u{E9}.md": "a\n"])
    try vault.temporary.write("b\n", to: "cafe\u{301}.md")
    // A disk may take both names for one.
    let count = vault.temporary.contents().count { $0.hasSuffix(".md") }
    try vault.fix()
    let index = try VaultScanner(vault.vault.folder, zone: .utc, threads: 1).scan()
    #expect(Set(index.positions.map { index.id($0) }).count == count)
    #expect(try vault.fix() == [])
    #expect(!vault.lines.contains { $0.contains("duplicate-id") })
  }

  @Test("a copy at the path of an earlier copy, which was moved with its id, gets another id")
  func copyOfCopy() throws {
    let shared = NoteID(nonEmpty: "x-1")
    let taken = ProvisionalID.ofCopy(shared, at: VaultPath("b.md")!)
    let vault = try CheckedVault([
      "a.md": "---\nid: x-1\ncreated: 2026-11-20\n---\n",
      "b.md": "---\nid: x-1\ncreated: 2026-11-20\n---\n",
      "moved.md": "---\nid: \(taken.text)\ncreated: 2026-11-20\n---\n",
    ])
    try vault.fix()
    #expect(try text(vault, "moved.md").contains(taken.text))
    #expect(vault.lines == [])
  }

  @Test("ids that differ only in case or normal form are found and left alone")
  func spelling() throws {
    let vault = try CheckedVault([
      "a.md": "---\nid: Kaia\ncreated: 2026-11-20\n---\n",
      "b.md": "---\nid: kaia\ncreated: 2026-11-20\n---\n",
      "c.md": "---\nid: other\ncreated: 2026-11-20\n---\n",
    ])
    #expect(vault.lines == ["b.md:1:1: warning: clashing-ids"])
    #expect(try vault.fix() == [])
  }

  @Test(
    "unreadable values, and edits that would lose something, are not touched",
    arguments: [
      "---\nid: [\n---\n", "---\nnever: closed\n", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n",
      "+++\ntitle = 'x'\n+++\n", "{\n\"title\": \"x\"\n}\n", "{\"title\": \"x\"}\n\nText",
      "\n+++\n+++\n", "a\u{0}b", "---\n{title: x}\n---\n",
      "---\nid: {a: b}\n---\n",
    ])
  func untouched(content: String) throws {
    let vault = try CheckedVault([:])
    try vault.temporary.write(content, to: "n.md")
    #expect(try vault.fix() == [])
    #expect(try text(vault, "n.md") == content)
  }

  @Test("templates get no id, whichever program names their folder")
  func templates() throws {
    let note = "---\ntags: [daily]\n---\n"
    let vault = try CheckedVault([
      ".obsidian/templates.json": #"{"folder": "Meta/Templates", "dateFormat": "YYYY"}"#,
      ".obsidian/daily-notes.json": "{\n  \"template\": \"Every day\"\n}",
      ".obsidian/plugins/templater-obsidian/data.json":
        #"{"templates_folder":"Scripts/","x":[["",""]]}"#,
    ])
    let templates = [
      "Meta/Templates/a.md", "Meta/Templates/deep/b.md", "Every day.md", "Scripts/c.md",
      "archetypes/default.md", "themes/x/archetypes/posts.md",
    ]
    let notes = ["Meta/d.md", "Templates/e.md", "archetypes.md"]
    for path in templates + notes { try vault.temporary.write(note, to: path) }
    #expect(try vault.fix().count == notes.count)
    for path in templates { #expect(try text(vault, path) == note) }
    for path in notes { #expect(try text(vault, path).contains("\nid: ")) }
    #expect(
      vault.lines.filter { $0.contains("template") }
        == templates.sorted().map { "\($0):1:1: info: template" })
    #expect(vault.messages.contains { $0.contains("templates: Meta/Templates in") })
    #expect(vault.messages.contains { $0.contains("templates: Every day.md in") })
  }

  @Test("a copy that is a template keeps its id")
  func templateCopy() throws {
    let note = "---\nid: x-1\ncreated: 2026-11-20\n---\n"
    let vault = try CheckedVault(["a.md": note, "archetypes/b.md": note])
    #expect(try vault.fix() == [])
    #expect(
      vault.lines == [
        "archetypes/b.md:1:1: warning: duplicate-id", "archetypes/b.md:1:1: info: template",
      ])
  }

  @Test("an unreadable creation time stays")
  func unreadableCreated() throws {
    let vault = try CheckedVault(["n.md": "---\ncreated: in spring\n---\n"])
    try vault.fix()
    #expect(try text(vault, "n.md").hasPrefix("---\ncreated: in spring\nid: "))
    #expect(try text(vault, "n.md").hasSuffix("\n---\n"))
  }

  @Test(
    "media that one note links to move to it; media that others link to, and folders with notes, stay"
  )
  func orphans() throws {
    let vault = try CheckedVault([
      "new.md": "![p](old.media/p.jpg)\n", "old.media/p.jpg": "x", "both.media/q.jpg": "x",
      "one.md": "![q](both.media/q.jpg)", "two.md": "![q](both.media/q.jpg)",
      "lonely.media/r.jpg": "x",
      "notes.media/s.jpg": "x", "notes.media/inside.md": "", "three.md": "![s](notes.media/s.jpg)",
      "full.md": "![t](spare.media/t.jpg)", "full.media/u.jpg": "x", "spare.media/t.jpg": "x",
      "by-name.md": "![[v.jpg]]", "wiki.media/v.jpg": "x",
    ])
    let deeds = try vault.fix()
    #expect(
      deeds == [
        .movedMedia(VaultPath("old.media")!, to: VaultPath("new.media")!),
        .movedMedia(VaultPath("wiki.media")!, to: VaultPath("by-name.media")!),
      ])
    #expect(vault.temporary.exists("new.media/p.jpg") && !vault.temporary.exists("old.media"))
    #expect(vault.temporary.exists("by-name.media/v.jpg"))
    #expect(
      vault.messages.contains("old.media/p.jpg leads to no file; new.media/p.jpg has that name"))
    #expect(try vault.fix() == [])
  }

  @Test(
    "leftovers of interrupted writes go to the trash, also from media folders; hidden files stay")
  func leftovers() throws {
    let vault = try CheckedVault(["sub/a.md": "", "sub/a.media/p.jpg": "x"])
    let name = ".tl-tmp-0123456789abcdef"
    for folder in ["", "sub/", "sub/a.media/"] {
      try vault.temporary.write("left", to: folder + name)
    }
    try vault.temporary.write("mine", to: "sub/.mine")
    #expect(
      vault.lines == [
        ".tl-tmp-0123456789abcdef:1:1: info: leftover",
        "sub/.tl-tmp-0123456789abcdef:1:1: info: leftover",
        "sub/a.media/.tl-tmp-0123456789abcdef:1:1: info: leftover",
      ])
    #expect(try vault.fix().count == 3)
    #expect(vault.lines == [])
    #expect(try Trash(vault.vault.folder).entries().count == 3)
    #expect(vault.temporary.exists("sub/.mine"))
  }

  @Test("an obsolete repair does nothing")
  func stale() throws {
    let vault = try CheckedVault([
      "a.md": "---\n---\n", "old.media/p.jpg": "x", "new.md": "![p](old.media/p.jpg)",
    ])
    let repairs = vault.check().repairs
    #expect(repairs.count == 2)
    try vault.temporary.write("---\nid: mine\ncreated: 2026-11-20\n---\n", to: "a.md")
    try FileManager.default.removeItem(atPath: vault.temporary.path("old.media"))
    let surroundings = Surroundings(now: { 0 }, zone: .utc) { NoteID(nonEmpty: "unused") }
    let writer = try NoteWriter(vault.vault, surroundings, zone: .utc)
    for repair in repairs { #expect(try writer.repair(repair) == []) }
    #expect(try text(vault, "a.md") == "---\nid: mine\ncreated: 2026-11-20\n---\n")
  }
}
