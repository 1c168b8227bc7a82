import TestSupport
import Testing
import VaultFormat

@Suite("Ignore rules")
struct IgnoreRulesTests {
  @Test(
    "one rule and one path",
    arguments: [
      ("foo", "foo", true), ("foo", "a/foo", true), ("foo", "foobar", false),
      ("/foo", "a/foo", false), ("/foo", "foo", true), ("a/foo", "a/foo", true),
      ("a/foo", "b/a/foo", false), ("*.tmp", "x/y.tmp", true), ("*.tmp", "x/y.tmp2", false),
      ("a/*", "a/b", true), ("a/*", "a/b/c", false), ("a/**", "a/b/c", true), ("a/**", "a", false),
      ("**/foo", "x/y/foo", true), ("**/foo", "foo", true), ("a/**/b", "a/b", true),
      ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/xb", false), ("f?o", "fxo", true),
      ("/f?o", "f/o", false), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false),
      ("[^a-c]x", "dx", true), ("[]-]", "]", true), ("[[:digit:]]x", "7x", true),
      ("[[:nope:]]x", "nx", false), ("[ab", "[ab", false), ("\\#a", "#a", true),
      ("#a", "#a", false),
      ("\\!a", "!a", true), ("a\\", "a", false), ("a  ", "a", true), ("a\\ ", "a ", true),
      ("a\r", "a", true), ("\u{FEFF}a", "a", true), ("a**b", "axxb", true),
      ("x/a**b", "x/a/b", false), ("é*", "été", true), ("?té", "été", false), ("??té", "été", true),
      ("", "a", false), ("/", "a", false), ("!", "a", false),
    ])
  func table(_ rule: String, _ file: String, _ isIgnored: Bool) {
    let rules = IgnoreRules().adding(bytes(rule), in: nil)
    #expect(rules.isIgnored(path(file), isFolder: false) == isIgnored)
  }

  @Test("a slash at the end asks for a folder")
  func folders() {
    let rules = IgnoreRules().adding(bytes("build/\n"), in: nil)
    #expect(rules.isIgnored(path("x/build"), isFolder: true))
    #expect(!rules.isIgnored(path("x/build"), isFolder: false))
  }

  @Test("the last rule decides, and a deeper file before those above")
  func precedence() {
    let rules = IgnoreRules().adding(bytes("*.md\n!keep.md\n"), in: nil)
    #expect(rules.isIgnored(path("a.md"), isFolder: false))
    #expect(!rules.isIgnored(path("keep.md"), isFolder: false))
    let deeper = rules.adding(bytes("!a.md\n/keep.md\n"), in: path("x/y"))
    #expect(!deeper.isIgnored(path("x/y/a.md"), isFolder: false))
    #expect(!deeper.isIgnored(path("x/y/z/a.md"), isFolder: false))
    #expect(deeper.isIgnored(path("x/y/keep.md"), isFolder: false))
    #expect(!deeper.isIgnored(path("x/y/z/keep.md"), isFolder: false))
    #expect(deeper.isIgnored(path("x/yy/a.md"), isFolder: false))
  }

  @Test("files without rules add nothing")
  func empty() {
    let rules = IgnoreRules().adding(bytes("# nothing\n\n   \n"), in: nil)
    #expect(rules.isEmpty)
    #expect(!rules.isIgnored(path("a"), isFolder: false))
  }

  @Test("patterns that make others backtrack take their length")
  func hostile() {
    let many = String(repeating: "*a", count: 200) + "b"
    let long = path(String(repeating: "a", count: 1000))
    for rule in [many, "/" + many, String(repeating: "**/", count: 200) + "b"] {
      let rules = IgnoreRules().adding(bytes(rule), in: nil)
      #expect(!rules.isEmpty)
      #expect(!rules.isIgnored(long, isFolder: false))
    }
    let classes = String(repeating: "[:", count: 500_000) + "]"
    #expect(IgnoreRules().adding(bytes(classes), in: nil).isEmpty)
  }

  @Test("any bytes are read without harm")
  func anyBytes() throws {
    try withSeed(cases: 2000) { random in
      let count = Int.random(in: 0...40, using: &random)
      let text = random.pick(count, of: bytes("*?[]!^-\\/: a\n:.\r\u{0}"))
      let rules = IgnoreRules().adding(text, in: nil)
      _ = rules.isIgnored(path("a/b- c"), isFolder: false)
    }
  }
}

/// A path that the test wrote itself.
private func path(_ text: String) -> VaultPath {
  VaultPath(text)!
}

private func bytes(_ text: String) -> [UInt8] {
  Array(text.utf8)
}
