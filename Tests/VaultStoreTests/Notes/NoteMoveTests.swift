import TestSupport
import Testing
import VaultFormat
import VaultStore

@Suite("Moving a note")
struct NoteMoveTests {
  private static let surroundings = Surroundings(
    now: { 1_795_194_191 }, zone: TimeZoneRules { _ in 3600 },
    makeID: {
      var random = SeededGenerator(seed: 1)
      return NoteID.random(using: &random)
    })
  private static let zone = TimeZoneRules { _ in 3600 }

  @Test(
    "a note that stores neither id nor time of creation gets them, and keeps its old bytes behind them"
  )
  func identity() throws {
    let vault = try TemporaryVault()
    try vault.write("2026-03-29-park.md", "text\n")
    let writer = try NoteWriter(try Vault(opening: vault.root), Self.surroundings, zone: Self.zone)
    let id = try #require(NoteID("provisional"))
    try writer.storeIdentity(path("2026-03-29-park.md"), provisionalID: id)
    #expect(
      vault.text("2026-03-29-park.md")
        == "---\nid: provisional\ncreated: 2026-03-29\n---\ntext\n")
  }

  @Test("a time of creation that cannot be read is not replaced")
  func unreadableCreated() throws {
    let vault = try TemporaryVault()
    let text = "---\nid: 1\ncreated: last spring\n---\n"
    try vault.write("a.md", text)
    let writer = try NoteWriter(try Vault(opening: vault.root), Self.surroundings, zone: Self.zone)
    let id = try #require(NoteID("1"))
    try writer.storeIdentity(path("a.md"), provisionalID: id)
    #expect(vault.text("a.md") == text)
    try writer.edit(path("a.md"), provisionalID: id) { try $0.settingPinned(true) }
    #expect(vault.text("a.md") == "---\nid: 1\ncreated: last spring\npinned: true\n---\n")
  }

  @Test("new media stamp a note that has the key, under its name, and leave others as they are")
  func stamping() throws {
    let vault = try TemporaryVault()
    try vault.write("a.md", "---\nid: 1\ncreated: 2026-01-01\nmodified: 2026-01-01   # when\n---\n")
    try vault.write("b.md", "text\n")
    let writer = try NoteWriter(try Vault(opening: vault.root), Self.surroundings, zone: Self.zone)
    let id = try #require(NoteID("1"))
    #expect(try writer.stamp(path("a.md"), provisionalID: id).isChange)
    #expect(try !writer.stamp(path("b.md"), provisionalID: id).isChange)
    #expect(
      vault.text("a.md")
        == "---\nid: 1\ncreated: 2026-01-01\nmodified: 2026-11-20T18:03:11+01:00   # when\n---\n")
    #expect(vault.text("b.md") == "text\n")
  }

  @Test("what comes into the trash after someone looked is not removed with the rest")
  func emptying() throws {
    let vault = try TemporaryVault()
    try vault.write("a.md", "a")
    try vault.write("b.md", "b")
    let writer = try NoteWriter(try Vault(opening: vault.root), Self.surroundings, zone: Self.zone)
    let seen = try writer.remove(path("a.md")).entry.number
    _ = try writer.remove(path("b.md"))
    #expect(try writer.emptyTrash(through: seen).count == 1)
    #expect(try Trash(vault.folder).entries().map(\.origin) == [path("b.md")])
  }
}
