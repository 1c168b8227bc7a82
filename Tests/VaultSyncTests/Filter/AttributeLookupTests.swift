import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore
@testable import VaultSync

@Suite("Attributes as git gives them")
struct AttributeLookupTests {
  private func lookup(_ files: [String: String]) -> AttributeLookup {
    AttributeLookup { files[$0.text].map { Array($0.utf8) } }
  }

  private func filter(_ lines: String, of name: String) throws -> String? {
    try lookup([".gitattributes": lines]).filter(of: path(name))
  }

  @Test(
    "a line names a filter or none",
    arguments: [
      ("*.md filter=c", "c"), ("n.md filter=c", "c"), ("/n.md filter=c", "c"),
      ("  n.md\tfilter=c\r", "c"), ("\u{FEFF}n.md filter=c", "c"), ("\"n.md\" filter=c", "c"),
      ("\"\\156.md\" filter=c", "c"), ("n.md filter=c\nn.md -text", "c"),
      ("n.md filter=c filter=d", "d"), ("[attr]secret filter=c\nn.md secret", "c"),
      ("[attr]deep filter=c\n[attr]secret deep\nn.md secret", "c"),
      ("n.md secret\n[attr]secret filter=c", "c"), ("*.md filter=d\nn.md filter=c", "c"),
      ("n.md filter", nil), ("n.md filter=", nil), ("n.md -filter", nil),
      ("n.md filter=c\nn.md !filter", nil), ("n.md filter=c\nn.md -filter", nil),
      ("# n.md filter=c", nil), ("!n.md filter=c", nil), ("n.md/ filter=c", nil),
      ("n.md filter=c a?b", nil), ("\"n.md filter=c", nil), ("n.md", nil), ("m.md filter=c", nil),
      ("[attr]secret filter=c\nn.md -secret", nil),
    ] as [(String, String?)])
  func lines(lines: String, name: String?) throws {
    #expect(try filter(lines, of: "n.md") == name)
  }

  @Test("blanks in names are for quotes, and a file deeper down decides first")
  func folders() throws {
    let lookup = lookup([
      ".gitattributes": "\"a b/**\" filter=c\n[attr]secret filter=e\n*.md secret\n",
      "a b/deep/.gitattributes": "[attr]other filter=x\n*.md -filter\n*.txt other\n/n filter=d\n",
    ])
    for (name, value) in [
      ("a b/x.txt", "c"), ("a b/x.md", "e"), ("a b/deep/n", "d"), ("a b/deep/x/n", "c"),
      ("a b/deep/x.txt", "c"), ("n.md", "e"),
    ] { #expect(try lookup.filter(of: path(name)) == value, "\(name)") }
    #expect(try lookup.filter(of: path("a b/deep/x.md")) == nil)
    #expect(try lookup.filter(of: path("other.txt")) == nil)
  }

  @Test("of files outside of the folder one decides before all others, and two behind them")
  func outerFiles() throws {
    func file(_ text: String) -> AttributeFile { AttributeFile(parsing: Array(text.utf8)) }
    let lookup = AttributeLookup(
      first: file("/first filter=a\n"),
      last: [file("/second filter=b\n/third filter=b\n"), file("* filter=c\n")]
    ) { _ in Array("/first filter=x\n/second filter=y\n".utf8) }
    for (name, value) in [("first", "a"), ("second", "y"), ("third", "b"), ("fourth", "c")] {
      #expect(try lookup.filter(of: path(name)) == value)
    }
  }

  @Test("random files of attributes mean what git takes them to mean")
  func asGit() throws {
    try withSeed { random, _ in
      let test = try TestRepository()
      for _ in 0..<25 { try compareWithGit(test, &random) }
    }
  }

  private func compareWithGit(_ test: TestRepository, _ random: inout SeededGenerator) throws {
    var files: [String: String] = [:]
    for folder in ["", "a", "a b", "secret", "secret/deep"] {
      let count = folder.isEmpty ? 4 : Int.random(in: 0...3, using: &random)
      let name = folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes"
      let text = (0..<count).map { _ in line(&random) }.joined(separator: "\n")
      files[name] = text
      try test.folder.write(text, to: name)
    }
    let paths = Set((0..<40).map { _ in name(&random) }).sorted()
    let output = try GitProgram.run(
      ["check-attr", "-z", "--stdin", "filter"], in: test.path,
      stdin: Array(paths.joined(separator: "\0").utf8))
    let words = output.split(separator: 0, omittingEmptySubsequences: false)
    #expect(words.count > paths.count * 3)
    let lookup = lookup(files)
    for (number, name) in paths.enumerated() where number * 3 + 2 < words.count {
      let word = String(decoding: words[number * 3 + 2], as: UTF8.self)
      let expected = ["unspecified", "unset", "set", ""].contains(word) ? nil : word
      #expect(try lookup.filter(of: path(name)) == expected, "\(name) in \(files)")
    }
  }

  private func line(_ random: inout SeededGenerator) -> String {
    let patterns = [
      "*.md", "secret/**", "secret/", "secret/*", "/n.md", "n.md", "**/secret/**", "a/**", "*.jpg",
      "\"a b/**\"", "\"a b\"", "a\\ b/**", "*", "**", "[a-s]*", "secret/**/n.md", "/secret",
      "deep/*.md", "a?b/*", "\"secret/*.md\"", "*.m[d]", "[!a]*.md", "é.md", "\"\\303\\251.md\"",
      "!n.md", "#x", "s.md\\", "q\\\\z", ".h/*", "/**", "*/n.md", "secret**", "se*t/**", "[attr]m",
      "[attr]k",
    ]
    let words = [
      "filter=c", "filter=d", "-filter", "!filter", "filter", "filter=", "m", "-m", "!m", "k",
      "text", "binary", "filter=c -text", "-text filter=d", "filter=c filter=d", "a=b=c", "b@d",
    ]
    let lead = ["", "", " ", "\t"].randomElement(using: &random) ?? ""
    let end = ["", "", " ", "\r"].randomElement(using: &random) ?? ""
    return lead + (patterns.randomElement(using: &random) ?? "") + " "
      + (words.randomElement(using: &random) ?? "") + end
  }

  private func name(_ random: inout SeededGenerator) -> String {
    let parts = [
      "a", "b", "secret", "s.md", "n.md", "a b", "x.jpg", ".h", "deep", "é.md", "q\\z", "#x",
    ]
    return (0..<Int.random(in: 1...3, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "a" }.joined(separator: "/")
  }
}
