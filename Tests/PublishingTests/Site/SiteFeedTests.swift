import Foundation
import Rendering
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Feeds and maps of a site")
struct SiteFeedTests {
  private static let notes = [
    "a.md": SiteVault.note(
      1, "# A & \"c\"\n\nText with [a link](b.md) and \u{1}.", keys: "tags: [x]"),
    "b.md": SiteVault.note(2, "# B\n\nOld", day: "2020-02-29"),
  ]

  @Test("they are well formed, and their addresses are absolute, below an address with a path too")
  func wellFormed() throws {
    let vault = try SiteVault(
      Self.notes, settings: "site: {address: 'https://example.org/a/b', author: Ana & co}\n")
    try vault.build()
    for path in ["feed.xml", "sitemap.xml"] {
      let document = try XMLDocument(data: Data(try vault.sites.read("site/\(path)")))
      #expect(document.rootElement()?.childCount ?? 0 > 1, "\(path)")
    }
    let atom = try vault.text("feed.xml")
    #expect(atom.contains("https://example.org/a/b/b-00000002.html"))
    #expect(atom.contains("urn:uuid:\(SiteVault.id)01"))
    // An offset would tell where somebody was.
    #expect(!atom.contains("+02:00"))
    let json = try JSONSerialization.jsonObject(with: Data(try vault.sites.read("site/feed.json")))
    let feed = try #require(json as? [String: Any])
    #expect(feed["version"] as? String == "https://jsonfeed.org/version/1.1")
    let items = try #require(feed["items"] as? [[String: Any]])
    #expect(items.map { $0["title"] as? String } == ["A & \"c\"", "B"])
    #expect(try vault.text("404.html").contains("href=\"/a/b/site.css\""))
  }

  @Test("the Atom feed names the last notes that were taken back, and when")
  func deletions() throws {
    let vault = try SiteVault(Self.notes, settings: "site: {address: 'https://example.org/'}\n")
    try vault.build()
    #expect(try !vault.text("feed.xml").contains("tombstones"))
    try vault.folder.write("# B\n", to: "b.md")
    try vault.build()
    let atom = try vault.text("feed.xml")
    #expect(
      atom.contains(
        "<at:deleted-entry ref=\"urn:uuid:\(SiteVault.id)02\" when=\"2026-11-21T17:03:11Z\"/>"))
    let document = try XMLDocument(data: Data(try vault.sites.read("site/feed.xml")))
    let deleted = document.rootElement()?.children?.first { $0.localName == "deleted-entry" }
    #expect(deleted?.uri == "http://purl.org/atompub/tombstones/1.0")
    #expect(try !vault.text("feed.json").contains("\(SiteVault.id)02"))
    #expect(try vault.build().written.isEmpty)
    try vault.folder.write(Self.notes["b.md"] ?? "", to: "b.md")
    try vault.build()
    #expect(try !vault.text("feed.xml").contains("deleted-entry"))
  }

  @Test("of many that were taken back the feed names fifty, the last ones first")
  func manyDeletions() throws {
    let vault = try SiteVault(Self.notes, settings: "site: {address: 'https://example.org/'}\n")
    var earlier = SiteManifest()
    for number in 100..<200 {
      earlier.withdrawn["\(number)"] = NoteTime(instant: Int64(number) * 86_400, zone: .utc)
    }
    let deletions = try vault.plan(after: earlier).pages.deletions
    #expect(deletions.map(\.id) == (150..<200).reversed().map { "urn:uuid:\($0)" })
  }

  @Test("without an address there are none")
  func noAddress() throws {
    let vault = try SiteVault(Self.notes)
    try vault.build()
    let paths = try vault.files().keys
    #expect(
      !paths.contains("feed.xml") && !paths.contains("feed.json") && !paths.contains("sitemap.xml"))
    #expect(try !vault.text("index.html").contains("feed.xml"))
  }

  @Test("what is searched is JSON of the published texts, by year")
  func search() throws {
    let vault = try SiteVault(Self.notes)
    try vault.build()
    let json = try JSONSerialization.jsonObject(
      with: Data(try vault.sites.read("site/search/2020.json")))
    let notes = try #require(json as? [[String: Any]])
    #expect(notes.count == 1 && notes[0]["text"] as? String == "Old")
    #expect(notes[0]["page"] as? String == "b-00000002.html")
    #expect(try vault.text("search.html").contains("data-years=\"2026 2020\""))
  }
}
