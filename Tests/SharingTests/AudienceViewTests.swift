import Journal
import Media
import Operations
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Sharing

/// Who sees what, by examples; `AudienceModelTests` has random ones.
@Suite("What audiences see")
struct AudienceViewTests {
  private static let circle = "---\ntl: circle\ntitle: Grandparents\nviewers: [Lan]\n---\n"
  private static let grandparents = VaultPath("circles/grandparents.md").map(Audience.circle)

  private func decisions(_ files: [String: String], for audience: Audience) throws -> [String] {
    try SharingVault(files).view(for: audience).noteDecisions.map {
      "\($0.path.text): \($0.reason)"
    }
  }

  // MARK: - Decisions

  @Test("each note that asks is decided, with the reason, and the others are not told")
  func reasons() throws {
    let found = try decisions(
      [
        "a.md": "---\npublish: true\n---\nA\n", "b.md": "---\npublish: false\n---\nB\n",
        "c.md": "C\n", "d.md": "---\npublish: true\nopen_after: 2043-10-17\n---\nD\n",
        "e.md": "---\npublish: true\nconflict_of: 1\n---\nE\n",
        "f.md": "---\nid: 2\npublish: true\n---\nF\n", "g.md": "---\nid: 2\n---\nG\n",
        "h.md": "---\npublish: [\n---\nH\n", "i.md": "---\npublish: perhaps\n---\nI\n",
        "j.md": "---\npublish: true\ntl: person\n---\nJ\n",
        "k.md": "---\npublish: true\nbirthday: 2025-05-17\n---\nK\n",
        "l.md": "---\npublish: true\nanonymous: perhaps\n---\nL\n",
        "m.md": "---\npublish: true\nopen_after: when she is 18\n---\nM\n",
        "n.md": "---\npublish: true\npublish: false\n---\nN\n",
        "o.conflict-phone-20261101T000000Z.md": "---\npublish: true\n---\nO\n",
        "p.md": "---\npublish:\n---\nP\n", "q.md": "---\ntitle: [\n---\nQ\n",
      ], for: .everybody)
    #expect(
      found == [
        "a.md: shown(rule: \"publish\")", "d.md: sealed(until: 2043-10-17)",
        "e.md: conflictCopy", "f.md: idOfSeveral", "h.md: unreadable", "i.md: unreadable",
        "j.md: isPage", "k.md: isPage", "l.md: unreadable", "m.md: unreadable", "n.md: unreadable",
        "o.conflict-phone-20261101T000000Z.md: conflictCopy",
      ])
  }

  @Test("a circle sees its notes and the public ones, by a name that means it alone")
  func circles() throws {
    let audience = try #require(Self.grandparents)
    let files = [
      "circles/grandparents.md": Self.circle,
      "circles/friends.md": "---\ntl: circle\ntitle: Friends\n---\n",
      "a.md": "---\ncircles: [grandparents]\n---\nA\n", "b.md": "---\ncircles: friends\n---\nB\n",
      "c.md": "---\npublish: true\n---\nC\n", "d.md": "---\ncircles: [grandparent]\n---\nD\n",
      "e.md": "---\ncircles: {a: grandparents}\n---\nE\n",
      "f.md": "---\ncircles: [\"[[circles/grandparents]]\"]\n---\nF\n",
    ]
    #expect(
      try decisions(files, for: audience) == [
        "a.md: shown(rule: \"circles: Grandparents\")", "c.md: shown(rule: \"publish\")",
        "d.md: unknownCircle(\"grandparent\")", "e.md: unreadable",
        "f.md: shown(rule: \"circles: Grandparents\")",
      ])
    let twins = files.merging(["circles/copy.md": Self.circle]) { first, _ in first }
    #expect(
      try decisions(twins, for: audience) == [
        "a.md: ambiguousCircle(\"grandparents\")", "c.md: shown(rule: \"publish\")",
        "d.md: unknownCircle(\"grandparent\")", "e.md: unreadable",
        "f.md: ambiguousCircle(\"grandparents\")",
      ])
  }

  @Test("a comment asks for nothing, though it names circles")
  func comments() throws {
    let comment = "---\ntl: comment\ncomment_on: 1\ncircles: [Grandparents]\n---\nYes\n"
    let audience = try #require(Self.grandparents)
    let files = ["circles/grandparents.md": Self.circle, "comments/2026/11/a.md": comment]
    #expect(try decisions(files, for: audience) == [])
  }

  @Test("a circle that is gone, or names itself, shows nothing by itself")
  func noCircle() throws {
    let audience = try #require(Self.grandparents)
    let own =
      "---\ntl: circle\ntitle: Grandparents\ncircles: [grandparents]\nviewers: [grandparents]\n---\n"
    for files in [
      ["a.md": "---\ncircles: [grandparents]\n---\nA\n"], ["circles/grandparents.md": own],
    ] {
      #expect(try SharingVault(files).view(for: audience).notes == [])
    }
  }

  @Test("whoever looks with sealed notes open opens none to others")
  func opensEarly() throws {
    let vault = try SharingVault([
      "a.md": "---\npublish: true\nopen_after: 2043-10-17\n---\nA\n"
    ])
    var source = try vault.source()
    source.visibility.opensEarly = true
    for index in [try source.scanner().scan(), try source.scanner(withSealed: true).scan()] {
      for audience in [Audience.everybody, .readers] {
        let view = try AudienceView(of: source, index, for: audience)
        #expect(view.notes == [])
        #expect(view.decisions.map(\.isShown) == [false])
      }
    }
  }

  // MARK: - Notes

  private func only(_ files: [String: String]) throws -> SharedNote {
    let notes = try SharingVault(files).view(for: .everybody).notes
    #expect(notes.count == 1)
    return try #require(notes.first)
  }

  @Test(
    "an anonymous note leaves without who, whom and where, under an id that is none of the vault")
  func anonymous() throws {
    let keys =
      "id: 00000000-0000-4000-8000-00000000000A\npublish: true\nauthor: Ana\npeople: [Kaia]\n"
      + "place: Louvre\nlocality: Paris\ncoordinates: 48.86, 2.34\nweather: rain\n"
    let named = try only(["a.md": "---\n\(keys)---\nText\n"])
    #expect(named.authors == ["Ana"] && named.people.map(\.name) == ["Kaia"])
    #expect(named.place == "Louvre, Paris" && named.coordinates != nil)
    #expect(named.id == "00000000-0000-4000-8000-00000000000a")
    let note = try only(["a.md": "---\n\(keys)anonymous: true\n---\nText\n"])
    #expect(note.authors.isEmpty && note.people.isEmpty)
    #expect(note.place == nil && note.coordinates == nil && note.weather == "rain")
    #expect(note.id != named.id && note.id.count == 36)
    let moved = try only(["b/c.md": "---\n\(keys)anonymous: true\n---\nOther text\n"])
    #expect(moved.id == note.id)
  }

  @Test("an id that is no UUID leaves as one, always the same")
  func ids() throws {
    let note = try only(["a.md": "---\nid: my first note\npublish: true\n---\n"])
    #expect(
      note.id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/) != nil
    )
    #expect(try only(["b.md": "---\nid: my first note\npublish: true\n---\n"]).id == note.id)
  }

  @Test("ids that differ in case alone are held back, since they leave as one")
  func sameIDs() throws {
    let id = "00000000-0000-4000-8000-00000000000"
    let view = try SharingVault([
      "a.md": "---\nid: \(id)a\npublish: true\n---\n",
      "b.md": "---\nid: \(id)A\npublish: true\n---\n",
    ]).view(for: .everybody)
    #expect(view.notes == [])
    #expect(view.decisions.map(\.reason) == [.idOfSeveral, .idOfSeveral])
  }

  @Test("the name of a file is no title")
  func titles() throws {
    let note = try only(["Visit to Dr. Zed.md": "---\npublish: true\ndate: 2026-06-14\n---\nText\n"]
    )
    #expect(note.title == "2026-06-14" && !note.hasTitle)
    let named = try only(["x.md": "---\npublish: true\n---\n# First steps\n"])
    #expect(named.title == "First steps" && named.hasTitle)
    let linked = try only([
      "x.md":
        "---\npublish: true\n---\n# [Kaia](people/kaia.md) at [[home/zed|home]], [[a/Paris]]\n"
    ])
    #expect(linked.title == "Kaia at home, Paris")
  }

  @Test(
    "no title and no place has the path of a link",
    arguments: [
      ("[At [home]](secret/x.md)", "At [home]"), ("[Home](secret/(old)/x.md)", "Home"),
      ("![[secret/Zed]] and [[secret/x|Lan]]", "Zed and Lan"), ("[a](secret/x.md", nil),
      ("[a [b [c]]](secret/x.md)", nil),
      (String(repeating: "[x](secret/x.md) ", count: 99), nil),
    ] as [(String, String?)])
  func paths(text: String, plain: String?) throws {
    let note = try only([
      "x.md": "---\npublish: true\nplace: '\(text)'\nweather: '\(text)'\n---\n# \(text)\n"
    ])
    for shown in [note.title, note.place, note.weather] {
      if let plain { #expect(shown == plain) }
      #expect(shown?.contains("](secret") != true || text == "[a](secret/x.md")
    }
  }

  @Test("people are called as the note calls them, unless their page may be seen")
  func people() throws {
    let note =
      "---\npublish: true\ndate: 2026-06-14\npeople: [kaia, \"[[people/lan|Bà]]\", Mira]\n---\n"
    let kaia = "---\ntl: person\ntitle: Kaia Luna\nbirthday: 2025-05-17\n"
    let lan = "---\ntl: person\ntitle: Lan Nguyen\n---\n"
    let hidden = try only([
      "a.md": note, "people/kaia.md": "\(kaia)---\n", "people/lan.md": lan,
    ])
    #expect(hidden.people.map(\.name) == ["kaia", "Bà", "Mira"])
    #expect(hidden.people.allSatisfy { $0.age == nil })
    let shown = try only([
      "a.md": note, "people/kaia.md": "\(kaia)publish: true\n---\n", "people/lan.md": lan,
    ])
    #expect(shown.people.map(\.name) == ["Kaia Luna", "Bà", "Mira"])
    #expect(shown.people[0].age?.text == "12 months")
    let twins = try only([
      "a.md": note, "people/kaia.md": "\(kaia)publish: true\n---\n",
      "b/kaia.md": "---\ntl: person\ntitle: Kaia\n---\n",
    ])
    #expect(twins.people.map(\.name) == ["kaia", "Bà", "Mira"])
    let untitled = try only([
      "a.md": "---\npublish: true\npeople: [Ana]\n---\n",
      "people/ana-from-work.md": "---\ntl: person\naliases: [Ana]\npublish: true\n---\n",
    ])
    #expect(untitled.people.map(\.name) == ["Ana"])
  }

  // MARK: - Links and media

  @Test("a link leads to what the audience sees, and to nothing else")
  func links() throws {
    let view = try SharingVault([
      "a/one.md": """
      ---
      publish: true
      ---
      [x](two.md) [[two]] [y](three.md) [[three]] [[b/three]] [z](../c/d.txt)
      """,
      "a/two.md": "---\npublish: true\n---\n", "a/three.md": "Three\n",
      "b/three.md": "---\npublish: true\n---\n", "c/d.txt": "text",
    ]).view(for: .everybody)
    let note = try #require(VaultPath("a/one.md").flatMap(view.note))
    let found = NoteDocument(note.body).fileLinks.map { link -> String? in
      let target = view.destination(
        of: link, at: link.targets(from: note.source.parent), in: note, isEmbed: false)
      guard case .note(let note) = target else { return nil }
      return note.source.text
    }
    // A name means a note that is seen, as if there were no other.
    #expect(found == ["a/two.md", "a/two.md", nil, "b/three.md", "b/three.md", nil])
  }

  @Test("media leave that the text refers to, else all; those of a hidden note do not")
  func media() throws {
    let vault = try SharingVault([
      "a.md":
        "---\npublish: true\n---\n![](a.media/1.jpg) ![](b.media/3.jpg) ![[4.jpg]] ![[5.jpg]]\n",
      "b.md": "---\npublish: true\n---\n", "c.md": "C\n",
    ])
    for (name, path) in [
      "a.media/1.jpg", "a.media/2.jpg", "b.media/3.jpg", "b.media/4.jpg", "c.media/5.jpg",
    ]
    .enumerated() {
      try vault.folder.write(TestPicture.jpeg("secret", pixels: [UInt8(name)]), to: path)
    }
    try vault.folder.write("PK", to: "b.media/archive.zip")
    let view = try vault.view(for: .everybody)
    func names(_ path: String) throws -> [String] {
      try #require(VaultPath(path).flatMap(view.note)).media.map(\.source.text)
    }
    #expect(try names("a.md") == ["a.media/1.jpg"])
    #expect(try names("b.md") == ["b.media/3.jpg", "b.media/4.jpg"])
    let note = try #require(VaultPath("a.md").flatMap(view.note))
    let found = NoteDocument(note.body).fileLinks.map { link -> String? in
      let target = view.destination(of: link, at: link.targets(from: nil), in: note)
      guard case .medium(let medium) = target else { return nil }
      return medium.source.text
    }
    #expect(found == ["a.media/1.jpg", "b.media/3.jpg", "b.media/4.jpg", nil])
    let held = view.decisions.filter { if case .mediumNotGiven = $0.reason { true } else { false } }
    #expect(held.map(\.path.text) == ["b.md"])
  }

  @Test(
    "a name leads to no file that its note does not give, and one that is gone lets no other out")
  func namesOfMedia() throws {
    let vault = try SharingVault([
      "a.md": "---\npublish: true\n---\n![[2.jpg]]\n",
      "b.md": "---\npublish: true\n---\n![](b.media/1.jpg)\n", "c.md": "C\n",
      "d.md": "---\npublish: true\n---\n![](d.media/renamed.jpg)\n",
    ])
    for path in ["b.media/1.jpg", "b.media/2.jpg", "c.media/2.jpg", "d.media/3.jpg"] {
      try vault.folder.write(TestPicture.jpeg("secret"), to: path)
    }
    let view = try vault.view(for: .everybody)
    let note = try #require(VaultPath("a.md").flatMap(view.note))
    let link = try #require(NoteDocument(note.body).fileLinks.first)
    #expect(view.destination(of: link, at: link.targets(from: nil), in: note) == nil)
    #expect(try #require(VaultPath("d.md").flatMap(view.note)).media.isEmpty)
  }

  @Test("media that are also those of a note with another extension, which is hidden, stay")
  func twins() throws {
    let vault = try SharingVault([
      "a.md": "---\npublish: true\n---\n![](a.media/1.jpg)\n", "a.markdown": "Hidden\n",
    ])
    try vault.folder.write(TestPicture.jpeg("secret"), to: "a.media/1.jpg")
    let view = try vault.view(for: .everybody)
    #expect(view.notes.map(\.media.count) == [0])
    #expect(view.decisions.count == 2)
    try vault.folder.write("---\npublish: true\n---\n![](a.media/1.jpg)\n", to: "a.markdown")
    #expect(try vault.view(for: .everybody).notes.map(\.media.count) == [1, 1])
  }

  @Test("a medium leaves clean, by a name that tells nothing, and not after it has changed")
  func clean() throws {
    let vault = try SharingVault([
      "a.md": "---\npublish: true\n---\n", "b.md": "---\npublish: true\n---\n",
    ])
    try vault.folder.write(TestPicture.jpeg("at home"), to: "a.media/our street.png")
    try vault.folder.write(TestPicture.jpeg("elsewhere"), to: "b.media/x.jpg")
    let media = try vault.view(for: .everybody).notes.flatMap(\.media)
    let medium = try #require(media.first { $0.source.text.hasPrefix("a") })
    let bytes = try vault.bytes(of: medium)
    #expect(bytes.firstRange(of: Array("home".utf8)) == nil)
    #expect(Int64(bytes.count) == medium.bytes)
    #expect(medium.kind == .photo && medium.type.format == .jpeg)
    #expect(medium.size.map { "\($0.width)x\($0.height)" } == "40x30")
    #expect(medium.name.wholeMatch(of: /[0-9a-f]{40}\.jpg/) != nil)
    #expect(Set(media.map(\.name)).count == 1, "the same picture has the same name")
    try vault.folder.write(TestPicture.jpeg("at home", pixels: [9]), to: "a.media/our street.png")
    #expect(throws: StoreError.self) { try vault.bytes(of: medium) }
  }
}
