import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Git
@testable import VaultSync

@Suite("Packs")
struct PackTests {
  private let signature = Signature(name: "A", email: "a@b", time: 1_700_000_000, offsetMinutes: 0)

  private func packs(_ test: TestRepository) -> [String] {
    test.folder.contents().filter { $0.hasSuffix(".pack") }
  }

  /// Packs these contents on so many threads and gives their ids, in order.
  @discardableResult
  private func pack(
    _ contents: [[UInt8]], threads: Int = 1, in repository: Repository
  ) throws -> [ObjectID] {
    try repository.withPack { writer in
      let shares = ThreadTeam.run(threads) {
        Result<[(Int, ObjectID)], any Error> {
          let buffer = try writer.buffer()
          let ids = try contents.indices.map { ($0, try buffer.writeBlob(contents[$0])) }
          try buffer.flush()
          return ids
        }
      }
      var ids = [ObjectID?](repeating: nil, count: contents.count)
      for (number, id) in try shares.flatMap({ try $0.get() }) { ids[number] = id }
      return ids.compactMap { $0 }
    }
  }

  /// `verify-pack` and `fsck` complain of nothing but objects that no commit has.
  private func check(_ test: TestRepository) throws {
    for index in packs(test).map({ $0.replacing(".pack", with: ".idx") }) {
      #expect(try test.git("verify-pack", "-v", index).hasSuffix("ok"))
    }
    #expect(try test.fsck() == "")
  }

  private func drafts(_ test: TestRepository) -> [String] {
    test.folder.contents().filter { $0.contains("/tmp_") }
  }

  private func noise(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let words = (0...count / 8).map { _ in generator.next() }
    return words.withUnsafeBytes { Array($0.prefix(count)) }
  }

  @Test("an import makes one pack, no loose objects, and what git would have made")
  func importing() throws {
    let (test, repository) = try TestRepository.opened()
    let entries: (PackWriter) throws -> [(path: VaultPath, entry: TreeEntry?)] = { writer in
      let buffer = try writer.buffer()
      var entries: [(path: VaultPath, entry: TreeEntry?)] = []
      for number in 0..<100 {
        let blob = try buffer.writeBlob(Array("note \(number)\n".utf8))
        entries.append((path("2024/\(number % 7)/\(number).md"), TreeEntry(id: blob)))
      }
      try buffer.flush()
      return entries
    }
    let tree = try repository.withPack { writer in
      try writer.writeTree(nil, applying: entries(writer).sorted { $0.path < $1.path })
    }
    #expect(try repository.looseObjects().count == 0)
    #expect(packs(test).count == 1)
    let commit = try repository.writeCommit(
      tree: tree, parents: [], author: signature, committer: signature, message: "import")
    try repository.setReference("refs/heads/main", to: commit, expecting: nil, log: "import")
    try check(test)
    let texts = try test.texts(inTree: "HEAD")
    #expect(texts.count == 100)
    #expect(texts["2024/2/9.md"] == "note 9\n")
    try test.git("read-tree", "HEAD")
    #expect(try test.git("write-tree") == tree.hex)
  }

  @Test("contents of every size come back byte for byte", arguments: [1, 3])
  func contents(threads: Int) throws {
    try withSeed { generator, _ in
      let (test, repository) = try TestRepository.opened()
      let large = PackBuffer.largeObject
      var contents: [[UInt8]] = [[], [0], Array(repeating: 7, count: large + 1)]
      for size in [15, 16, 2047, 2048, 65_535, 65_536, 1 << 20, large, large + 65_537] {
        // Half of it can be compressed.
        let noise = noise(size / 2, &generator)
        contents.append(noise + Array(repeating: 0x61, count: size - size / 2))
      }
      // Nothing of these can be.
      for size in [1 << 17, 200_000, large + 1] {
        contents.append(noise(size, &generator))
      }
      for _ in 0..<60 {
        let size = Int.random(in: 0...3000, using: &generator)
        contents.append((0..<size).map { _ in UInt8.random(in: 97...105, using: &generator) })
      }
      contents += contents.prefix(5)
      let ids = try pack(contents, threads: threads, in: repository)
      #expect(packs(test).count == 1)
      let count = Set(contents).count
      #expect(try test.git("count-objects", "-v").contains("in-pack: \(count)\n"))
      for (id, content) in zip(ids, contents) {
        #expect(try id == Repository.blobID(of: content))
        #expect(try repository.blob(id) == content)
        #expect(try GitProgram.run(["cat-file", "blob", id.hex], in: test.path) == content)
      }
      try check(test)
    }
  }

