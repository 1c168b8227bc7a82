import Testing
import VaultFormat

@Suite("Where new notes go")
struct NotePathsTests {
  private static let time = NoteTime("2026-03-06T07:04:09Z", zone: .utc)!

  @Test(
    "folders without a name are left out, and every name is one on all systems",
    arguments: [
      (NotePaths.usualText, "2026/03/2026-03-06-soup"),
      ("YYYY-MM-DD {{ title }}.md", "2026-03-06 soup"),
      ("{{category}}/YYYY-MM-DD", "2026-03-06"), ("a{{category}}b/YYYY-MM-DD", "ab/2026-03-06"),
      ("YYYY/{{template}}/YYYY-MM-DD-x{{title}}y", "2026/con_/2026-03-06-xsoupy"),
      ("inbox/YYYY-MM-DD-HHmm", "inbox/2026-03-06-0704"),
    ])
  func stems(_ text: String, _ stem: String) throws {
    let paths = try #require(NotePaths(text))
    #expect(paths.stem(title: "Soup!", time: Self.time, category: " / ", template: "CON") == stem)
  }

  @Test("a note without words has its clock time")
  func untitled() {
    #expect(NotePaths.usual == NotePaths(NotePaths.usualText))
    #expect(NotePaths.usual.stem(title: "…", time: Self.time) == "2026/03/2026-03-06-070409")
  }

  @Test(
    "what has no date in the name of the file, is unknown, or is no place for notes is refused",
    arguments: [
      "", "/", ".md", "YYYY/MM", "{{title}}", "YYYY-MM-DD/{{title}}", "{{title}}-YYYY-MM-DD",
      "mood {{mood}}/YYYY-MM-DD",
    ]
      + [
        "/", "a//", "../", "./", ".tl/", ".git/hooks/", "a.media/", "a/../", "con/", "a:b/",
        "a\u{0}/", "a\n/", "a\\", "{{category}}./", ".", "{{category}}.media/", "nul.txt/",
        "{{category}}.x/", "{{template}}.tl/local/", "a{{category}}/{{template}}./",
      ].map { $0 + NotePaths.usualText }
  )
  func refused(_ text: String) {
    #expect(NotePaths(text) == nil, "\(text)")
  }
}
