import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Drafts")
struct DraftsTests {
  static let time = "2026-11-20T18:03:11+01:00"

  private let vault: TemporaryVault
  private let drafts: Drafts

  init() throws {
    vault = try TemporaryVault()
    drafts = Drafts(vault.folder)
  }

  /// The draft of a note that is there.
  private func saveMine() throws -> Draft {
    try drafts.save(
      bytes("mine"), about: "x", name: "a", note: path("a.md"), base: bytes("old"), at: Self.time)
  }

  /// The names of what is kept, without the counter.
  private var names: [String] {
    get throws {
      guard try vault.folder.exists(VaultLayout.drafts) else { return [] }
      return try vault.folder.list(VaultLayout.drafts)
        .map { String(decoding: $0.name, as: UTF8.self) }.filter { $0 != "last" }.sorted()
    }
  }

  @Test("a record that names a file of git is no draft of it")
  func recordsOfStrangers() throws {
    try vault.write(".tl/local/drafts/1.md", "[core]")
    for (note, expected) in [(".git/config", nil), ("2026/a.md", path("2026/a.md"))] {
      try vault.write(".tl/local/drafts/1.about", "note: \(note)\n")
      #expect(try drafts.list().map(\.note) == [expected])
    }
  }

  @Test("a draft is kept, listed, read and dropped")
  func roundTrip() throws {
    #expect(try drafts.list() == [])
    let first = try drafts.save(bytes("# One\n"), about: "One: 100%\n!", name: "one", at: Self.time)
    let second = try drafts.save(
      bytes("two"), about: "", name: "b", note: path("a/b.md"), base: bytes("base"), at: Self.time)
    #expect(try drafts.list() == [first, second])
    #expect(first.path == path(".tl/local/drafts/1-one.md"))
    #expect(first.about == "One: 100%\n!")
    #expect(second.note == path("a/b.md"))
    let read = try drafts.read(2)
    #expect(read.text == bytes("two"))
    #expect(read.base == bytes("base"))
    #expect(try drafts.read(1).base == nil)
    try drafts.drop(1)
    #expect(try drafts.list() == [second])
    #expect(try names == ["2-b.md", "2.about", "2.base"])
    let error = #expect(throws: StoreError.self) { try drafts.read(1) }
    #expect(error?.description == "has no entry 1")
    try drafts.drop(2)
    #expect(try names == [])
  }

  @Test("only the owner can read them")
  func permissions() throws {
    let draft = try drafts.save([], about: "x", name: "x", base: [], at: Self.time)
    #expect(draft.number == 1)
    for entry in try vault.folder.list(VaultLayout.drafts) {
      let status = try vault.folder.status(VaultLayout.drafts.appending(entry.name)!)
      #expect(status?.permissions == 0o600)
    }
    #expect(try vault.folder.status(VaultLayout.drafts)?.permissions == 0o700)
  }

