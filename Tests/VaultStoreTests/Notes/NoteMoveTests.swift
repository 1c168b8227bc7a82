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

  private func move(
    _ old: String, to new: String, in vault: TemporaryVault
  ) throws -> (move: NoteMove, broken: [BrokenLink]) {
    let opened = try Vault(opening: vault.root)
    let writer = try NoteWriter(opened, Self.surroundings, zone: Self.zone)
    let media = try writer.move(path(old), to: path(new))
    let move = NoteMove(from: path(old), to: path(new), newMedia: media)
    let document = NoteDocument(try opened.folder.read(path(new)).bytes)
    return (move, try opened.brokenLinks(of: document, by: move))
  }

  @Test("a new stem breaks links to its own media, and what they should be is known")
  func newStem() throws {
    let vault = try TemporaryVault()
    try vault.write(
      "a/walk.md", "![](walk.media/x.jpg)\n[gone](gone.jpg) ![[y.jpg]] ![[walk.media/y.jpg]]\n")
    try vault.write("a/walk.media/x.jpg", "x")
    try vault.write("a/walk.media/y.jpg", "y")
    let (move, broken) = try move("a/walk.md", to: "a/long walk.md", in: vault)
    #expect(move.newMedia == path("a/long walk.media"))
    #expect(broken.map(\.link.text) == ["walk.media/x.jpg", "walk.media/y.jpg"])
    #expect(broken.map(\.link.line) == [1, 2])
    #expect(broken.map(\.destination) == ["<long walk.media/x.jpg>", "a/long walk.media/y.jpg"])
  }

  @Test("a new folder breaks links to other files, and leaves those to its media")
  func newFolder() throws {
    let vault = try TemporaryVault()
    try vault.write(
      "a/walk.md", "![](walk.media/x.jpg) [self](walk.md) [her](../people/kaia.md) [b](./b.md#x)\n")
    try vault.write("a/walk.media/x.jpg", "x")
    try vault.write("a/b.md", "b")
    try vault.write("people/kaia.md", "k")
    let broken = try move("a/walk.md", to: "people/walks/walk.md", in: vault).broken
    #expect(broken.map(\.link.text) == ["../people/kaia.md", "./b.md#x"])
    #expect(broken.map(\.destination) == ["../kaia.md", "../../a/b.md"])
  }

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