  @Test("what the repository holds already is not packed again")
  func known() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1"])
    try pack([Array("1".utf8)], in: repository)
    #expect(packs(test) == [])
    try pack([Array("1".utf8), Array("2".utf8)], in: repository)
    try pack([Array("2".utf8)], in: repository)
    #expect(packs(test).count == 1)
    #expect(try test.git("count-objects", "-v").contains("in-pack: 1\n"))
    #expect(drafts(test) == [])
  }

  @Test("trees name objects of the pack and of the repository, and no others")
  func trees() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1", "b/c.md": "2"])
    let head = try test.id("HEAD^{tree}")
    let path = try #require(VaultPath("b/d.md"))
    let tree = try repository.withPack { writer in
      let buffer = try writer.buffer()
      let new = TreeEntry(id: try buffer.writeBlob(Array("3".utf8)))
      try buffer.flush()
      let missing = TreeEntry(id: Repository.idOfBlob([9, 9]))
      #expect(throws: GitError.self) { try writer.writeTree(head, applying: [(path, missing)]) }
      return try writer.writeTree(head, applying: [(path, new)])
    }
    #expect(try test.texts(inTree: tree.hex) == ["a.md": "1", "b/c.md": "2", "b/d.md": "3"])
    try check(test)
  }

  @Test("a pack that fails leaves nothing")
  func failure() throws {
    let (test, repository) = try TestRepository.opened()
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try repository.withPack { writer in
        let buffer = try writer.buffer()
        _ = try buffer.writeBlob([1])
        try buffer.flush()
        #expect(drafts(test).count == 1)
        throw Stop()
      }
    }
    #expect(packs(test) == [])
    #expect(drafts(test) == [])
    #expect(try !repository.contains(Repository.blobID(of: [1])))
  }

  @Test("what a process left that was ended goes with the next pack; what is being written stays")
  func abandoned() throws {
    let (test, repository) = try TestRepository.opened()
    try test.folder.write("PACK", to: ".git/objects/pack/tmp_pack_tl-1-0")
    try test.folder.write("PACK", to: ".git/objects/pack/tmp_idx_tl-1-0")
    try test.folder.write("PACK", to: ".git/objects/pack/tmp_pack_other")
    try repository.withPack { writer in
      let buffer = try writer.buffer()
      _ = try buffer.writeBlob([1])
      try pack([[2]], in: test.open())
      #expect(drafts(test).count == 2)
      try buffer.flush()
    }
    #expect(drafts(test) == [".git/objects/pack/tmp_pack_other"])
    #expect(packs(test).count == 2)
    #expect(try repository.contains(Repository.blobID(of: [1])))
  }

  @Test("the level is that of git's settings")
  func level() throws {
    let test = try TestRepository()
    let text = [[UInt8](repeating: 0x61, count: 100_000)]
    func size() throws -> Int {
      let size = try #require(
        packs(test).map { test.folder.path($0) }.map {
          try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int
        }.first)
      for name in packs(test) {
        try FileManager.default.removeItem(atPath: test.folder.path(name))
        try FileManager.default.removeItem(
          atPath: test.folder.path(name.replacing(".pack", with: ".idx")))
      }
      return try #require(size)
    }
    try pack(text, in: test.open())
    let usual = try size()
    try test.git("config", "core.compression", "9")
    try pack(text, in: test.open())
    #expect(try size() < usual)
    try test.git("config", "pack.compression", "0")
    try pack(text, in: test.open())
    #expect(try size() > 100_000)
  }
}
