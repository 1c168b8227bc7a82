import Testing

@testable import VaultFormat
@testable import VaultSync

@Suite("What git is told not to record")
struct RepositorySetupTests {
  private func completed(_ text: String) -> String? {
    RepositorySetup.completed(Array(text.utf8), with: RepositorySetup.excluded).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let all = RepositorySetup.excluded.joined(separator: "\n") + "\n"

  @Test("missing lines are added once")
  func adding() {
    #expect(completed("") == Self.all)
    #expect(completed("# mine") == "# mine\n" + Self.all)
    #expect(completed(Self.all) == nil)
  }

  @Test("the line that hid animation.swf goes; one of somebody's own stays")
  func obsolete() throws {
    let old = ".tl/local/\nThumbs.db\n*.sw?\n*~\n.#*\n"
    let mended = try #require(completed("*.sw?\n" + old))
    #expect(mended.hasPrefix("*.sw?\n.tl/local/\nThumbs.db\n*~\n.#*\n"))
    #expect(mended.contains("\n.*.sw[a-p]\n"))
    #expect(completed(mended) == nil)
  }

  @Test("what vim writes is hidden, and no other file")
  func patterns() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    for name in [".a.md.swp", "x/.b.md.swo", ".swp", "x/.swa"] { laptop[name] = "x" }
    for name in ["animation.swf", "a.swi", "x/y.swp"] { laptop[name] = "x" }
    #expect(try laptop.sync().sent.others.map(\.text) == ["a.swi", "animation.swf", "x/y.swp"])
  }
}
