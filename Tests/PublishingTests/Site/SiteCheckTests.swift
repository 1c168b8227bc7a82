import Foundation
import Sharing
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("What looks private")
struct SiteCheckTests {
  @Test(
    "in a text",
    arguments: [
      ("write to ana@example.org.", [PrivateText.Kind.email]), ("a@b, @ana, x@y", []),
      ("call +49 170 1234567", [.telephone]), ("0170/123 45 67 at night", [.telephone]),
      ("(555) 123-4567", [.telephone]), ("or 555.123.4567!", [.telephone]),
      ("call 555 123 4567", [.telephone]), ("192.168.100.1", []), ("4555-123-4567", []),
      ("555-123-45678", []), ("(030) 1234", []),
      ("at 08:30 on 2026-06-14, 0.75 l", []), ("https://x.org/00123456789", []),
      ("we live at 12 Baker Street", [.streetAddress]), ("Lindenstraße 7", [.streetAddress]),
      ("14 rue de la Paix", [.streetAddress]), ("14 Rue Mozart", [.streetAddress]),
      ("12 eggs on the road", []),
      ("auf dem Weg 3 Leute", []), ("số 7 đường Láng", [.streetAddress]),
    ])
  func text(_ text: String, _ kinds: [PrivateText.Kind]) {
    #expect(PrivateText.find(in: text).map(\.kind) == kinds, "\(text)")
  }

  @Test("homes and children, of what is public alone")
  func check() throws {
    let vault = try SiteVault([
      "home.md": "---\ntags: [home]\ncoordinates: 60.3900,5.3200\nplace: Our house\n---\n\nhome\n",
      "people/kaia.md": "---\ntl: person\nbirthday: 2025-05-17\n---\n\n# Kaia\n",
      "people/ana.md": "---\ntl: person\nbirthday: 1990-05-17\n---\n\n# Ana\n",
      "a.md": SiteVault.note(1, "# A", keys: "coordinates: 60.3901,5.3201\npeople: [Kaia, Ana]"),
      "b.md": SiteVault.note(2, "# B", keys: "coordinates: 61.0,5.32"),
      "c.md": "---\npeople: [Kaia]\n---\n\na@example.org\n",
      "d.md": SiteVault.note(3, "# D", keys: "open_after: 2999-01-01"),
    ])
    let check = try SiteCheck(
      vault.plan(), after: SiteManifest(), of: vault.source, vault.index())
    #expect(check.notes.map(\.note.source.text).sorted() == ["a.md", "b.md"])
    #expect(check.notes.allSatisfy { $0.change == .new })
    #expect(
      check.findings.map { "\($0.path.text) \($0.kind.code)" } == ["a.md home", "a.md minor"])
    #expect(check.heldBack.map(\.path.text) == ["d.md"])
    let earlier = try vault.build().manifest
    try vault.folder.write(SiteVault.note(2, "# B\n\nmore"), to: "b.md")
    let next = try SiteCheck(
      vault.plan(after: earlier), after: earlier, of: vault.source, vault.index())
    #expect(
      Dictionary(uniqueKeysWithValues: next.notes.map { ($0.note.source.text, $0.change) })
        == ["a.md": .same, "b.md": .changed])
  }

  @Test("the record of a build has paths and pages that are gone, and stays in the vault")
  func record() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A")])
    let first = try vault.build()
    let folder = vault.sites.path("site")
    let plan = try vault.plan()
    let record = SiteRecord(of: plan, first.manifest, in: folder, audience: "everybody", after: nil)
    try record.save(in: vault.vault, isPublic: true)
    let stored = try #require(SiteRecord.last(in: try vault.vault))
    #expect(stored.folder == folder && stored.audience == "everybody" && stored.withdrawn.isEmpty)
    let name = try #require(vault.folder.names(in: ".tl/local/site").first { $0 != "last" })
    let json = try JSONSerialization.jsonObject(
      with: Data(vault.folder.read(".tl/local/site/\(name)")))
    let files = (json as? [String: Any])?["files"] as? [[String: Any]]
    #expect(files?.count == plan.files.count)
    #expect(files?.contains { $0["source"] as? String == "a.md" } == true)
    #expect(record.files.contains { $0.source == "a.md" && $0.path == "a-00000001.html" })
    try vault.folder.write("private", to: "a.md")
    let next = try vault.plan(after: first.manifest)
    let later = SiteRecord(
      of: next, first.manifest, in: folder, audience: "everybody", after: record)
    #expect(later.withdrawn == ["a-00000001.html"])
  }
}
