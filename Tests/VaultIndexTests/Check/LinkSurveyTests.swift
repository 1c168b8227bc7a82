import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

/// Which links of a vault a move or a removal breaks, and how they would have to be written.
@Suite("Links that a move breaks")
struct LinkSurveyTests {
  /// `note:line written → correction`, or what the link leads to instead.
  private func broken(
    _ files: [String: String], moving old: String, to new: String?
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    try folder.write("format: 1\n", to: ".tl/config.yaml")
    let opened = try Vault(opening: folder.path)
    var relocation = NoteRelocation()
    relocation.add(
      try #require(VaultPath(old)), to: try new.map { try #require(VaultPath($0)) },
      in: opened.folder)
    let survey = LinkSurvey(opened, zone: .utc, threads: 2)
    return survey.links(brokenBy: relocation).map { link in
      let written = String(decoding: link.written, as: UTF8.self)
      let result =
        link.correction.map { String(decoding: $0, as: UTF8.self) } ?? link.other?.text ?? "gone"
      return "\(link.note.text):\(link.line) \(written) → \(result)"
    }
  }

  @Test(
    "links to a renamed note, in the style in which they are written",
    arguments: [
      ("[Bob](../people/bob.md)", "../people/robert.md"),
      ("[Bob](../people/bob.md#born)", "../people/robert.md#born"),
      ("[Bob](<../people/bob.md>)", "../people/robert.md"),
      ("[Bob](../people/bob)", "../people/robert"),
      ("[Bob](../people/bob.md \"title\")", "../people/robert.md"),
      ("[bob]: ../people/bob.md", "../people/robert.md"),
      ("[[bob]]", "robert"), ("[[bob|Bob]]", "robert|Bob"), ("[[bob#Born]]", "robert#Born"),
      ("[[bob#^block|B]]", "robert#^block|B"), ("[[bob.md]]", "robert.md"), ("[[BOB]]", "robert"),
      ("[[people/bob|Bob]]", "people/robert|Bob"), ("![[people/bob]]", "people/robert"),
      ("| [[bob\\|Bob]] |", "robert\\|Bob"),
      ("![[bob.media/q.jpg|300]]", "people/robert.media/q.jpg|300"),
      ("![](../people/bob.media/q.jpg)", "../people/robert.media/q.jpg"),
    ])
  func renamed(text: String, correction: String) throws {
    let found = try broken(
      ["people/bob.md": "", "people/bob.media/q.jpg": "q", "2026/day.md": "\n\(text)\n"],
      moving: "people/bob.md", to: "people/robert.md")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("2026/day.md:2 ") == true)
    #expect(found.first?.hasSuffix(" → \(correction)") == true, "\(found)")
  }

  @Test(
    "links that lead to the note all the same, and links to other things",
    arguments: [
      "[[bob]]", "[[bob|Bob]]", "![[q.jpg]]", "`[Bob](../people/bob.md)`", "[x](other.md)",
      "[[gone]]", "[x](gone.md)", "[x](https://example.org/bob.md)", "bob",
    ])
  func unbroken(text: String) throws {
    let found = try broken(
      [
        "people/bob.md": "", "people/bob.media/q.jpg": "q", "2026/other.md": "",
        "2026/day.md": text,
      ], moving: "people/bob.md", to: "friends/bob.md")
    #expect(found == [])
  }

  @Test("only Markdown links are rewritten to a name that is not possible in [[links]]")
  func namesWithoutLinks() throws {
    #expect(
      try broken(["bob.md": "", "day.md": "[[bob]] [b](bob.md)"], moving: "bob.md", to: "C# x.md")
        == ["day.md:1 bob → gone", "day.md:1 bob.md → <C%23 x.md>"])
  }

  @Test("a Markdown link is broken if the file can be found only by name")
  func byNameAlone() throws {
    let files = [
      "people/bob.md": "[day](../2026/day.md) ![](bob.media/q.jpg)", "people/bob.media/q.jpg": "q",
      "2026/day.md": "[Bob](../people/bob.md) [[bob]] ![](../people/bob.media/q.jpg) [B](bob.md)",
    ]
    #expect(
      try broken(files, moving: "people/bob.md", to: "friends/old/bob.md") == [
        "2026/day.md:1 ../people/bob.md → ../friends/old/bob.md",
        "2026/day.md:1 ../people/bob.media/q.jpg → ../friends/old/bob.media/q.jpg",
        "friends/old/bob.md:1 ../2026/day.md → ../../2026/day.md",
      ])
  }

  @Test("a name that several notes have is written with its folder")
  func severalOfOneName() throws {
    let files = ["people/bob.md": "", "z/robert.md": "", "day.md": "[[bob]]"]
    #expect(
      try broken(files, moving: "people/bob.md", to: "people/robert.md")
        == ["day.md:1 bob → people/robert"])
  }

  @Test("a link by name that would match the new name is reported too")
  func caught() throws {
    let files = ["x/bob.md": "", "m/robert.md": "", "day.md": "[[robert]] [[m/robert]]"]
    #expect(
      try broken(files, moving: "x/bob.md", to: "a/robert.md")
        == ["day.md:1 robert → m/robert"])
  }

  @Test("links of the note that moves: to its media, and to what it left behind")
  func own() throws {
    let files = [
      "a/walk.md":
        "![](walk.media/x.jpg)\n[her](../people/kaia.md) [b](./b.md#x) [self](walk.md)\n[g](gone.md)\n",
      "a/walk.media/x.jpg": "x", "a/b.md": "", "people/kaia.md": "",
    ]
    #expect(
      try broken(files, moving: "a/walk.md", to: "a/long walk.md") == [
        "a/long walk.md:1 walk.media/x.jpg → <long walk.media/x.jpg>",
        "a/long walk.md:2 walk.md → <long walk.md>",
      ])
    #expect(
      try broken(files, moving: "a/walk.md", to: "people/walks/walk.md") == [
        "people/walks/walk.md:2 ../people/kaia.md → ../kaia.md",
        "people/walks/walk.md:2 ./b.md#x → ../../a/b.md#x",
      ])
  }

  @Test("media that another note shares stay where they are")
  func twin() throws {
    let files = [
      "bob.md": "", "bob.markdown": "", "bob.media/q.jpg": "q", "day.md": "![](bob.media/q.jpg)",
    ]
    #expect(try broken(files, moving: "bob.md", to: "robert.md") == [])
  }

  @Test("links to a removed note, to its media, and to one that takes its path")
  func removed() throws {
    let files = [
      "people/bob.md": "[me](bob.md)", "people/bob.media/q.jpg": "q",
      "day.md": "[[bob]]\n[x](people/bob.md)\n![](people/bob.media/q.jpg)\n[[other]]\n",
      "other.md": "",
    ]
    #expect(
      try broken(files, moving: "people/bob.md", to: nil) == [
        "day.md:1 bob → gone", "day.md:2 people/bob.md → gone",
        "day.md:3 people/bob.media/q.jpg → gone",
      ])
    #expect(
      try broken(files.merging(["z/bob.md": ""]) { $1 }, moving: "people/bob.md", to: nil).first
        == "day.md:1 bob → z/bob.md")
  }
}
