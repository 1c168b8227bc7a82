import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import SystemCalls
@testable import VaultStore

@Suite("Walks through everything that git would see")
struct EverythingWalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func walk(
    _ path: String, _ rules: EverythingRules = EverythingRules()
  ) throws -> (names: [String], findings: [LocatedFinding]) {
    let folder = try VaultFolder(opening: path)
    let walk = VaultWalk(folder, threads: 2, scope: .everything(rules))
    let (results, findings) = walk.run { next -> [String] in
      var names: [String] = []
      while let batch = next() {
        batch.forEach { name, kind in
          let sign = batch.folder.ignores(name) ? " ignored" : ""
          names.append("\(batch.folder.path(of: name).text) \(kind)\(sign)")
        }
      }
      return names
    }
    return (results.joined().sorted(), findings)
  }

  @Test("hidden files, media and what .tlignore names are given; .git and .tl/local are not")
  func names() throws {
    for path in [
      "a.md", "a.media/one.jpg", ".hidden/x.md", ".tlignore", ".tl/config.yaml", ".tl/local/y",
      ".git/HEAD", "sub/.tl/local/z", "drop/x.md", ".a.md.icloud",
    ] {
      try folder.write(path == ".tlignore" ? "drop/\n" : "x", to: path)
    }
    mkfifo(folder.path("pipe"), 0o644)
    symlink("a.md", folder.path("link"))
    symlink("a.media", folder.path("linked-folder"))
    try folder.write("x", to: "sub/.tl-tmp-0123456789abcdef")
    let (names, findings) = try Self.walk(folder.path)
    #expect(
      names == [
        ".a.md.icloud file", ".hidden/x.md file", ".tl/config.yaml file", ".tlignore file",
        "a.md file", "a.media/one.jpg file", "drop/x.md file", "link link", "linked-folder link",
        "pipe special", "sub/.tl-tmp-0123456789abcdef leftover", "sub/.tl/local/z file",
      ])
    #expect(findings.isEmpty)
  }

  @Test(
    "of a folder that holds .git, in any case, only that is given", arguments: [".git", ".Git"])
  func repositories(name: String) throws {
    try folder.write([
      "sub/inner/\(name)/HEAD": "x", "sub/inner/note.md": "x", "sub/inner/deep/note.md": "x",
      "module/\(name)": "gitdir: elsewhere", "module/note.md": "x",
    ])
    let (names, _) = try Self.walk(folder.path)
    #expect(names == ["module/.git repository", "sub/inner/.git repository"])
  }

  @Test("ignored files are given as such; ignored folders are entered only where asked for")
  func ignored() throws {
    for path in [
      "a.log", "a.md", "build/x.md", "build/deep/y.md", "other/z.md", "sub/keep.log",
      "sub/b.log",
    ] {
      try folder.write("x", to: path)
    }
    symlink("a.md", folder.path("link.log"))
    try folder.write("*.log\n/build/\nother\n", to: ".gitignore")
    try folder.write("!keep.log\n", to: "sub/.gitignore")
    try folder.write("!x.md\n", to: "build/.gitignore")
    let build = try #require(VaultPath("build"))
    let rules = EverythingRules(
      outer: IgnoreRules().adding(Array("a.md\n".utf8), in: nil),
      entersIgnored: { $0 == build })
    let (names, _) = try Self.walk(folder.path, rules)
    #expect(
      names == [
        ".gitignore file", "a.log file ignored", "a.md file ignored",
        "build/.gitignore file ignored", "build/x.md file ignored",
        "link.log link ignored", "sub/.gitignore file",
        "sub/b.log file ignored", "sub/keep.log file",
      ])
  }

  @Test("folders so deep that they are opened from the root keep their rules")
  func deepFolders() throws {
    let deep = (0..<40).map { "d\($0)" }.joined(separator: "/")
    try folder.write(["\(deep)/a.md": "x", "\(deep)/a.log": "x", ".gitignore": "*.log"])
    let (names, _) = try Self.walk(folder.path)
    #expect(names == [".gitignore file", "\(deep)/a.log file ignored", "\(deep)/a.md file"])
  }

  @Test("a .gitignore that is a link is not followed, and said")
  func linkedIgnoreFile() throws {
    try folder.write(["rules": "*.md", "a.md": "x"])
    symlink("rules", folder.path(".gitignore"))
    let (names, findings) = try Self.walk(folder.path)
    #expect(names == [".gitignore link", "a.md file", "rules file"])
    #expect(findings.map(\.path.text) == [".gitignore"])
  }

  @Test("the system's word on a name comes without following links, nil when it is gone")
  func status() throws {
    try folder.write("hello", to: "a.md")
    symlink("a.md", folder.path("link"))
    try folder.write("x", to: "gone")
    let root = folder.path
    let walk = VaultWalk(
      try VaultFolder(opening: root), threads: 1, scope: .everything(EverythingRules()))
    let found = walk.run { next -> [String] in
      var found: [String] = []
      while let batch = next() {
        unlink(root + "/gone")
        batch.forEach { name, _ in
          let status = (try? batch.folder.status(of: name)) ?? nil
          found.append("\(String(decoding: name, as: UTF8.self)) \(status?.size ?? -1)")
        }
      }
      return found
    }.results.joined().sorted()
    #expect(found == ["a.md 5", "gone -1", "link 4"])
  }

  @Test("the system's own listing and the C library's give the same names")
  func listings() throws {
    for number in 0..<3000 {
      try folder.write("", to: "\(number) \(String(repeating: "n", count: number % 200))")
    }
    symlink("x", folder.path("link"))
    try folder.makeFolder("inner")
    var lists: [[String]] = []
    let opened = try FileDescriptor(openingFolder: folder.path)
    for isOwn in [true, false] {
      var names: [String] = []
      let body = { (name: UnsafeBufferPointer<UInt8>, kind: FileStatus.Kind) in
        names.append("\(String(decoding: name, as: UTF8.self)) \(kind)")
      }
      let fresh = try opened.reopened()
      if isOwn { try fresh.forEachNameOnce(body) } else { try fresh.forEachNameOfStream(body) }
      lists.append(names.sorted())
    }
    #expect(lists[0].count == 3002)
    #expect(lists[0] == lists[1])
  }
}
