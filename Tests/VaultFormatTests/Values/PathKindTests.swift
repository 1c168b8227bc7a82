import TestSupport
import Testing

@testable import VaultFormat

@Suite("What a path is")
struct PathKindTests {
  /// A vault: its files, and what its `.tlignore` files and its setting `templates` say.
  private static let files = [
    "a.md", "walk.md", "walk.media/q.jpg", "old.markdown", "T/day.md", "T/day.media/q.jpg",
    "one.md", "ign/x.md", "ign/x.media/q.jpg", "sub/y.md", "secret.md", "Z.md",
  ]
  private static let ignoreFiles = [
    ".tlignore": "ign/\n*.tmp\nsecret.md\nZ.media\n", "sub/.tlignore": "k*\n!kept.md\n",
    "gone.media/.tlignore": "n.md\n", "walk.media/.tlignore": "q.jpg\n",
  ]
  private static let templates = ["T", "Meta/Forms", "one.md"]

  private static func rules() -> PathRules {
    PathRules(
      templates: templates.compactMap { VaultPath($0) },
      ignoreFile: { ignoreFiles[$0.text].map { Array($0.utf8) } },
      holdsFile: { files.contains($0.text) })
  }

  private static let cases: [(String, PathKind)] = [
    // V-3: by the name's ending, byte for byte.
    ("a.md", .note), ("2026/11/a.md", .note), ("b.markdown", .note), ("a.MD", .other),
    ("a.txt", .other), ("md", .other), (".md", .hidden), ("x/.md", .hidden), ("a.md.bak", .other),
    ("2026/q.jpg", .other), ("..md", .hidden), ("a.md/x", .other),
    // V-3: names that begin with a dot, and what lies below such folders.
    (".a.md", .hidden), (".obsidian/a.md", .hidden), ("x/.y/z/a.md", .hidden),
    (".tl/config.yaml", .hidden), (".gitignore", .hidden), (".tl-tmp-0123", .hidden),
    // V-5: media folders, at any depth and whatever the names in them.
    ("walk.media/q.jpg", .media), ("walk.media/readme.md", .media), ("walk.media/in/q.jpg", .media),
    ("walk.media/other.media/q.jpg", .media), ("walk.media/.DS_Store", .hidden),
    ("walk.media/.d/q.jpg", .hidden), ("old.media/q.jpg", .media), ("walk.media", .other),
    ("sub/y.media/q.jpg", .media), ("y.media/q.jpg", .orphan),
    // V-6: without a note, an ordinary folder.
    ("gone.media/q.jpg", .orphan), ("gone.media/a.md", .note), ("gone.media/in/q.jpg", .orphan),
    ("gone.media/in/a.md", .note), ("gone.media/n.md", .ignored), (".media/a.md", .hidden),
    ("WALK.media/q.jpg", .orphan),
    // V-4: `.tlignore`, of the folder and of those above.
    ("ign/x.md", .ignored), ("ign/x.media/q.jpg", .ignored), ("ign/.a", .hidden),
    ("a.tmp", .ignored), ("sub/in/a.tmp", .ignored), ("sub/k.md", .ignored), ("k.md", .note),
    ("sub/kept.md", .note),
    // A note and its media folder stay together, whichever of them is excluded.
    ("secret.md", .ignored), ("secret.media/q.jpg", .media), ("secret.media/a.md", .media),
    ("Z.media/q.jpg", .media),
    // S-1: the setting `templates`.
    ("T/day.md", .ignored), ("T/in/day.md", .ignored), ("T/day.media/q.jpg", .ignored),
    ("Meta/Forms/a.md", .ignored), ("Meta/a.md", .note), ("Templates/a.md", .note),
    ("one.md", .ignored), ("one.media/q.jpg", .media), ("T.md", .note),
  ]

  @Test("each case", arguments: cases)
  func kind(path: String, expected: PathKind) throws {
    let path = try #require(VaultPath(path))
    let rules = Self.rules()
    #expect(rules.kind(of: path) == expected)
    #expect(rules.isNote(path) == (expected == .note))
  }

