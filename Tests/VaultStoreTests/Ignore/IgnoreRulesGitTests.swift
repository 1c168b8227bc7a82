import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Ignore rules beside git")
struct IgnoreRulesGitTests {
  /// Paths of real files, so that git sees what is a folder.
  private static let names = [
    "a", "b", "ab", "a b", "a-b", "[a]", "!a", "#b", "abc", "a.b", "é", "\\",
  ]

  @Test("git ignores the same files")
  func sameAsGit() throws {
    guard try Self.git(["--version"], in: "/").status == 0 else { return }
    var (ignored, kept) = (0, 0)
    var random = SeededGenerator(seed: 20_261_120)
    for round in 0..<12 {
      let vault = try TemporaryVault()
      try #require(Self.git(["init", "-q"], in: vault.root).status == 0)
      let files = try makeTree(in: vault, &random)
      var contents: [String: [UInt8]] = ["": randomFile(&random)]
      for folder in files.filter(\.isFolder).prefix(3) {
        contents[folder.path] = randomFile(&random)
      }
      for (folder, text) in contents {
        let place = vault.absolute(folder.isEmpty ? ".gitignore" : folder + "/.gitignore")
        try Data(text).writeAlone(to: place)
      }
      let expected = try gitIgnored(files.map(\.path), in: vault)
      ignored += expected.count
      kept += files.count - expected.count
      for file in files {
        let ours = isIgnored(file, contents)
        #expect(
          ours == expected.contains(file.path),
          "\(file.path) in round \(round): \(contents.mapValues { String(decoding: $0, as: UTF8.self) })"
        )
      }
    }
    #expect(ignored > 50 && kept > 50, "\(ignored) ignored, \(kept) kept")
  }

  private struct Entry {
    var path: String
    var isFolder: Bool
  }

  private func makeTree(
    in vault: TemporaryVault, _ random: inout SeededGenerator
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

  private func randomFile(_ random: inout SeededGenerator) -> [UInt8] {
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
    let output = try Self.git(
      ["check-ignore", "--no-index", "--stdin", "-z"], in: vault.root,
      stdin: bytes(paths.map { $0 + "\u{0}" }.joined()))
    return Set(output.stdout.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  private static func git(
    _ arguments: [String], in folder: String, stdin: [UInt8] = []
  ) throws -> CommandOutput {
    try runProgram(
      "/usr/bin/env", ["git"] + arguments, in: folder, stdin: stdin,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_CONFIG_HOME": folder,
        "GIT_CONFIG_NOSYSTEM": "1",
      ])
  }
}
