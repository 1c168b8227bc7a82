import Foundation
import TestSupport
import Testing

/// Where the text of a new note comes from, and that none of it gets lost.
@Suite("tl add")
struct AddCommandTests {
  /// The text of the only note behind its front matter, or all of it.
  private static func note(_ folder: TemporaryFolder, isWhole: Bool = false) throws -> String {
    let names = folder.contents().filter { $0.hasPrefix("vault/20") && $0.hasSuffix(".md") }
    #expect(names.count == 1)
    let text = try folder.readText(#require(names.first))
    if isWhole { return text }
    let end = try #require(text.range(of: "\n---\n"))
    return String(text[end.upperBound...])
  }

  private static func vault() throws -> (folder: TemporaryFolder, runner: CommandRunner) {
    let runner = try CommandRunner.withVault()
    return (runner.folder, runner)
  }

  @Test(
    "a time that is empty is a mistake, and nothing is written", arguments: ["--date", "--created"])
  func emptyTime(option: String) throws {
    var (folder, runner) = try Self.vault()
    try runner.tl("add", "A walk", option, "")
      .expect(64, errStarts: "tl: error: \(option) is empty\n")
    #expect(!folder.contents().contains { $0.hasSuffix(".md") })
  }

  @Test(
    "the author of one's own settings is not another's, and not that of an anonymous note",
    arguments: [
      ("tl add Words", "author: Ana"), ("tl add Words --author Ben", "author: Ben"),
      ("tl add Words --anonymous", nil), ("tl add Words --set anonymous=yes", nil),
      ("printf -- '---\\nauthor: Cleo\\n---\\nWords' | tl add", "author: Cleo"),
      ("printf -- '---\\nanonymous: true\\n---\\nWords' | tl add", nil),
    ])
  func author(command: String, expected: String?) throws {
    var (folder, runner) = try Self.vault()
    try folder.write("author: Ana\n", to: "home/.config/tl/config.yaml")
    try runner.shell(command).expect(0)
    let lines = try Self.note(folder, isWhole: true).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("author:") }.map(String.init) == [expected].compactMap { $0 })
  }

  @Test(
    "words and piped text are both kept, words first",
    arguments: [
      ("tl add", "Piped\n", "Piped\n"), ("tl add -", "Piped\n", "Piped\n"),
      ("tl add Words", "Piped\n", "Words\n\nPiped\n"), ("tl add Words", "", "Words\n"),
      ("tl add a - b", "", "a - b\n"), ("tl add Words < /dev/null", "Piped", "Words\n"),
      ("printf Piped | tl add Words", "", "Words\n\nPiped\n"),
      ("printf 'one\\ntwo\\n' > f; tl add Words < f", "", "Words\n\none\ntwo\n"),
    ])
  func sources(command: String, input: String, expected: String) throws {
    var (folder, runner) = try Self.vault()
    try runner.shell(command, stdin: input).expect(0)
    #expect(try Self.note(folder) == "\n" + expected)
  }

  @Test("a loop over the lines of a file keeps its lines")
  func loop() throws {
    var (folder, runner) = try Self.vault()
    try folder.write("one\ntwo\nthree\n", to: "vault/lines")
    let output = try runner.shell("while read -r line; do tl add \"$line\"; done < lines").expect(0)
    #expect(output.stdoutText.split(separator: "\n").count == 3)
  }

  @Test("a byte order mark goes")
  func mark() throws {
    var (folder, runner) = try Self.vault()
    try runner.tl("add", stdin: "\u{FEFF}Hello\n")
    #expect(try Self.note(folder) == "\nHello\n")
    #expect(try runner.tl("list", "--format", "{{title}}").stdoutText == "Hello\n")
  }

  @Test("piped front matter is the note's, with the options")
  func frontMatter() throws {
    var (folder, runner) = try Self.vault()
    let text = "---\ntags: [a, b]\nmood: good\n---\n\n# Day\n\nbody\n"
    try runner.tl("add", "-t", "c", "--pin", "--set", "mood=calm", stdin: text)
      .expect(err: "", outEnds: "  2026/11/2026-11-20-day.md\n")
    let note = try Self.note(folder, isWhole: true)
    #expect(note.hasPrefix("---\ntags: [a, b, c]\nmood: calm\nid: "))
    #expect(note.hasSuffix("\npinned: true\n---\n\n# Day\n\nbody\n"))
    #expect(try runner.tl("tags", "--names").stdoutText == "a\nb\nc\n")
  }

  @Test("front matter that was written in the editor is the note's too")
  func edited() throws {
    var vault = try EditingVault()
    let terminal = try PseudoTerminal()
    try vault.setEditor("printf -- '---\\ntags: [a]\\n---\\nText\\n' > \"$1\"")
    try vault.runner.shell("tl add -t b < \(terminal.path)").expect(0)
    #expect(try vault.runner.tl("list", "-t", "a", "-t", "b").stdoutText.contains("Text"))
  }

  @Test("an id that another note has is replaced, and one that is free stays")
  func identity() throws {
    var (_, runner) = try Self.vault()
    let text = "---\nid: own-id-1\n---\nText\n"
    try runner.tl("add", stdin: text).expect(outStarts: "own-id-1  2026/11/2026-11-20-text.md")
    let second = try runner.tl("add", stdin: text).expect(
      err:
        "tl: warning: 2026/11/2026-11-20-text.md has the id own-id-1 already; the new note gets another\n"
    )
    #expect(!second.stdoutText.hasPrefix("own-id-1"))
    #expect(try runner.tl("doctor").status == 0)
  }

  @Test(
    "front matter that tl cannot read is kept as text, and that is said",
    arguments: [
      ("---\ntags: [a\n---\nText\n", "broken YAML"), ("+++\na = 1\n+++\nText\n", "it is TOML"),
      ("{\n\"a\": 1\n}\nText\n", "it is JSON"), ("---\nText\n", "no closing line"),
      ("---\n{a: 1}\n---\nText\n", "{…}"),
      ("---\na: &x [1]\ntags: &t [b]\nc: *t\n---\nText\n", "kept as text"),
    ])
  func unusable(text: String, words: String) throws {
    var (folder, runner) = try Self.vault()
    try runner.tl("add", "-t", "c", stdin: text).expect(
      0, errStarts: "tl: warning: line ", errEnds: "; the front matter there is kept as text\n",
      errHas: words)
    #expect(try Self.note(folder) == "\n" + text)
  }

  @Test("bytes that are not UTF-8 are kept as they are")
  func latin() throws {
    var (folder, runner) = try Self.vault()
    _ = try runner.shell("printf 'caf\\351\\n' | tl add")
    let names = folder.contents().filter { $0.hasPrefix("vault/20") && $0.hasSuffix(".md") }
    let bytes = try folder.read(#require(names.first))
    #expect(bytes.suffix(5).elementsEqual([0x63, 0x61, 0x66, 0xE9, 0x0A]))
  }
}
