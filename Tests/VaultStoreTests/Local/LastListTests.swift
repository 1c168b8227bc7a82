import Testing
import VaultFormat

@testable import VaultStore

@Suite("The ids of the last list")
struct LastListTests {
  private static func vault() throws -> (TemporaryVault, Vault) {
    let temporary = try TemporaryVault()
    return (temporary, try Vault(opening: temporary.root))
  }

  @Test("what is saved is read again, in order, the thousandth as the last")
  func roundTrip() throws {
    let (temporary, vault) = try Self.vault()
    #expect(LastList(of: vault) == nil)
    let ids = (0..<1_200).compactMap { NoteID("note \($0)") }
    try LastList(time: 1_795_194_191, ids: ids).save(in: vault)
    let list = try #require(LastList(of: vault))
    #expect(list.time == 1_795_194_191)
    #expect(list.ids == Array(ids.prefix(1_000)))
    try LastList(time: -5, ids: []).save(in: vault)
    #expect(LastList(of: vault)?.ids.isEmpty == true)
    #expect(LastList(of: vault)?.time == -5)
    withExtendedLifetime(temporary) {}
  }

  @Test("ids with odd characters keep their numbers")
  func oddIDs() throws {
    let (temporary, vault) = try Self.vault()
    let ids = ["a\r", "b", " c ", "d\ne", "\r", "f\u{2028}g", "é", "e\u{301}"].compactMap {
      NoteID($0)
    }
    try LastList(time: 1, ids: ids).save(in: vault)
    let read = try #require(LastList(of: vault)).ids
    try #require(read.count == ids.count)
    for (index, id) in ids.enumerated() where index != 3 { #expect(read[index] == id) }
    withExtendedLifetime(temporary) {}
  }

  @Test("a damaged list is none")
  func damaged() throws {
    let (temporary, vault) = try Self.vault()
    for text in ["", "\n", "soon\na\n", "99999999999999999999\na\n", "\u{0}"] {
      try temporary.write(".tl/local/last-list", text)
      #expect(LastList(of: vault) == nil, "\(text.debugDescription)")
    }
    try temporary.write(".tl/local/last-list", "12\na")
    #expect(LastList(of: vault)?.ids.map(\.text) == ["a"])
  }

  @Test("nothing outside of the vault is written through a link")
  func link() throws {
    let (temporary, vault) = try Self.vault()
    try temporary.makeFolder(".tl/local")
    try temporary.write("outside", "x")
    try temporary.link(".tl/local/last-list", to: "../../outside")
    try? LastList(time: 1, ids: []).save(in: vault)
    #expect(temporary.text("outside") == "x")
  }
}
