import Sharing
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("What is said of notes, on pages for a circle")
struct SiteTalkTests {
  private static let circle = "---\ntl: circle\ntitle: Grandparents\nviewers: [Lan]\n---\n"

  private static func comment(
    _ text: String, by author: String = "Lan", on note: Int = 1, for circle: String = "Grandparents"
  ) -> String {
    """
    ---
    tl: comment
    comment_on: \(SiteVault.id)0\(note)
    created: 2026-06-15T23:30:00+07:00
    author: \(author)
    circles: [\(circle)]
    ---

    \(text)

    """
  }

  private static func vault() throws -> SiteVault {
    try SiteVault([
      "circles/grandparents.md": circle,
      "circles/friends.md": circle.replacing("Grandparents", with: "Friends"),
      "a.md": SiteVault.note(1, "# A\n\nOne.", keys: "slug: a"),
      "b.md": SiteVault.note(2, "# B\n\nTwo.", day: "2026-06-16", keys: "slug: b"),
      "comments/2026/06/1.md": comment("What a <b>lantern</b>!\n[More](../a.md)"),
      "comments/2026/06/2.md": comment("❤️", by: "Nils"),
      "comments/2026/06/3.md": comment("❤️"),
      "comments/2026/06/4.md": comment("Not for them", for: "Friends"),
    ])
  }

  private static func grandparents() throws -> Audience {
    .circle(try #require(VaultPath("circles/grandparents.md")))
  }

  @Test("comments and signs stand under their note, as they were written, with the day")
  func site() throws {
    let vault = try Self.vault()
    try vault.build(for: Self.grandparents())
    let page = try vault.text("a.html")
    expect(
      page, has: "<h2>Comments</h2>", "<span>❤️ 2</span>", "<b dir=\"auto\">Lan</b>",
      "What a &lt;b&gt;lantern&lt;/b&gt;!\n[More](../a.md)",
      "<time datetime=\"2026-06-15\">15 June 2026</time>",
      lacks: "Not for them", "<b>lantern", "23:30", "+07:00")
    #expect(try !vault.text("b.html").contains("class=\"talk\""))
    for (path, bytes) in try vault.files() where path != "a.html" {
      #expect(!bytes.holds("lantern"), "\(path)")
    }
  }

  @Test("one file has them too, and the public site has none")
  func others() throws {
    let vault = try Self.vault()
    let folder = try FileDescriptor(openingFolder: vault.sites.path)
    try SingleFile(vault.edition(Self.grandparents()), SiteLook()).write(
      to: folder.createFile(Array("single.html".utf8), permissions: 0o600), of: vault.vault)
    let text = String(decoding: try vault.sites.read("single.html"), as: UTF8.self)
    expect(text, has: "❤️ 2", "What a &lt;b&gt;lantern", lacks: "Not for them")
    try vault.build("public")
    for (path, bytes) in try vault.files("public") {
      #expect(!bytes.holds("lantern") && !bytes.holds("class=\"talk\""), "\(path)")
    }
  }

  @Test("a comment that comes, changes or goes makes the page of its note anew, and no other")
  func changes() throws {
    let vault = try Self.vault()
    let audience = try Self.grandparents()
    try vault.build(for: audience)
    #expect(try vault.build(for: audience).written == [])
    try vault.folder.write(Self.comment("Another"), to: "comments/2026/06/5.md")
    #expect(try vault.build(for: audience).written == ["a.html"])
    try vault.folder.write(Self.comment("One more"), to: "comments/2026/06/5.md")
    #expect(try vault.build(for: audience).written == ["a.html"])
    try vault.folder.remove("comments/2026/06/5.md")
    #expect(try vault.build(for: audience).written == ["a.html"])
    #expect(try !vault.text("a.html").contains("One more"))
  }
}
