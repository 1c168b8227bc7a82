import Testing
import VaultFormat

@Suite("Forms of days and times")
struct DatePatternTests {
  // A Friday.
  private static let time = NoteTime("2026-03-06T07:04:09+05:45", zone: .utc)

  @Test(
    "each token is written",
    arguments: [
      ("YYYY-MM-DD", "2026-03-06"), ("YY M D", "26 3 6"), ("MMMM MMM", "March Mar"),
      ("dddd, ddd", "Friday, Fri"), ("HH:mm:ss", "07:04:09"), ("H", "7"), ("Z", "+05:45"),
      ("YYYYMMDD", "20260306"), ("[Day] D [of YYYY]", "Day 6 of YYYY"),
      ("YYYY-MM-DDTHH", "2026-03-06T07"),
      ("[", "["), ("", ""), ("é D", "é 6"),
    ])
  func tokens(form: String, text: String) throws {
    let time = try #require(Self.time)
    #expect(try #require(DatePattern(form)).text(for: time) == text)
  }

  @Test(
    "a token that tl does not know makes the form unknown",
    arguments: ["gggg-[W]ww", "Do MMMM", "DDD", "Day", "h:mm a", "MMMMM", "X", "yyyy"])
  func unknown(form: String) {
    #expect(DatePattern(form) == nil)
  }

  @Test(
    "in a path a word is a word",
    arguments: [
      ("Daily/YYYY-MM-DD", "Daily/2026-03-06"), ("daily/YYYY/MM/DD", "daily/2026/03/06"),
      ("Do/YYYYMMDD", "Do/20260306"), ("[D]/MMMM YYYY", "D/March 2026"),
    ])
  func words(form: String, text: String) throws {
    let time = try #require(Self.time)
    #expect(try #require(DatePattern(form, keepsWords: true)).text(for: time) == text)
  }

  @Test("a form that names a day has a year, a month and a day")
  func day() throws {
    for (form, isOne) in [
      ("YYYY-MM-DD", true), ("D MMM YY", true), ("YYYY-MM", false), ("MM-DD", false),
      ("dddd", false),
    ] {
      #expect(try #require(DatePattern(form)).namesDay == isOne, "\(form)")
    }
  }
}

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
