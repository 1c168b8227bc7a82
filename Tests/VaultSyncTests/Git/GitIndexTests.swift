import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Git
@testable import SystemCalls
@testable import VaultSync

@Suite("Git's index, read")
struct GitIndexTests {
  /// Paths that shorten well and badly, one too long for the length that an entry can tell.
  private func files(_ test: TestRepository) throws {
    var files: [String: String] = [:]
    for number in 0..<30 { files["2024/\(number % 4)/note \(number).md"] = "text \(number)" }
    let long = Array(repeating: String(repeating: "l", count: 200), count: 3).joined(separator: "/")
    files[long] = "long"
    files["é.md"] = "1"
    files["a"] = "2"
    files["a.b/c"] = "3"
    for (name, text) in files { try test.folder.write(text, to: name) }
    try test.git("add", "-A")
  }

  /// As `git ls-files --stage -z` prints it.
  private func listed(_ index: GitIndex) -> String {
    (0..<index.count).map { position in
      let entry = index[position]
      let path = index.withPath(at: position) { String(decoding: $0, as: UTF8.self) }
      return String(entry.mode, radix: 8) + " \(entry.id) \(entry.stage)\t\(path)\0"
    }.joined()
  }

  @Test("every version of the format is read as git reads it", arguments: [2, 3, 4])
  func versions(version: UInt32) throws {
    let test = try TestRepository()
    try files(test)
    if version == 3 {
      try test.folder.write("1", to: "intent")
      try test.git("add", "--intent-to-add", "intent")
      try test.git("update-index", "--skip-worktree", "a")
    }
    try test.git("update-index", "--index-version", "\(version)")
    let index = try test.open().readIndex()
    #expect(index.version == version)
    #expect(listed(index) == (try test.git("ls-files", "--stage", "-z")))
  }

  @Test("paths beyond the twelve bits for their length are read")
  func longPaths() throws {
    let test = try TestRepository()
    let blob = try test.open().writeBlob([1])
    // No disk holds such a path; an index may.
    let long = Array(repeating: String(repeating: "l", count: 255), count: 16).joined(
      separator: "/")
    for (name, number) in [(String(long.dropLast()), 4094), (long, 4095)] {
      #expect(name.utf8.count == number)
    }
    let lines = "100644 \(blob)\t\(long)\0100644 \(blob)\t\(long.dropLast())\0100644 \(blob)\tz\0"
    try GitProgram.run(
      ["update-index", "-z", "--index-info"], in: test.path, stdin: Array(lines.utf8))
    for version in ["2", "4"] {
      try test.git("update-index", "--index-version", version)
      #expect(try listed(test.open().readIndex()) == (try test.git("ls-files", "--stage", "-z")))
    }
  }

  @Test("random entries are read as git reads them")
  func random() throws {
    try withSeed { generator, _ in
      let (test, repository) = try TestRepository.opened()
      let blob = try repository.writeBlob([1])
      let names = ["a", "b", "ab", "a.b", "long name", "é"]
      var lines = ""
      for _ in 0..<60 {
        let path = generator.pick(Int.random(in: 1...5, using: &generator), of: names)
          .joined(separator: "/")
        lines += "100644 \(blob) \(Int.random(in: 0...3, using: &generator))\t\(path)\0"
      }
      try GitProgram.run(
        ["update-index", "-z", "--replace", "--index-info"], in: test.path,
        stdin: Array(lines.utf8))
      for version in ["2", "4"] {
        try test.git("update-index", "--index-version", version)
        let index = try repository.readIndex()
        #expect(listed(index) == (try test.git("ls-files", "--stage", "-z")))
        for position in 0..<index.count {
          let path = try #require(index.path(at: position))
          #expect(index.positions(of: path).contains(position))
        }
      }
    }
  }

