import Foundation
import Sharing
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("Builds of a site")
struct SiteBuildTests {
  private static let files = [
    "a.md": SiteVault.note(
      1, "# First steps\n\nFour, and then the floor.", keys: "tags: [kaia]"),
    "b.md": SiteVault.note(
      2, "# Rain\n\nSee [the steps](a.md).", day: "2025-12-31", keys: "tags: [kaia, weather]"),
    "c.md": "---\ncreated: 2026-01-01\n---\n\nprivate\n",
  ]

  @Test("an unchanged vault gives the same bytes, and the second build writes nothing")
  func twice() throws {
    let vault = try SiteVault(Self.files, settings: "site: {address: 'https://example.org/us'}\n")
    let first = try vault.build()
    let before = try vault.files()
    let second = try vault.build()
    #expect(second.written.isEmpty && second.removed.isEmpty)
    #expect(second.kept == first.written.count)
    let isSame = try vault.files() == before
    #expect(isSame)
    try vault.build("other")
    let isSameElsewhere = try vault.files("other") == before
    #expect(isSameElsewhere)
    #expect(
      Set(before.keys).isSuperset(of: [
        "index.html", "feed.xml", "feed.json", "sitemap.xml", "2026.html",
      ]))
  }

  @Test("a change of one text rewrites what shows it, and not the pages of other notes")
  func change() throws {
    let vault = try SiteVault(Self.files)
    try vault.build()
    try vault.folder.write(
      SiteVault.note(1, "# First steps\n\nFive.", keys: "tags: [kaia]"), to: "a.md")
    let report = try vault.build()
    #expect(
      report.written.sorted() == ["first-steps-00000001.html", "index.html", "search/2026.json"])
    let fresh = try { () throws in
      try vault.build("fresh")
      return try vault.files("fresh")
    }()
    let isSame = try vault.files() == fresh
    #expect(isSame)
  }

  @Test("after any changes a build gives the same bytes as a first one")
  func changes() throws {
    try withSeed(cases: caseCount(20)) { generator in
      let vault = try SiteVault([:], settings: "site: {address: 'https://example.org/'}\n")
      func change(_ number: Int) throws {
        let days = ["2024-12-31", "2025-01-01", "2026-06-14"]
        let tags = generator.pick(Int.random(in: 0...2, using: &generator), of: ["a", "c", "c++"])
        let links = generator.pick(2, of: ["[x](1.md)", "![x](2.md)", "[[3]]", "#a", "#c++", "x"])
        let text = SiteVault.note(
          number, "# Note \(number)\n\n\(links.joined(separator: " "))",
          day: generator.pick(1, of: days)[0], keys: "tags: [\(tags.joined(separator: ", "))]")
        let isPublic = Int.random(in: 0..<3, using: &generator) > 0
        try vault.folder.write(
          isPublic ? text : text.replacingOccurrences(of: "publish: true", with: ""),
          to: "\(number).md")
      }
      for number in 1...4 { try change(number) }
      try vault.build()
      for round in 1...3 {
        try change(Int.random(in: 1...4, using: &generator))
        try vault.build()
        try vault.build("fresh-\(round)")
        // Manifest and Atom feed have more: what was taken back.
        let (now, fresh) = (try vault.files(), try vault.files("fresh-\(round)"))
        #expect(now.keys.sorted() == fresh.keys.sorted())
        for (path, bytes) in fresh where path != "manifest.json" {
          #expect(now[path].map { Self.withoutDeletions($0) } == bytes, "\(path)")
        }
      }
    }
  }

  private static func withoutDeletions(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(/\ xmlns:at="[^"]*"|  <at:deleted-entry [^>]*>\n/, with: "")
    return Array(text.utf8)
  }

  @Test("a tag that is written otherwise, with the same name of its list, is shown as it is now")
  func spelling() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A", keys: "tags: [caf\u{E9}]")])
    try vault.build()
    try vault.folder.write(SiteVault.note(1, "# A", keys: "tags: [cafe\u{301}]"), to: "a.md")
    try vault.build()
    try vault.build("fresh")
    for (path, bytes) in try vault.files("fresh") {
      #expect(try vault.files()[path] == bytes, "\(path)")
    }
  }

  @Test("a page keeps its name when the title changes, and slug sets it")
  func names() throws {
    let vault = try SiteVault(Self.files)
    try vault.build()
    try vault.folder.write(SiteVault.note(1, "# Walking\n"), to: "a.md")
    try vault.build()
    #expect(try vault.text("first-steps-00000001.html").contains("Walking"))
    try vault.folder.write(SiteVault.note(1, "# Walking\n", keys: "slug: Walks & more"), to: "a.md")
    let report = try vault.build()
    #expect(report.removed.contains("first-steps-00000001.html"))
    #expect(try vault.files()["walks-more.html"] != nil)
    // The link of the other note follows.
    let rain = try #require(try vault.files().keys.first { $0.hasPrefix("rain") })
    #expect(try vault.text(rain).contains("href=\"walks-more.html\""))
  }

  @Test("names that are set collide neither with each other nor with pages of the site")
  func collisions() throws {
    let vault = try SiteVault([
      "a.md": SiteVault.note(1, "one", keys: "slug: index"),
      "b.md": SiteVault.note(2, "two", keys: "slug: 2026"),
      "c.md": SiteVault.note(3, "three", keys: "slug: same"),
      "d.md": SiteVault.note(4, "four", keys: "slug: ../same"),
      "e.md": SiteVault.note(5, "five", keys: "slug: tag-x\ntags: [x, 'c++', c]"),
    ])
    try vault.build()
    let names = Set(try vault.plan().pages.names.notes)
    #expect(names.count == 5)
    #expect(names.contains("same.html") && names.contains("same-00000004.html"))
    #expect(names.isDisjoint(with: ["index.html", "2026.html", "tag-x.html"]))
    #expect(try vault.text("index.html").contains("5 notes"))
  }

  @Test("a note that is taken back is removed, named by its id alone, and forgotten by feeds")
  func withdrawn() throws {
    let vault = try SiteVault(Self.files, settings: "site: {address: 'https://example.org/'}\n")
    try vault.build()
    #expect(try vault.text("feed.xml").contains("First steps"))
    try vault.folder.write("---\nid: \(SiteVault.id)01\n---\n\n# First steps\n", to: "a.md")
    let earlier = try SiteFolder(
      opening: vault.sites.path("site"), besides: vault.folder.path
    ).manifest()
    #expect(try vault.plan(after: earlier).withdrawnPages == ["first-steps-00000001.html"])
    let report = try vault.build()
    #expect(report.manifest.withdrawn == ["\(SiteVault.id)01": SiteVault.instant])
    for (path, bytes) in try vault.files() {
      #expect(!bytes.holds("First steps") && !bytes.holds("first-steps"), "\(path)")
    }
    try vault.folder.write(Self.files["a.md"] ?? "", to: "a.md")
    #expect(try vault.build().manifest.withdrawn.isEmpty)
  }

  @Test("a file that somebody edited stays, and all others are written")
  func edited() throws {
    let (vault, page) = (try SiteVault(Self.files), "first-steps-00000001.html")
    try vault.build()
    let before = try vault.text("index.html")
    try vault.sites.write("edited", to: "site/\(page)")
    try vault.folder.write(SiteVault.note(1, "# First steps\n\nSix."), to: "a.md")
    for _ in 1...2 {
      let report = try vault.build()
      #expect(report.edited == [page] && !report.written.contains(page))
      #expect(try vault.text(page) == "edited")
      let now = try vault.text("index.html")
      #expect(now != before && now.contains("Six."))
    }
    let report = try vault.build(replacesEdited: true)
    #expect(report.edited.isEmpty && report.written == [page])
    try vault.build("fresh")
    let isSame = try vault.files() == vault.files("fresh")
    #expect(isSame)
  }

  @Test("a page that was edited and taken back is not shown, and is asked for until it is removed")
  func editedAndTakenBack() throws {
    let (vault, page) = (try SiteVault(Self.files), "first-steps-00000001.html")
    try vault.build()
    try vault.sites.write("edited", to: "site/\(page)")
    try vault.folder.write("---\nid: \(SiteVault.id)01\n---\n\n# First steps\n", to: "a.md")
    for _ in 1...2 {
      let report = try vault.build()
      #expect(report.edited == [page] && !report.removed.contains(page))
      #expect(report.manifest.files[page] != nil && report.manifest.shown.files[page] == nil)
      #expect(report.manifest.withdrawn.count == 1)
    }
    let report = try vault.build(replacesEdited: true)
    #expect(report.removed == [page] && report.manifest.files[page] == nil)
    #expect(try vault.files()[page] == nil)
  }

  @Test(
    "files that tl did not write stay, and one in the way ends the build before it changes anything"
  )
  func foreign() throws {
    let vault = try SiteVault(Self.files)
    try vault.sites.write("mine", to: "site/CNAME")
    try vault.build()
    #expect(try vault.text("CNAME") == "mine")
    try vault.sites.write("mine", to: "other/index.html")
    #expect(throws: SiteRefusal.foreign(["index.html"])) { try vault.build("other") }
    #expect(throws: SiteRefusal.foreign(["index.html"])) {
      try vault.build("other", replacesEdited: true)
    }
    #expect(try vault.files("other").count == 1)
  }

  @Test("nothing leads to a medium that leaves with no note, and all others are there")
  func media() throws {
    let vault = try SiteVault(
      [
        "a.md": SiteVault.note(1, "# A\n\n![one](b.media/1.png) ![two](b.media/2.png)"),
        "b.md": SiteVault.note(2, "# B\n\n![](b.media/1.png)"),
      ], settings: "site: {address: 'https://example.org/'}\n")
    try vault.writePicture("clear.png", to: "b.media/1.png")
    try vault.writePicture("little.png", to: "b.media/2.png")
    try vault.build()
    let files = try vault.files()
    #expect(files.keys.count { $0.hasPrefix("media/") } == 1)
    for (path, bytes) in files where !path.hasPrefix("media/") && path != "manifest.json" {
      let text = String(decoding: bytes, as: UTF8.self)
      for name in text.matches(of: /media\/[0-9a-z]+\.png/).map({ String($0.output) }) {
        #expect(files[name] != nil, "\(path): \(name)")
      }
    }
    #expect(files["a-00000001.html"]?.holds("two") == true)
  }

  @Test("links are not followed: a build says that they are in the way, and changes nothing")
  func links() throws {
    let vault = try SiteVault(Self.files)
    try vault.build()
    try vault.sites.move("site/search", to: "elsewhere")
    let link = vault.sites.path("site/search")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: vault.sites.path("elsewhere"))
    try vault.folder.write("private\n", to: "a.md")
    let before = try vault.text("index.html")
    #expect(throws: SiteRefusal.foreign(["search/2025.json", "search/2026.json"])) {
      try vault.build()
    }
    #expect(try vault.text("index.html") == before)
    try vault.sites.move("site/manifest.json", to: "manifest.json")
    try FileManager.default.createSymbolicLink(
      atPath: vault.sites.path("site/manifest.json"), withDestinationPath: "../manifest.json")
    let refused = SiteRefusal.manifest("\(vault.sites.path("site"))/manifest.json")
    #expect(throws: refused) { try vault.build() }
  }

  @Test("a medium that cannot be copied again stays tl's own, and is removed with its note")
  func failedCopy() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A")])
    try vault.writePicture("clear.png", to: "a.media/1.png")
    let first = try vault.build().manifest
    let path = try #require(first.files.keys.first { $0.hasPrefix("media/") })
    let look = try SiteLook(own: ["site.css": Array("p {}".utf8)])
    let plan = try vault.plan(after: first, look: look)
    try vault.writePicture("clear.png", to: "a.media/1.png", adding: [0])
    let report = try SiteBuild(plan, after: first, of: vault.vault, threads: 1).run(
      in: SiteFolder(making: vault.sites.path("site"), besides: vault.folder.path))
    #expect(report.failed.map(\.path) == [path])
    try vault.folder.write("---\nid: \(SiteVault.id)01\n---\n\n# A\n", to: "a.md")
    #expect(try vault.build().removed.contains(path))
    #expect(try vault.files()[path] == nil)
  }

  @Test("a medium whose hash is known is not read again, and nothing else is taken for one")
  func digests() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "# A")])
    try vault.writePicture("clear.png", to: "a.media/1.png")
    func media(_ digests: MediaDigests) throws -> [String] {
      try AudienceView(of: vault.source, vault.index(), for: .everybody, media: KnownMedia(digests))
        .notes.flatMap { $0.media.map(\.name) }
    }
    let digests = MediaDigests()
    let names = try media(digests)
    try SiteRecord.save(digests, in: vault.vault)
    let known = SiteRecord.digests(in: try vault.vault)
    #expect(try media(known) == names)
    #expect(known.text == digests.text)
    let key = try #require(digests.text.split(separator: " ").first)
    let planted = "\(key) \(String(repeating: "a", count: 40))\n"
    #expect(try media(MediaDigests(planted)) == [String(repeating: "a", count: 40) + ".png"])
    for end in ["../../\(String(repeating: "a", count: 34))", "a", ""] {
      #expect(try media(MediaDigests("\(key) \(end)\n")) == names)
    }
    try vault.writePicture("little.png", to: "a.media/1.png")
    #expect(try media(MediaDigests(planted)).first?.hasPrefix("aaaa") == false)
  }

  @Test("a folder in the vault, the vault itself and one around it are refused")
  func places() throws {
    let vault = try SiteVault(Self.files)
    let around = "/" + vault.folder.path.split(separator: "/").dropLast().joined(separator: "/")
    for path in [
      vault.folder.path, vault.folder.path("site"), vault.folder.path("a/b"), around,
    ] {
      #expect(throws: SiteRefusal.vault(path)) {
        try SiteFolder(making: path, besides: vault.folder.path)
      }
    }
  }

  @Test("what a build that was ended has left is its own to the next one")
  func interrupted() throws {
    let vault = try SiteVault(Self.files)
    try vault.build()
    let folder = try SiteFolder(opening: vault.sites.path("site"), besides: vault.folder.path)
    let earlier = try folder.manifest()
    try vault.folder.write(SiteVault.note(1, "# First steps\n\nSix."), to: "a.md")
    let plan = try vault.plan(after: earlier)
    try folder.write(plan.unfinished(after: earlier))
    try vault.sites.write("half", to: "site/first-steps-00000001.html")
    try vault.sites.write("half", to: "site/.tl-tmp-0123456789abcdef")
    try vault.build()
    #expect(try vault.text("first-steps-00000001.html").contains("Six."))
    #expect(try vault.files()[".tl-tmp-0123456789abcdef"] == nil)
  }

  @Test("an unreadable manifest, and one with paths that lead elsewhere, is not believed")
  func manifest() throws {
    let vault = try SiteVault(Self.files)
    try vault.sites.write("{", to: "site/manifest.json")
    #expect(throws: SiteRefusal.self) { try vault.build() }
    let entry = "{\"sha256\": null, \"bytes\": 1, \"rule\": \"list\", \"made\": \"\"}"
    try vault.sites.write("outside", to: "victim.txt")
    try vault.sites.write(
      "{\"version\": 1, \"withdrawn\": [], \"files\": {\"../victim.txt\": \(entry), \".git/config\": \(entry)}}",
      to: "site/manifest.json")
    try vault.build()
    #expect(try vault.sites.read("victim.txt") == Array("outside".utf8))
  }

  @Test("a vault without public notes gives a site that says so")
  func empty() throws {
    let vault = try SiteVault(["c.md": Self.files["c.md"] ?? ""])
    try vault.build()
    #expect(try vault.text("index.html").contains("Nothing is here yet."))
    #expect(try vault.files()["tags.html"] == nil)
  }
}
