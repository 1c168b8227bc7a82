import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("Random trees")
struct TreePropertyTests {
  /// Few names, so that files and folders get in each other's way; some sort differently as folders.
  private static let names = ["a", "a.b", "a-", "a0", "b", "é", "B", "ab"]

  private func randomPath(_ generator: inout SeededGenerator) -> String {
    generator.pick(Int.random(in: 1...4, using: &generator), of: Self.names)
      .joined(separator: "/")
  }

  /// Path to content, without files in the place of folders.
  private func randomFiles(_ generator: inout SeededGenerator) -> [String: String] {
    var files: [String: String] = [:]
    for _ in 0..<Int.random(in: 0...25, using: &generator) {
      let path = randomPath(&generator)
      guard !files.keys.contains(where: { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") })
      else { continue }
      files[path] = generator.pick(1, of: ["1", "2", "3"])[0]
    }
    return files
  }

  /// The tree that the git program makes of these files.
  private func treeByGit(_ files: [String: String], _ test: TestRepository) throws -> ObjectID {
    try test.git("read-tree", "--empty")
    var lines = ""
    for (path, content) in files {
      let blob = try GitProgram.run(
        ["hash-object", "-w", "--stdin"], in: test.path, stdin: Array(content.utf8))
      lines += "100644 \(String(decoding: blob.prefix(40), as: UTF8.self))\t\(path)\0"
    }
    try GitProgram.run(
      ["update-index", "-z", "--index-info"], in: test.path, stdin: Array(lines.utf8))
    return try #require(ObjectID(hex: test.git("write-tree")))
  }

  @Test("changes, and trees written from them, agree with git")
  func againstGit() throws {
    try withSeed { generator, _ in
      let (test, repository) = try TestRepository.opened()
      for _ in 0..<6 {
        let (from, to) = (
          try treeByGit(randomFiles(&generator), test), try treeByGit(randomFiles(&generator), test)
        )
        let changes = try repository.changes(from: from, to: to)
        let listed = try test.git("diff-tree", "-r", "-z", "--no-renames", from.hex, to.hex)
        #expect(describe(changes) == listed)
        #expect(changes.map(\.path) == changes.map(\.path).sorted())
        let chosen = generator.pick(3, of: Self.names).map { Array($0.utf8) }
        let some = try repository.changes(from: from, to: to) { chosen.contains(Array($0)) }
        #expect(
          some
            == changes.filter { change in
              change.path.bytes.split(separator: UInt8(ascii: "/")).first
                .map { chosen.contains(Array($0)) } ?? false
            })
        let forth = Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.new) })
        #expect(try repository.writeTree(from, applying: forth) == to)
        let back = Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.old) })
        #expect(try repository.writeTree(to, applying: back) == from)
      }
      #expect(try test.fsck() == "")
    }
  }

  @Test("every file is met once, in order, and found by its path")
  func files() throws {
    try withSeed { generator, _ in
      let (test, repository) = try TestRepository.opened()
      let files = randomFiles(&generator)
      let tree = try treeByGit(files, test)
      var met: [String] = []
      try repository.forEachFile(inTree: tree) { path, entry in
        met.append(path.text)
        let found = try repository.entry(at: path, inTree: tree)
        #expect(found == entry)
      }
      #expect(met == files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  /// As `git diff-tree -r -z` prints it, less the last end.
  private func describe(_ changes: [TreeChange]) -> String {
    let none = String(repeating: "0", count: 40)
    return changes.map { change in
      let letter = change.old == nil ? "A" : change.new == nil ? "D" : "M"
      let modes = [change.old, change.new].map { $0 == nil ? "000000" : "100644" }
      let ids = [change.old, change.new].map { $0?.id.hex ?? none }
      return ":\(modes[0]) \(modes[1]) \(ids[0]) \(ids[1]) \(letter)\0\(change.path.text)\0"
    }.joined()
  }
}
