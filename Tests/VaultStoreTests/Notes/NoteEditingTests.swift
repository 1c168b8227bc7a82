import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Edits of notes")
struct NoteEditingTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  /// What an edit that adds `mood: calm` makes of the file.
  private static func edited(
    _ text: String, at path: String = "a.md", stamps: Bool = true, in vault: TemporaryVault? = nil
  ) throws -> String? {
    let vault = try vault ?? TemporaryVault()
    try vault.write(path, text)
    try setModified(vault, path)
    _ = try vault.writing {
      try $0.edit(VaultPath(path)!, provisionalID: Writing.provisional, stampsUpdated: stamps) {
        try $0.setting("mood", to: .text("calm"))
      }
    }
    return vault.text(path)
  }

  /// 2001-09-09T02:46:40+01:00.
  private static func setModified(_ vault: TemporaryVault, _ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: vault.absolute(path))
  }

  private static let identity = "id: 11111111-8a57-5b8e-9f51-0a3a8a0f7d11\n"

  @Test("the first edit stores the id and created, each once; later ones do not")
  func identity() throws {
    let first = try Self.edited("---\ntags: [a]\n---\ntext", in: vault)
    #expect(
      first
        == "---\ntags: [a]\nmood: calm\n\(Self.identity)created: 2001-09-09T02:46:40+01:00\n---\ntext"
    )
    let change = try vault.writing {
      try $0.edit(path("a.md"), provisionalID: NoteID(nonEmpty: "other")) {
        try $0.setting("mood", to: .text("glad"))
      }
    }
    #expect(vault.text("a.md") == first?.replacingOccurrences(of: "calm", with: "glad"))
    #expect(change.isChange && String(decoding: change.old.bytes, as: UTF8.self) == first)
    #expect(String(decoding: change.new.bytes, as: UTF8.self) == vault.text("a.md"))
  }

  @Test(
    "front matter in TOML or JSON is never edited, nor hidden by a block before it",
    arguments: ["+++\na = 1\n+++\ntext", "{\"a\": 1}\n\ntext", "\u{FEFF}\n+++\n+++\n"])
  func foreign(text: String) throws {
    #expect(throws: EditError.self) { try Self.edited(text, in: vault) }
    #expect(throws: EditError.self) { try vault.storeIdentity("a.md") }
    #expect(vault.text("a.md") == text)
    // A change of the text alone is the text's.
    let change = try vault.edit("a.md") { NoteDocument($0.bytes + [0x21]) }
    #expect(vault.text("a.md") == text + "!" && change.isChange)
    _ = try vault.writing {
      try $0.replaceText(of: path("a.md"), provisionalID: Writing.provisional) {
        (NoteDocument($0.bytes + [0x21]), true)
      }
    }
    #expect(vault.text("a.md") == text + "!!")
  }

  @Test("a template gets no id and no time from an edit")
  func template() throws {
    try vault.write(".obsidian/templates.json", "{\"folder\": \"T\"}")
    let note = "---\ntags: [a]\nupdated: 2020-01-01\n---\n"
    let edited = try Self.edited(note, at: "T/day.md", in: vault)
    #expect(edited?.hasPrefix("---\ntags: [a]\nupdated: ") == true)
    #expect(edited?.hasSuffix("\nmood: calm\n---\n") == true && edited?.contains("2020") == false)
    try vault.write("archetypes/x.md", note)
    try vault.storeIdentity("archetypes/x.md")
    #expect(vault.text("archetypes/x.md") == note)
  }

  @Test("created comes from date, from the file's name, else from the file system")
  func created() throws {
    func created(_ text: String, _ path: String) throws -> String? {
      let line = try Self.edited(text, at: path)?.split(separator: "\n").first {
        $0.hasPrefix("created:")
      }
      return line.map { String($0.dropFirst("created: ".count)) }
    }
    #expect(try created("---\ndate: 2015-02-03\n---\n", "a.md") == "2015-02-03")
    #expect(
      try created("---\ndate: 2015-02-03 12:30\n---\n", "2020-01-01.md")
        == "2015-02-03T12:30:00+01:00")
    #expect(try created("", "x/2020-01-01-walk.md") == "2020-01-01")
    #expect(try created("", "x/202001011230.md") == "2020-01-01T12:30:00+01:00")
    #expect(try created("", "a.md") == "2001-09-09T02:46:40+01:00")
  }

  /// Front matter lines before, and after the edit.
  static let lines: [(String, String)] = [
    ("", identity + "created: 2001-09-09T02:46:40+01:00\n"),
    ("uuid: x\ncreated_at: 2020-01-01\n", ""),
    ("uid: 'x'\ncreatedAt: 1600000000\nid2: y\n", ""),
    ("identifier: x\ndate: 2019-01-01\n", "created: 2019-01-01\n"),
    // What a person wrote stays, be it unreadable.
    ("id: [a, b]\ncreated: soon\n", ""), ("id: {a: b}\ncreated: [2020-01-01]\n", ""),
    // An empty value is filled in under the name that is there.
    ("uuid:\ncreated_at:\n", ""),
  ]

  @Test("other names of keys are kept, and values that cannot be read stay", arguments: lines)
  func names(_ before: String, _ added: String) throws {
    let after = try Self.edited("---\n\(before)---\n")
    if before.hasPrefix("uuid:\n") {
      #expect(
        after
          == "---\nuuid: 11111111-8a57-5b8e-9f51-0a3a8a0f7d11\ncreated_at: 2001-09-09T02:46:40+01:00\nmood: calm\n---\n"
      )
    } else {
      #expect(after == "---\n\(before)mood: calm\n\(added)---\n")
    }
  }

  @Test(
    "updated is stamped where the note has it, under the name it has, and where the edit is one of content"
  )
  func updated() throws {
    let now = "2026-11-20T18:03:11+01:00"
    for name in ["updated", "modified", "lastmod", "updated_at", "updatedAt", "lastModified"] {
      let before = "---\nid: x\ncreated: 2020-01-01\n\(name): '2020-01-02' # mine\n---\n"
      let stamped = before.replacingOccurrences(of: "'2020-01-02'", with: now)
      #expect(
        try Self.edited(before)
          == stamped.replacingOccurrences(of: "---\n", with: "mood: calm\n---\n", at: 1))
      #expect(
        try Self.edited(before, stamps: false)
          == before.replacingOccurrences(of: "---\n", with: "mood: calm\n---\n", at: 1))
    }
    #expect(try Self.edited("---\nid: x\ncreated: 2020-01-01\n---\n")?.contains("updated") == false)
  }

  @Test("an edit that changes nothing writes nothing: no id, no stamp, the same file")
  func unchanged() throws {
    let text = "---\nmood: 'calm'\nupdated: 2020-01-01\n---\n"
    try vault.write("a.md", text)
    try Self.setModified(vault, "a.md")
    let before = try vault.folder.status(path("a.md"))
    let change = try vault.edit("a.md") { try $0.setting("mood", to: .text("calm")) }
    #expect(!change.isChange)
    #expect(vault.text("a.md") == text)
    #expect(try vault.folder.status(path("a.md")) == before)
  }

  @Test("what an editor saves in between is kept, and the change is made again upon it")
  func savedBetween() throws {
    try vault.write("a.md", "---\nid: x\ncreated: 2020-01-01\n---\nold")
    var calls = 0
    _ = try vault.edit("a.md") { document in
      calls += 1
      if calls == 1 { try vault.write("a.md", "---\nid: x\ncreated: 2020-01-01\n---\nnew text") }
      return try document.setting("mood", to: .text("calm"))
    }
    #expect(calls == 2)
    #expect(vault.text("a.md") == "---\nid: x\ncreated: 2020-01-01\nmood: calm\n---\nnew text")
  }

  @Test("broken front matter is never edited; the body behind it may be")
  func broken() throws {
    let text = "---\ntags: [a\nid: x\n---\nold"
    try vault.write("a.md", text)
    #expect(throws: EditError.self) { try Self.edited(text, in: vault) }
    #expect(vault.text("a.md") == text)
    _ = try vault.edit("a.md") { $0.replacingBody(with: bytes("new")) }
    #expect(vault.text("a.md") == text.replacingOccurrences(of: "old", with: "new"))
  }

  @Test("a mapping written {…} gets no id, and its keys can be set all the same")
  func flow() throws {
    try vault.write("a.md", "---\n{pinned: false, updated: 2020-01-01}\n---\n")
    _ = try vault.edit("a.md") { try $0.setting("pinned", to: .bool(true)) }
    #expect(vault.text("a.md")?.hasPrefix("---\n{pinned: true, updated: ") == true)
    #expect(vault.text("a.md")?.contains("id") == false)
    #expect(vault.text("a.md")?.contains("2020-01-01") == false)
  }

  @Test(
    "a file without front matter keeps its bytes behind a block of its own",
    arguments: [
      "", "text", "\u{FEFF}# BOM\r\nx\r\n", "---\nnever closed\n", "----\n",
      "# a\n\n---\nb: c\n---\n",
    ])
  func noFrontMatter(_ text: String) throws {
    let after = try #require(try Self.edited(text))
    let mark = text.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    let block = [
      "---", Self.identity.dropLast() + "", "created: 2001-09-09T02:46:40+01:00", "mood: calm",
      "---", "",
    ]
    #expect(
      bytes(after) == bytes(mark + block.joined(separator: end))
        + bytes(text).dropFirst(mark.utf8.count))
  }

  @Test(
    "a file of UTF-16, or no text, gets no block of UTF-8 before it",
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x0A, 0x00], [0x00],
    ] as [[UInt8]])
  func notText(_ content: [UInt8]) throws {
    try Data(content).writeAlone(to: vault.absolute("a.md"))
    #expect(throws: StoreError("a.md", .notText)) {
      try vault.edit("a.md") { try $0.setting("a", to: .text("b")) }
    }
    #expect(throws: StoreError("a.md", .notText)) { try vault.storeIdentity("a.md") }
    #expect(try vault.folder.read(path("a.md")).bytes == content)
  }

  @Test("before a note moves its id is stored, or it is told why that cannot be")
  func storeIdentity() throws {
    func stored(_ text: String) throws -> String? {
      let vault = try TemporaryVault()
      try vault.write("2020-01-02.md", text)
      try vault.storeIdentity("2020-01-02.md")
      return vault.text("2020-01-02.md")
    }
    #expect(try stored("text") == "---\n\(Self.identity)created: 2020-01-02\n---\ntext")
    #expect(
      try stored("---\nid: x\nupdated: 2021-01-01\n---\n")
        == "---\nid: x\nupdated: 2021-01-01\ncreated: 2020-01-02\n---\n")
    let unreadable = "---\nid: 1\ncreated: last spring\n---\n"
    #expect(try stored(unreadable) == unreadable)
    #expect(try stored("---\n{id: x}\n---\n") == "---\n{id: x}\n---\n")
    #expect(throws: EditError.flowMapping(line: 2)) { try stored("---\n{a: x}\n---\n") }
    #expect(throws: EditError.self) { try stored("---\n[\n---\n") }
  }

  @Test("new media stamp a note that has the key, under its name, and leave others as they are")
  func stamping() throws {
    try vault.write("a.md", "---\nid: 1\ncreated: 2026-01-01\nmodified: 2026-01-01   # when\n---\n")
    try vault.write("b.md", "text\n")
    let first = try vault.writing { try $0.stamp(path("a.md"), provisionalID: Writing.provisional) }
    let other = try vault.writing { try $0.stamp(path("b.md"), provisionalID: Writing.provisional) }
    #expect(first.isChange && !other.isChange)
    #expect(
      vault.text("a.md")
        == "---\nid: 1\ncreated: 2026-01-01\nmodified: 2026-11-20T18:03:11+01:00   # when\n---\n")
    #expect(vault.text("b.md") == "text\n")
  }

  @Test("a note that is gone, a folder, a link and a FIFO are refused")
  func refused() throws {
    try vault.write("real.md", "x")
    try vault.makeFolder("folder.md")
    try vault.link("link.md", to: "real.md")
    vault.makeFIFO("pipe.md")
    for name in ["gone.md", "folder.md", "link.md", "pipe.md", "gone/x.md"] {
      #expect(throws: StoreError.self, "\(name)") {
        try vault.edit(name) { try $0.setting("a", to: .text("b")) }
      }
    }
    #expect(vault.text("real.md") == "x")
  }
}

extension TemporaryVault {
  fileprivate func edit(
    _ file: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> NoteChange {
    try writing { try $0.edit(path(file), provisionalID: Writing.provisional, change) }
  }

  @discardableResult
  fileprivate func storeIdentity(_ file: String) throws -> NoteChange {
    try writing { try $0.storeIdentity(path(file), provisionalID: Writing.provisional) }
  }
}

extension String {
  /// Replaces the occurrence of that number, from 0.
  fileprivate func replacingOccurrences(of text: String, with other: String, at number: Int)
    -> String
  {
    var parts = components(separatedBy: text)
    let tail = parts.dropFirst(number + 1).joined(separator: text)
    parts = Array(parts.prefix(number + 1))
    return parts.joined(separator: text) + other + tail
  }
}
