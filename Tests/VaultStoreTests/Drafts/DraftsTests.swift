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
}
