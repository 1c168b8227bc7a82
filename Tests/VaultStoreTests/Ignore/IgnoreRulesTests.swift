import Foundation
import Testing
import VaultFormat

@testable import VaultStore

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
  func anyBytes() {
    var random = SeededRandom()
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        bytes("*?[]!^-\\/: a\n:.\r\u{0}").randomElement(using: &random)!
      }
      let rules = IgnoreRules().adding(text, in: nil)
      _ = rules.isIgnored(path("a/b- c"), isFolder: false)
    }
  }
}

@Suite("Ignore rules beside git")
struct IgnoreRulesGitTests {
  /// Paths of real files, so that git sees what is a folder.
  private static let names = [
    "a", "b", "ab", "a b", "a-b", "[a]", "!a", "#b", "abc", "a.b", "é", "\\",
  ]

  @Test("git ignores the same files")
  func sameAsGit() throws {
    guard run(["git", "--version"]) == 0 else { return }
    var random = SeededRandom()
    var (ignored, kept) = (0, 0)
    for round in 0..<12 {
      let vault = try TemporaryVault()
      try #require(run(["git", "init", "-q", vault.root]) == 0)
      let files = try makeTree(in: vault, &random)
      var contents: [String: [UInt8]] = ["": randomFile(&random)]
      for folder in files.filter(\.isFolder).prefix(3) {
        contents[folder.path] = randomFile(&random)
      }
      for (folder, text) in contents {
        let place = vault.absolute(folder.isEmpty ? ".gitignore" : folder + "/.gitignore")
        try Data(text).write(to: URL(fileURLWithPath: place))
      }
      let expected = try gitIgnored(files.map(\.path), in: vault)
      ignored += expected.count
      kept += files.count - expected.count
      for file in files {
        let ours = isIgnored(file, contents)
        let detail = "\(file.path) in round \(round), seed \(random.seed)"
        #expect(
          ours == expected.contains(file.path),
          "\(detail): \(contents.mapValues { String(decoding: $0, as: UTF8.self) })")
      }
    }
    #expect(ignored > 50 && kept > 50, "\(ignored) ignored, \(kept) kept, seed \(random.seed)")
  }

  private struct Entry {
    var path: String
    var isFolder: Bool
  }

  private func makeTree(
    in vault: TemporaryVault, _ random: inout SeededRandom
  ) throws -> [Entry] {
    var entries: [String: Entry] = [:]
    for _ in 0..<150 {
      var parts: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        parts.append(Self.names.randomElement(using: &random)!)
        let place = parts.joined(separator: "/")
        if entries[place]?.isFolder == false { break }
        let isFolder = entries[place]?.isFolder ?? Bool.random(using: &random)
        entries[place] = Entry(path: place, isFolder: isFolder)
        if isFolder { try vault.makeFolder(place) } else { try vault.write(place, "") }
        if !isFolder { break }
      }
    }
    return entries.values.sorted { $0.path < $1.path }
  }

  private func randomFile(_ random: inout SeededRandom) -> [UInt8] {
    let pieces = [
      "a", "b", "c", "a", "b", "*", "*", "**", "**", "?", "/", "/", "/", "[ab]", "[!a]", "[a-c]",
      "[^b-]",
      "[]a]", "[[:alpha:]]", "[[:nope:]]", "[", "]", "\\", "\\*", "\\[", " ", ".", "-", "é", "#",
      "!", "\r",
      "[\\]]", "[a", "***", "/**/", "**/", "/**", "[[:", "[:alpha:]",
    ]
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      var line = Int.random(in: 0..<4, using: &random) == 0 ? "!" : ""
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        line += pieces.randomElement(using: &random)!
      }
      if Int.random(in: 0..<4, using: &random) == 0 { line += "/" }
      lines.append(line)
    }
    return bytes(lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : ""))
  }

  /// As a walk does it: from the root down, and nothing below what is ignored is asked about.
  private func isIgnored(_ entry: Entry, _ contents: [String: [UInt8]]) -> Bool {
    var rules = IgnoreRules().adding(contents[""] ?? [], in: nil)
    var parts: [Substring] = []
    let all = entry.path.split(separator: "/")
    for part in all {
      parts.append(part)
      let place = parts.joined(separator: "/")
      let isFolder = parts.count < all.count || entry.isFolder
      if rules.isIgnored(path(place), isFolder: isFolder) { return true }
      if let text = contents[place] { rules = rules.adding(text, in: path(place)) }
    }
    return false
  }

  private func gitIgnored(_ paths: [String], in vault: TemporaryVault) throws -> Set<String> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "HOME=" + vault.root, "XDG_CONFIG_HOME=" + vault.root, "GIT_CONFIG_NOSYSTEM=1", "git", "-C",
      vault.root, "check-ignore", "--no-index", "--stdin", "-z",
    ]
    let output = Pipe()
    process.standardOutput = output
    let list = vault.absolute(".paths")
    try Data(paths.map { $0 + "\u{0}" }.joined().utf8).write(to: URL(fileURLWithPath: list))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: list))
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Set(
      data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }
}
