import Testing
import VaultFormat

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

  @Test("a name that folds to another is compared after both")
  func folding() {
    // ſ folds to s and is not part of these names; ﬁ, Kelvin and dotless i are other letters.
    #expect(reason(".tl/loca\u{0308}l") == nil)
    #expect(reason(".TL/lOcAl\u{200B}") == nil)
  }
}