  @Test("answers do not depend on the order of the questions")
  func order() {
    var paths = Self.cases.compactMap { (text, kind) in VaultPath(text).map { ($0, kind) } }
    #expect(paths.count == Self.cases.count)
    for _ in 0..<2 {
      let rules = Self.rules()
      for (path, expected) in paths { #expect(rules.kind(of: path) == expected, "\(path.text)") }
      paths.reverse()
    }
  }

  @Test(
    "the media folder of a path is the outermost one that has a note",
    arguments: [
      ("walk.media/q.jpg", "walk.media"), ("walk.media/in/x.media/q.jpg", "walk.media"),
      ("gone.media/q.jpg", nil), ("a.md", nil), ("walk.media/.d/q.jpg", nil), (".x.media/q", nil),
      ("walk.media/.DS_Store", "walk.media"), ("walk.media", nil),
    ] as [(String, String?)])
  func mediaFolder(path: String, expected: String?) throws {
    let path = try #require(VaultPath(path))
    #expect(Self.rules().mediaFolder(of: path)?.text == expected)
  }

  @Test("any depth is walked without recursion")
  func depth() throws {
    let path = try #require(VaultPath(String(repeating: "d/", count: 2_000) + "a.md"))
    #expect(PathRules().kind(of: path) == .note)
  }

  @Test("by its name alone")
  func byName() throws {
    for (text, expected) in [
      ("a.md", true), ("x/a.markdown", true), ("walk.media/a.md", true), ("T/a.md", true),
      (".a.md", false), (".x/a.md", false), ("x/.md", false), ("a.txt", false), ("md", false),
    ] {
      let path = try #require(VaultPath(text))
      #expect(path.isNoteByName == expected, "\(text)")
    }
  }

  @Test("the notes that may have a media folder, and the folder of a note")
  func mediaFolders() throws {
    func notes(_ folder: String) throws -> [String] {
      let folder = try #require(VaultPath(folder))
      return MediaFolder.notes(ofFolder: folder).map(\.text)
    }
    #expect(try notes("x/a.media") == ["x/a.md", "x/a.markdown"])
    #expect(try notes("a.b.media") == ["a.b.md", "a.b.markdown"])
    for name in ["a.med", ".media", "x/media"] { #expect(try notes(name) == []) }
    let note = try #require(VaultPath("x/a.md"))
    let folder = try #require(MediaFolder(of: note))
    #expect(folder.path.text == "x/a.media" && folder.twin?.text == "x/a.markdown")
    let hidden = try #require(VaultPath("x/.md"))
    #expect(MediaFolder(of: hidden) == nil)
  }
}

@Suite("Paths that may arrive")
struct ArrivingPathTests {
  private func reason(_ text: String) -> RefusedPath.Reason? {
    ArrivingPath.refusal(of: Array(text.utf8))?.reason
  }

  @Test(
    "ordinary names, strange ones included, may arrive",
    arguments: [
      "a.md", "2026/11/note.md", ".tl/config.yaml", ".tl/.gitignore", ".gitignore",
      ".gitattributes", "git", "git~2.md", "notes/git~1.md", ".github/x", ".git-old/x", "...",
      "a/...", "..a", ".a", "a..", "a b", "a:b", "-", "\u{202E}evil.md", ".tl/locale",
      ".tl/local.md",
      "x/.tl/local/journal", "tl/local", "local", ".tlx/local", "日本/ノート.md", "a\nb", "CON",
      ".obsidian/workspace.json", "é.md", "\u{FEFF}a.md", ".gitı",
    ])
  func allowed(text: String) {
    #expect(reason(text) == nil)
  }

  @Test("bytes that are no text may arrive")
  func notText() {
    #expect(ArrivingPath.refusal(of: [0xFF, 0xFE, 0x2E, 0x6D, 0x64]) == nil)
    #expect(ArrivingPath.refusal(of: [0x2E, 0x67, 0x69, 0x74, 0xFF]) == nil)
  }

  @Test(
    "what leads out, or is no name",
    arguments: [
      ("", .empty), ("/a", .empty), ("a//b", .empty), ("a/", .empty), (".", .dots), ("..", .dots),
      ("../a", .dots), ("a/../b", .dots), ("a/.", .dots), ("a/..", .dots), ("a\0b", .nul),
      ("a\\b", .backslash), ("..\\b", .backslash), ("a/b\\", .backslash),
    ] as [(String, RefusedPath.Reason)])
  func spelling(text: String, expected: RefusedPath.Reason) {
    #expect(reason(text) == expected)
  }

  @Test(
    "what HFS+ or NTFS reads as .git",
    arguments: [
      ".git", ".GIT", ".Git", "a/.git", "a/.git/config", ".git/hooks/pre-commit", ".git ",
      ".git.", ".git. . ", ".git...", ".git:x", ".git::$INDEX_ALLOCATION",
      ".git::$INDEX_ALLOCATION/config",
      ".GIT::$DATA", "git~1", "GIT~1", "Git~1/config", "git~1 ", "git~1.",
      "git~1::$INDEX_ALLOCATION",
      ".g\u{200C}it", ".\u{200D}git", "\u{200E}.git", ".git\u{200F}", ".gi\u{202A}t",
      ".gi\u{202E}t", ".g\u{206A}it", ".gi\u{206F}t", "\u{FEFF}.git", ".gi\u{FEFF}T",
      ".g\u{200C}\u{200C}I\u{FEFF}t/config", ".git\u{200C} .", ".git \u{200C}:x",
    ])
  func gitFolder(text: String) {
    #expect(reason(text) == .gitFolder)
  }

  @Test(
    "what any disk reads as this device's own",
    arguments: [
      ".tl/local", ".tl/local/journal", ".TL/Local", ".tl/LOCAL/x", ".Tl/local/sync/journal",
      ".tl./local", ".tl /local", ".tl/local.", ".tl/local /x", ".tl::$INDEX_ALLOCATION/local",
      ".tl/local::$INDEX_ALLOCATION", ".tl/local:x", ".t\u{200C}l/local", ".tl/lo\u{FEFF}cal",
      "TL~1/local", "tl~1/LOCAL/x", ".TL/LOCAL",
    ])
  func local(text: String) {
    #expect(reason(text) == .local)
  }

  @Test(
    "a file in the place of tl's folder", arguments: [".tl", ".TL", ".tl.", ".tl ", ".t\u{200D}l"])
  func settings(text: String) {
    #expect(reason(text) == .settings)
  }

  @Test("what no folder takes, the root does not take either, for the same reason")
  func folders() throws {
    let parts = [
      ".git", "git~1", "GIT~1", "\u{200C}.git", "Git~1.", ".", "..", "", "a\0", "a\\b", "a", "1",
      "é", ".tl", "tl~1", "local",
    ]
    try withSeed(cases: 500) { generator in
      let count = Int.random(in: 1...4, using: &generator)
      let text = generator.pick(count, of: parts).joined(separator: "/")
      if let inside = reason("g/" + text) { #expect(reason(text) == inside, "\(text)") }
    }
  }

  @Test("a name that folds to another is compared after both")
  func folding() {
    // ſ folds to s and is not part of these names; ﬁ, Kelvin and dotless i are other letters.
    #expect(reason(".tl/loca\u{0308}l") == nil)
    #expect(reason(".TL/lOcAl\u{200B}") == nil)
  }
}

@Suite("The order of paths")
struct VaultPathTests {
  @Test("paths stand in the order of their bytes, whatever their lengths")
  func order() throws {
    try withSeed { generator, _ in
      // Few bytes, so that many paths begin alike; one of them has its highest bit set.
      let bytes: [UInt8] = [0x21, 0x61, 0x62, 0xFF]
      let paths = (0..<300).compactMap { _ in
        VaultPath(
          (0..<Int.random(in: 1...20, using: &generator)).map { _ in
            generator.pick(1, of: Int.random(in: 0...9, using: &generator) < 8 ? [0x61] : bytes)[0]
          })
      }
      for first in paths {
        for second in paths.prefix(60) {
          #expect((first < second) == first.bytes.lexicographicallyPrecedes(second.bytes))
        }
      }
    }
  }
}
