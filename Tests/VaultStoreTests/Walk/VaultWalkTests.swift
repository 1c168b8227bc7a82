import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Walks through a vault")
struct VaultWalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Each path with what it is, sorted, and the findings.
  private static func walk(
    _ path: String, threads: Int = 2, excluding excluded: [VaultPath] = [],
    during: @Sendable (WalkBatch) -> Void = { _ in }
  ) throws -> (names: [String], findings: [LocatedFinding]) {
    let walk = VaultWalk(try VaultFolder(opening: path), threads: threads, excluding: excluded)
    let (results, findings) = walk.run { next -> [String] in
      var names: [String] = []
      while let batch = next() {
        during(batch)
        batch.forEach { name, kind in names.append("\(batch.folder.path(of: name).text) \(kind)") }
      }
      return names
    }
    return (results.joined().sorted(), findings.sorted { $0.path < $1.path })
  }

  private static func notes(_ path: String, threads: Int = 2) throws -> [String] {
    try walk(path, threads: threads).names.filter { $0.contains(" note(") }
      .map { String($0[..<($0.range(of: " note(")?.lowerBound ?? $0.endIndex)]) }
  }

  @Test("the media folder of an excluded note is no orphan", arguments: ["templates", ".tlignore"])
  func excludedNote(by way: String) throws {
    for path in ["a.md", "a.media/q.jpg", "a.media/in.md", "b.md", "T.media/x.md", "T/t.md"] {
      try folder.write("x", to: path)
    }
    let excluded = ["a.md", "T.media", "T"]
    if way == ".tlignore" {
      try folder.write(excluded.joined(separator: "\n"), to: ".tlignore")
    }
    let (names, _) = try Self.walk(
      folder.path, threads: 1,
      excluding: way == ".tlignore" ? [] : excluded.compactMap { VaultPath($0) })
    #expect(names == ["a.media mediaFolder", "b.md note(hasMediaFolder: false)"])
  }

  @Test("what each name is to a vault")
  func kinds() throws {
    for path in [
      "a.md", "b.markdown", "b.media/one.jpg", "b.media/in.md", "b.media/sub/deep.md", "c.MD",
      "d.txt", "e.md.txt",
      ".md", ".hidden.md", ".git/x.md", ".tl/local/y.md", "lost.media/found.md",
      "lost.media/lost.md",
      "lost.media/lost.media/x.jpg", "f.md/inside.md", "f.media/g.md", "x.markdown.md",
      "x.markdown.media/a.jpg",
      "x.media/h.md", ".media/z.md", "l/real.md",
    ] {
      try folder.write("x", to: path)
    }
    mkfifo(folder.path("pipe.md"), 0o644)
    symlink("a.md", folder.path("link.md"))
    symlink("l", folder.path("folder-link"))
    symlink("b.media", folder.path("a.media"))
    symlink("nowhere", folder.path("broken.md"))
    let (names, findings) = try Self.walk(folder.path)
    #expect(
      names == [
        "a.md note(hasMediaFolder: false)", "a.media link",
        "b.markdown note(hasMediaFolder: true)",
        "b.media mediaFolder", "broken.md link", "c.MD file", "d.txt file", "e.md.txt file",
        "f.md folder",
        "f.md/inside.md note(hasMediaFolder: false)", "f.media orphanMediaFolder",
        "f.media/g.md note(hasMediaFolder: false)", "folder-link link", "l folder",
        "l/real.md note(hasMediaFolder: false)", "link.md link", "lost.media orphanMediaFolder",
        "lost.media/found.md note(hasMediaFolder: false)",
        "lost.media/lost.md note(hasMediaFolder: true)",
        "lost.media/lost.media mediaFolder", "pipe.md special",
        "x.markdown.md note(hasMediaFolder: true)",
        "x.markdown.media mediaFolder", "x.media orphanMediaFolder",
        "x.media/h.md note(hasMediaFolder: false)",
      ])
    #expect(findings.isEmpty)
  }

  @Test("X.md and X.markdown share the folder X.media")
  func twins() throws {
    for path in ["x.md", "x.markdown", "x.media/a.jpg"] { try folder.write("x", to: path) }
    #expect(
      try Self.walk(folder.path).names == [
        "x.markdown note(hasMediaFolder: true)", "x.md note(hasMediaFolder: true)",
        "x.media mediaFolder",
      ])
  }

  @Test(
    "what .tlignore excludes is left out with all below, and a deeper file decides before one above"
  )
  func ignored() throws {
    for path in [
      "a.md", "drop.md", "build/x.md", "keep/drop.md", "keep/a.md", "keep/sub/drop.md",
      "keep/sub/a.md",
    ] {
      try folder.write("x", to: path)
    }
    try folder.write("\u{FEFF}drop.md\nbuild/\n", to: ".tlignore")
    try folder.write("!drop.md\na.md\n", to: "keep/.tlignore")
    #expect(try Self.notes(folder.path) == ["a.md", "keep/drop.md", "keep/sub/drop.md"])
    try folder.write("/drop.md\n", to: "keep/sub/.tlignore")
    #expect(try Self.notes(folder.path) == ["a.md", "keep/drop.md"])
  }

  @Test(
    "an ignored note keeps what is in its media folder out, an ignored media folder stays its note's"
  )
  func ignoredMedia() throws {
    for path in [
      "a.md", "a.media/in.md", "b.md", "b.media/in.md", "c.media/in.md", "d.media/in.md",
    ] {
      try folder.write("x", to: path)
    }
    try folder.write("a.md\nb.media\nd.media/\n", to: ".tlignore")
    #expect(
      try Self.walk(folder.path).names == [
        "a.media mediaFolder", "b.md note(hasMediaFolder: true)", "b.media mediaFolder",
        "c.media orphanMediaFolder", "c.media/in.md note(hasMediaFolder: false)",
      ])
  }

  @Test("a .tlignore that cannot be read is a finding: nothing is ignored without a word")
  func unreadableIgnoreFile() throws {
    for path in ["a/x.md", "b/x.md", "c/x.md", "d/x.md"] { try folder.write("x", to: path) }
    symlink("../rules", folder.path("a/.tlignore"))
    try folder.write([UInt8](repeating: 0x0A, count: 1 << 20 + 1), to: "b/.tlignore")
    try folder.makeFolder("c/.tlignore")
    mkfifo(folder.path("d/.tlignore"), 0o644)
    let (names, findings) = try Self.walk(folder.path)
    #expect(names.filter { $0.contains("x.md") }.count == 4)
    #expect(
      findings.map { "\($0.path.text): \($0.finding.message)" } == [
        "a/.tlignore: the file cannot be read, so nothing is ignored here: it is a symbolic link",
        "b/.tlignore: the file cannot be read, so nothing is ignored here: it has more than 1 MiB",
        "d/.tlignore: the file cannot be read, so nothing is ignored here: it is a FIFO",
      ])
    #expect(
      findings.allSatisfy { $0.finding.severity == .error && $0.finding.code == .unreadableFile })
  }

  @Test(
    "twenty thousand files of one folder are each given once, on any number of threads",
    arguments: [1, 3, 8])
  func manyFiles(_ threads: Int) throws {
    for number in 0..<20_000 {
      close(open(folder.path("note-\(number).md"), O_CREAT | O_WRONLY, 0o644))
    }
    let notes = try Self.notes(folder.path, threads: threads)
    #expect(notes.count == 20_000)
    #expect(Set(notes).count == 20_000)
  }

  @Test(
    "more threads than processors, and more than the limit, end all the same",
    arguments: [0, 2, 5, 100])
  func manyThreads(_ threads: Int) throws {
    for number in 0..<60 { try folder.write("x", to: "\(number % 7)/\(number % 3)/\(number).md") }
    for _ in 0..<20 { #expect(try Self.notes(folder.path, threads: threads).count == 60) }
  }

  @Test("a thread that gives up leaves the work to the others")
  func givesUp() throws {
    for number in 0..<300 { try folder.write("x", to: "\(number)/x.md") }
    let vault = try VaultFolder(opening: folder.path)
    let counts = VaultWalk(vault, threads: 4).run { next -> Int in
      guard next() != nil else { return 0 }
      var count = 1
      // The thread that works on goes to the end.
      while next() != nil { count += 1 }
      return count
    }.results
    // A batch for each folder, and three for the three hundred names of the root.
    #expect(counts.count == 4 && counts.reduce(0, +) == 303)
    let first = VaultWalk(vault, threads: 1).run { next in next() == nil ? 0 : 1 }
    #expect(first.results == [1])
  }

  @Test("names of any bytes are walked and given as they are")
  func oddNames() throws {
    let names: [[UInt8]] = [
      [0xFF], [0x61, 0x0A, 0x62], [0x1B, 0x5B], [0x20], Array("e\u{301}".utf8), Array("é".utf8),
      [0xC3], [0x5C],
      Array(repeating: 0x78, count: 250), Array("-n".utf8), Array("*".utf8),
    ]
    for name in names {
      let path = Array(folder.path.utf8) + [0x2F] + name
      #expect(mkdir((path + [0]).map(CChar.init(bitPattern:)), 0o755) == 0)
      let note = path + Array("/a".utf8) + name.prefix(200) + Array(".md".utf8)
      close(open((note + [0]).map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o644))
    }
    let vault = try VaultFolder(opening: folder.path)
    let found = VaultWalk(vault, threads: 2).run { next -> [[UInt8]] in
      var paths: [[UInt8]] = []
      while let batch = next() {
        batch.forEach { name, kind in
          if case .note = kind { paths.append(batch.folder.path(of: name).bytes) }
        }
      }
      return paths
    }
    let expected = names.map { $0 + Array("/a".utf8) + $0.prefix(200) + Array(".md".utf8) }
    #expect(Set(found.results.joined()) == Set(expected))
    #expect(found.findings.isEmpty)
    // Foundation cannot remove names that are not UTF-8.
    #expect(try runProgram("/bin/rm", ["-rf", folder.path], in: "/", environment: [:]).status == 0)
  }

  @Test("a folder without permission is a finding and stops nothing")
  func unreadableFolder() throws {
    for path in ["a/x.md", "closed/y.md", "b/closed/z.md", "listed/w.md"] {
      try folder.write("x", to: path)
    }
    chmod(folder.path("closed"), 0)
    chmod(folder.path("b/closed"), 0)
    chmod(folder.path("listed"), 0o444)
    let walked = try withoutPrivileges { try Self.walk(folder.path, threads: 1) }
    for path in ["closed", "b/closed", "listed"] { chmod(folder.path(path), 0o755) }
    guard let walked else { return }
    #expect(
      walked.names.filter { $0.contains("note(") }.first == "a/x.md note(hasMediaFolder: false)")
    #expect(walked.findings.prefix(2).map(\.path.text) == ["b/closed", "closed"])
    #expect(
      walked.findings.allSatisfy {
        $0.finding.code == .unreadableFolder || $0.path.text.hasPrefix("listed")
      })
    #expect(walked.findings.count >= 3)
    #expect(
      walked.findings.first?.finding.message == "the folder cannot be read: permission denied")
  }

  @Test("a folder that goes or becomes a link during the walk is not followed")
  func changesDuringWalk() throws {
    for path in ["a.md", "gone/x.md", "turned/y.md", "stays/z.md"] {
      try folder.write("x", to: path)
    }
    let root = folder.path
    let (names, findings) = try Self.walk(root, threads: 1) { batch in
      guard batch.folder.path == nil else { return }
      unlink(root + "/gone/x.md")
      rmdir(root + "/gone")
      unlink(root + "/turned/y.md")
      rmdir(root + "/turned")
      symlink("stays", root + "/turned")
    }
    #expect(names.filter { $0.contains("note(") }.map { $0.prefix(4) } == ["a.md", "stay"])
    #expect(findings.map(\.path.text) == ["turned"])
  }

  @Test("no descriptor of the vault stays open behind a walk")
  func descriptors() throws {
    #if os(Linux)
      try withTemporaryFolder { folder in
        for number in 0..<200 {
          try folder.write("x", to: "\(number % 11)/\(number % 5)/\(number).md")
        }
        try folder.write("x", to: "a.md")
        let vault = try VaultFolder(opening: folder.path)
        let most = VaultWalk(vault, threads: 3).run { next -> Int in
          var most = 0
          while next() != nil { most = max(most, Self.openDescriptors(below: folder.path)) }
          return most
        }.results.max()
        #expect((2...40).contains(most ?? 0), "\(most ?? 0) were open at once")
        #expect(Self.openDescriptors(below: folder.path) == 1)
        withExtendedLifetime(vault) {}
      }
    #endif
  }

  /// Other tests run at the same time: only what leads into this folder counts.
  private static func openDescriptors(below path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix(path) == true
    }
  }
}
