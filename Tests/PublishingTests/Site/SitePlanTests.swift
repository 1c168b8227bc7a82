import Cryptography
import Foundation
import Journal
import Sharing
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("Plans of a site")
struct SitePlanTests {
  @Test("a plan names each file, its note and the rule that lets it out")
  func plan() throws {
    let vault = try SiteVault(["2026/a.md": SiteVault.note(1, "# A")])
    let plan = try vault.plan()
    let note = try #require(plan.files.first { $0.path == "a-00000001.html" })
    #expect(note.note?.source.text == "2026/a.md" && note.rule == "publish" && !note.isKept)
    #expect(plan.files.first { $0.path == "index.html" }?.rule == "list")
    #expect(plan.files.first { $0.path == "site.css" }?.rule == "program")
    #expect(plan.files.map(\.path) == plan.files.map(\.path).sorted())
    #expect(plan.removals.isEmpty)
  }

  @Test("the look, the settings and the program make all pages anew; the same keep them")
  func keys() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A")])
    let earlier = try vault.build().manifest
    #expect(try vault.plan(after: earlier).files.allSatisfy(\.isKept))
    let own = try SiteLook(own: ["foot.mustache": Array("</body></html>".utf8)])
    #expect(try vault.plan(after: earlier, look: own).files.allSatisfy { !$0.isKept })
    let other = SitePlan(
      try vault.edition(), look: try SiteLook(), earlier: earlier, program: "next",
      now: SiteVault.instant)
    #expect(other.files.allSatisfy { !$0.isKept })
    try vault.folder.write("site: {accent: red}\n", to: ".tl/config.yaml")
    #expect(try vault.plan(after: earlier).files.allSatisfy { !$0.isKept })
  }

  @Test("the manifest is read as it is written")
  func manifest() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A")])
    var manifest = try vault.build().manifest
    manifest.withdrawn = ["x": SiteVault.instant]
    #expect(SiteManifest(manifest.text) == manifest)
    let json = try JSONSerialization.jsonObject(with: Data(manifest.text))
    let pretty = try JSONSerialization.data(withJSONObject: json, options: .prettyPrinted)
    #expect(SiteManifest(Array(pretty)) == manifest)
    let text = manifest.text
    // Without its last line break it is whole.
    for count in 0..<text.count - 1 { #expect(SiteManifest(Array(text[..<count])) == nil) }
    let listed = "{\"version\": 1, \"withdrawn\": [\"x\"], \"files\": {}}"
    #expect(SiteManifest(Array(listed.utf8)) == SiteManifest())
  }

  @Test("a push sends what is new, removes what tl had pushed, and leaves the rest")
  func push() {
    func manifest(_ files: [String: String]) -> SiteManifest {
      var manifest = SiteManifest()
      manifest.files = files.mapValues {
        SiteManifest.Entry(sha256: $0, bytes: 1, note: nil, rule: "list", made: "")
      }
      return manifest
    }
    let here = manifest(["a": "1", "b": "2", "c": "3"])
    let plan = SitePushPlan(of: here, over: manifest(["a": "1", "b": "9", "d": "4"]))
    #expect(plan.written == ["b", "c"] && plan.removed == ["d"])
    #expect(SitePushPlan(of: here, over: here).isEmpty)
  }

  @Test("a push would lose files of somebody else, and what was changed on the branch")
  func losses() {
    func manifest(_ files: [String: String]) -> SiteManifest {
      var manifest = SiteManifest()
      manifest.files = files.mapValues {
        SiteManifest.Entry(
          sha256: sha256Hex($0.utf8), bytes: 1, note: nil, rule: "list", made: "")
      }
      return manifest
    }
    let here = manifest(["changed": "2", "foreign": "2", "same": "2", "new": "2", "due": "2"])
    let there = manifest(["changed": "1", "gone": "1", "kept": "1", "due": "1"])
    let branch = [
      "changed": "edited", "foreign": "mine", "same": "2", "gone": "edited", "kept": "1",
      "due": "1", "CNAME": "mine",
    ]
    let plan = SitePushPlan(of: here, over: there)
    #expect(plan.losses { branch[$0].map { Array($0.utf8) } } == ["changed", "foreign", "gone"])
  }

  @Test("what a circle sees is not for everybody, and a file that was changed is not pushed")
  func notPublic() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A")])
    var manifest = try vault.build().manifest
    #expect(manifest.isPublic)
    let site = try SiteFolder(opening: vault.sites.path("site"), besides: vault.folder.path)
    let entry = try #require(manifest.files["index.html"])
    #expect(site.content(of: "index.html", as: entry, limit: 1 << 20) != nil)
    #expect(site.content(of: "index.html", as: entry, limit: 1) == nil)
    try vault.sites.write("edited", to: "site/index.html")
    #expect(site.content(of: "index.html", as: entry, limit: 1 << 20) == nil)
    for rule in ["circles: Grandparents", "chosen"] {
      manifest.files["b.html"] = SiteManifest.Entry(
        sha256: "", bytes: 0, note: "b", rule: rule, made: "")
      #expect(!manifest.isPublic)
    }
  }

  @Test("colours of links can be read on both papers")
  func accents() throws {
    for name in ["yellow", "#ffffff", "#000000", "blue", "#808080"] {
      let color = try #require(ColorName(name))
      for paper in [AccentColor.Paper.light, .dark] {
        let text = AccentColor.readable(color, on: paper)
        let shown = try #require(ColorName(text))
        let channels = shown.channels
        let luminance = AccentColor.luminance(
          [channels.red, channels.green, channels.blue].map(Double.init), on: paper)
        #expect(AccentColor.contrast(luminance, paper == .light ? 0.966 : 0.0075) >= 4.4, "\(name)")
      }
    }
    #expect(AccentColor.readable(try #require(ColorName("#24599b")), on: .light) == "#24599b")
  }
}