  @Test("marks of entries are read")
  func flags() throws {
    let test = try TestRepository(["assume": "1", "skip": "2", "plain": "3"])
    try test.folder.write("4", to: "intent")
    try test.git("add", "--intent-to-add", "intent")
    try test.git("update-index", "--assume-unchanged", "assume")
    try test.git("update-index", "--skip-worktree", "skip")
    let index = try test.open().readIndex()
    let marks = try ["assume", "skip", "intent", "plain"].map { name in
      let path = try #require(VaultPath(name))
      let entry = try #require(index.entry(at: path))
      return [entry.isAssumedUnchanged, entry.skipsWorktree, entry.isIntentToAdd]
    }
    #expect(
      marks == [
        [true, false, false], [false, true, false], [false, false, true], [false, false, false],
      ])
  }

  @Test("a conflict has its stages and no entry of its own")
  func conflict() throws {
    let test = try TestRepository(["a.md": "1", "b.md": "1"])
    try test.git("checkout", "-q", "-b", "side")
    try test.commit(["a.md": "2"])
    try test.git("checkout", "-q", "main")
    try test.commit(["a.md": "3"])
    _ = try GitProgram.attempt(["merge", "side"], in: test.path)
    let index = try test.open().readIndex()
    let path = try #require(VaultPath("a.md"))
    #expect(index.positions(of: path).map { index[$0].stage } == [1, 2, 3])
    #expect(index.entry(at: path) == nil)
  }

  @Test("what the system says about a file is compared as git compares it")
  func status() throws {
    let test = try TestRepository(["a.md": "12345"])
    let status = try test.status(of: "a.md")
    // As if the index had been written later.
    let index = try test.open().readIndex()
    let later = GitIndex(
      version: index.version, modified: FileTime(seconds: 1 << 40, nanoseconds: 0), inode: 0,
      bytes: index.bytes, pathBytes: index.pathBytes, records: index.records,
      entriesEnd: index.entriesEnd)
    let options = WorktreeOptions()
    #expect(options.isUnchanged(later[0], status: status, in: later))
    try test.folder.write("54321", to: "a.md")
    #expect(!options.isUnchanged(later[0], status: try test.status(of: "a.md"), in: later))
    let earlier = GitIndex(
      version: index.version, modified: status.modified, inode: 0,
      bytes: index.bytes, pathBytes: index.pathBytes, records: index.records,
      entriesEnd: index.entriesEnd)
    #expect(!options.isUnchanged(earlier[0], status: status, in: earlier))
  }

  @Test("a changed mode is a change")
  func mode() throws {
    let test = try TestRepository(["a.md": "1"])
    let entry = try test.open().readIndex()[0]
    #expect(entry.agrees(with: try test.status(of: "a.md")))
    #expect(chmod(test.folder.path("a.md"), 0o755) == 0)
    #expect(!entry.agrees(with: try test.status(of: "a.md")))
  }

  @Test("without an index there are no entries")
  func missing() throws {
    let test = try TestRepository()
    let index = try test.open().readIndex()
    #expect(index.count == 0)
    #expect(index.position(notBefore: Array("a".utf8)) == 0)
  }

  @Test("an index without a hash is read")
  func withoutHash() throws {
    let test = try TestRepository()
    try files(test)
    var bytes = try test.folder.read(".git/index")
    bytes.replaceSubrange(bytes.count - 20..<bytes.count, with: [UInt8](repeating: 0, count: 20))
    let index = try GitIndexReader.read(bytes, modified: FileTime(seconds: 0, nanoseconds: 0))
    #expect(listed(index) == (try test.git("ls-files", "--stage", "-z")))
  }

  @Test("damage is an error or another index, never a crash", arguments: ["2", "4"])
  func damage(version: String) throws {
    let test = try TestRepository()
    try files(test)
    try test.git("update-index", "--index-version", version)
    let bytes = try test.folder.read(".git/index")
    let time = FileTime(seconds: 0, nanoseconds: 0)
    for count in stride(from: 0, to: bytes.count, by: 31) {
      _ = try? listed(GitIndexReader.read(Array(bytes[..<count]), modified: time))
    }
    try withSeed { generator, _ in
      for _ in 0..<120 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: damaged.indices, using: &generator)
          damaged[place] = generator.bytes(count: 1)[0]
        }
        _ = try? listed(GitIndexReader.read(damaged, modified: time))
      }
    }
    for text in ["", "DIRC", "DIRC\0\0\0\u{2}\0\0\0\u{1}", String(repeating: "x", count: 100)] {
      #expect(throws: GitError.self) {
        try GitIndexReader.read(Array(text.utf8), modified: time)
      }
    }
  }
}
