import Testing
import VaultFormat

@testable import VaultStore

@Suite("Drafts")
struct DraftsTests {
  static let time = "2026-11-20T18:03:11+01:00"

  @Test("a draft is kept, listed, read and dropped")
  func roundTrip() throws {
    let vault = try TemporaryVault()
    let drafts = Drafts(vault.folder)
    #expect(try drafts.list() == [])
    let first = try drafts.save(bytes("# One\n"), about: "One: 100%\n!", at: Self.time)
    let second = try drafts.save(
      bytes("two"), about: "", note: path("a/b.md"), base: bytes("base"), at: Self.time)
    #expect(try drafts.list() == [first, second])
    #expect(first.path == path(".tl/local/drafts/1.md"))
    #expect(first.about == "One: 100%\n!")
    #expect(second.note == path("a/b.md"))
    let read = try drafts.read(2)
    #expect(read.text == bytes("two"))
    #expect(read.base == bytes("base"))
    #expect(try drafts.read(1).base == nil)
    try drafts.drop(1)
    #expect(try drafts.list() == [second])
    #expect(try vault.folder.list(VaultLayout.drafts).map(\.name).count == 3)
    let error = #expect(throws: StoreError.self) { try drafts.read(1) }
    #expect(error?.description == "has no entry 1")
    try drafts.drop(2)
    #expect(try vault.folder.list(VaultLayout.drafts) == [])
  }

  @Test("only the owner can read them")
  func permissions() throws {
    let vault = try TemporaryVault()
    let draft = try Drafts(vault.folder).save([], about: "x", base: [], at: Self.time)
    #expect(draft.number == 1)
    for entry in try vault.folder.list(VaultLayout.drafts) {
      let status = try vault.folder.status(VaultLayout.drafts.appending(entry.name)!)
      #expect(status?.permissions == 0o600)
    }
    #expect(try vault.folder.status(VaultLayout.drafts)?.permissions == 0o700)
  }

  @Test("a text that lost its companions is still a draft")
  func alone() throws {
    let vault = try TemporaryVault()
    try vault.write(".tl/local/drafts/7.md", "text")
    try vault.write(".tl/local/drafts/notes.txt", "")
    try vault.makeFolder(".tl/local/drafts/9.md")
    let drafts = Drafts(vault.folder)
    #expect(try drafts.list().map(\.number) == [7])
    #expect(try drafts.read(7).text == bytes("text"))
    #expect(try drafts.save([], about: "", at: Self.time).number == 10)
  }

  @Test("a draft that gets another text and base keeps its number and what it is")
  func replacing() throws {
    let vault = try TemporaryVault()
    let drafts = Drafts(vault.folder)
    let draft = try drafts.save(
      bytes("mine"), about: "x", note: path("a.md"), base: bytes("old"), at: Self.time)
    let other = try drafts.save(bytes("lost its base"), about: "y", at: Self.time)
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
    let vault = try TemporaryVault()
    let drafts = Drafts(vault.folder)
    let draft = try drafts.save(
      bytes("mine"), about: "x", note: path("a.md"), base: bytes("old"), at: Self.time)
    let entry = try drafts.moveToTrash(draft.number, at: Self.time)
    #expect(try vault.folder.list(VaultLayout.drafts) == [])
    #expect(entry.origin == draft.path)
    #expect(try Trash(vault.folder).entries() == [entry])
    let second = try drafts.save(bytes("second"), about: "", at: Self.time)
    #expect(second.number == draft.number)

    let result = try Trash(vault.folder).restore(entry.number)
    #expect(result.path == path(".tl/local/drafts/2.md"))
    #expect(try Trash(vault.folder).entries() == [])
    var expected = draft
    (expected.number, expected.path) = (2, result.path)
    #expect(try drafts.list() == [second, expected])
    #expect(try drafts.read(2).base == bytes("old"))
  }

  @Test("a draft of which the trash lost the record is a text that can be had back")
  func lostRecord() throws {
    let vault = try TemporaryVault()
    let drafts = Drafts(vault.folder)
    let draft = try drafts.save(bytes("mine"), about: "x", base: bytes("old"), at: Self.time)
    let entry = try drafts.moveToTrash(draft.number, at: Self.time)
    let record = VaultLayout.trash.appending(bytes("1"))?.appending(bytes("record"))
    try vault.folder.removeFile(#require(record))
    #expect(try Trash(vault.folder).restore(entry.number).path == path("1.md"))
    #expect(vault.text("1.md") == "mine")
  }
}