  @Test("a text that lost its companions is still a draft")
  func alone() throws {
    try vault.write([".tl/local/drafts/7.md": "text", ".tl/local/drafts/notes.txt": ""])
    try vault.makeFolder(".tl/local/drafts/9.md")
    #expect(try drafts.list().map(\.number) == [7])
    #expect(try drafts.read(7).text == bytes("text"))
    #expect(
      try drafts.save([], about: "", name: "", at: Self.time).path == path(".tl/local/drafts/10.md")
    )
  }

  @Test("a draft that gets another text and base keeps its number and what it is")
  func replacing() throws {
    let draft = try saveMine()
    let other = try drafts.save(bytes("lost its base"), about: "y", name: "y", at: Self.time)
    for number in [draft.number, other.number] {
      try drafts.replace(number, text: bytes("both"), base: bytes("new"))
      let read = try drafts.read(number)
      #expect(read.text == bytes("both"))
      #expect(read.base == bytes("new"))
    }
    #expect(try drafts.list().map(\.note) == [path("a.md"), nil])
    #expect(try drafts.list().map(\.about) == ["x", "y"])
  }

  @Test("a draft in the trash comes back whole, and never in the place of another")
  func trash() throws {
    let draft = try saveMine()
    let entry = try drafts.moveToTrash(draft.number, at: Self.time)
    #expect(try names == [])
    #expect(entry.origin == draft.path)
    #expect(try Trash(vault.folder).entries() == [entry])
    let second = try drafts.save(bytes("second"), about: "", name: "b", at: Self.time)
    #expect(second.number == 2)
    let result = try Trash(vault.folder).restore(entry.number)
    #expect(result.path == draft.path)
    #expect(try Trash(vault.folder).entries() == [])
    #expect(try drafts.list() == [draft, second])
    #expect(try drafts.read(1).base == bytes("old"))
  }

  @Test("a draft whose number is taken comes back under another")
  func takenNumber() throws {
    let draft = try saveMine()
    let entry = try drafts.moveToTrash(draft.number, at: Self.time)
    try vault.write(".tl/local/drafts/1-other.md", "other")
    let result = try Trash(vault.folder).restore(entry.number)
    #expect(result.path == path(".tl/local/drafts/2-a.md"))
    #expect(try drafts.read(2).base == bytes("old"))
    #expect(try drafts.read(1).text == bytes("other"))
  }

  @Test("a number is used once, whatever becomes of its draft")
  func numbers() throws {
    for number in 1...3 {
      #expect(try drafts.save([], about: "", name: "x", at: Self.time).number == number)
      try drafts.drop(number)
    }
    // Where the counter is lost, what an editor left still counts.
    try vault.folder.removeFile(path(".tl/local/drafts/last"))
    for name in [".7-x.md.swp", "#8-x.md#", ".#9-x.md"] {
      try vault.write(".tl/local/drafts/\(name)", "")
    }
    #expect(try drafts.save([], about: "", name: "x", at: Self.time).number == 10)
  }

  @Test(
    "what a killed editor left belongs to its draft, and stays when that goes",
    arguments: [
      (".1-x.md.swp", true), (".1-x.md.swo", true), (".1-x.md.svz", true), ("#1-x.md#", true),
      ("1-x.md.save", true), ("1-x.md.save.1", true), (".1-x.md.kate-swp", true),
      ("1-x.md~", false), (".1-x.md.un~", false), (".11-x.md.swp", false),
    ])
  func leftovers(name: String, isLeftover: Bool) throws {
    _ = try drafts.save([], about: "", name: "x", at: Self.time)
    try vault.write(".tl/local/drafts/\(name)", "unsaved")
    #expect(
      try drafts.list().map(\.leftovers) == [
        isLeftover ? [path(".tl/local/drafts/\(name)")] : []
      ])
    try drafts.drop(1)
    let isCopy = name.hasSuffix("~")
    #expect(try names == (isCopy ? [] : [name]))
  }

  @Test("the options of a new note are kept with it")
  func options() throws {
    let options = ["--tag=a b", "--set=x=1\n2", "--pin"]
    let draft = try drafts.save(
      bytes("x"), about: "", name: "x", options: options, at: Self.time)
    #expect(draft.options == options)
    #expect(try drafts.list() == [draft])
  }

  @Test("a long title makes a name that an editor can add to")
  func longName() throws {
    let name = String(repeating: "日", count: 90) + "/\u{7}"
    let draft = try drafts.save([], about: "", name: name, at: Self.time)
    #expect(draft.path.name.count < 140)
    #expect(try drafts.list() == [draft])
  }

  @Test("a draft of which the trash lost the record is a text that can be had back")
  func lostRecord() throws {
    let draft = try saveMine()
    let entry = try drafts.moveToTrash(draft.number, at: Self.time)
    let record = VaultLayout.trash.appending(bytes("1"))?.appending(bytes("record"))
    try vault.folder.removeFile(#require(record))
    #expect(try Trash(vault.folder).restore(entry.number).path == path("1-a.md"))
    #expect(vault.text("1-a.md") == "mine")
  }
}
