import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultSync

@Suite("Packs")
struct PackTests {
  private let person = Person(name: "A", email: "a@b", time: 1_700_000_000, offsetMinutes: 0)

  private func packs(_ test: TestRepository) -> [String] {
    test.folder.contents().filter { $0.hasSuffix(".pack") }
  }

  @Test("an import makes packs, no loose objects, and what git would have made")
  func importing() throws {
    let test = try TestRepository()
    let repository = try test.open()
    let commit = try repository.withPack(slice: 40) { writer in
      var entries: [VaultPath: TreeEntry?] = [:]
      for number in 0..<100 {
        let path = try #require(VaultPath("2024/\(number % 7)/\(number).md"))
        entries[path] = TreeEntry(id: try writer.writeBlob(Array("note \(number)\n".utf8)))
      }
      let tree = try writer.writeTree(nil, applying: entries)
      return try writer.writeCommit(
        tree: tree, parents: [], author: person, committer: person, message: "import")
    }
    #expect(try repository.looseObjectCount() == 0)
    #expect(packs(test).count == 3)
    try repository.setReference("refs/heads/main", to: commit, expecting: nil, log: "import")
    #expect(try test.fsck() == "")
    let texts = try test.texts(inTree: "HEAD")
    #expect(texts.count == 100)
    #expect(texts["2024/2/9.md"] == "note 9\n")
    #expect(!test.folder.contents().contains { $0.contains("tl-pack-settings") })
  }

  @Test("what the repository holds already is not packed again")
  func known() throws {
    let test = try TestRepository()
    try test.commit(["a.md": "1"])
    let repository = try test.open()
    try repository.withPack { writer in
      _ = try writer.writeBlob(Array("1".utf8))
    }
    #expect(packs(test) == [])
  }

  @Test("an import that fails leaves nothing")
  func failure() throws {
    let test = try TestRepository()
    let repository = try test.open()
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try repository.withPack { writer in
        _ = try writer.writeBlob([1])
        throw Stop()
      }
    }
    #expect(packs(test) == [])
    #expect(try !repository.contains(Repository.blobID(of: [1])))
  }

  @Test("loose objects end in one pack and lose their files")
  func maintenance() throws {
    let test = try TestRepository()
    for number in 0..<5 { try test.commit(["a.md": "\(number)", "b/\(number).md": "1"]) }
    try test.folder.write("junk", to: ".git/objects/aa/tmp_obj_123")
    let repository = try test.open()
    let count = try repository.looseObjectCount()
    #expect(
      try test.git("count-objects").hasPrefix("\(count) objects"))
    try repository.packLooseObjects()
    #expect(try repository.looseObjectCount() == 0)
    #expect(packs(test).count == 1)
    #expect(test.folder.exists(".git/objects/aa/tmp_obj_123"))
    #expect(try test.fsck() == "")
    #expect(try repository.reference("HEAD") == (try test.id("HEAD")))
    #expect(try test.texts(inTree: "HEAD")["a.md"] == "4")
    try repository.packLooseObjects()
    #expect(packs(test).count == 1)
  }

  @Test("a damaged loose object ends the packing, and no file goes")
  func damaged() throws {
    let test = try TestRepository()
    try test.commit(["a.md": "one", "b.md": "two"])
    let hex = try test.id("HEAD:a.md").hex
    let file = ".git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    try FileManager.default.removeItem(atPath: test.folder.path(file))
    try test.folder.write("nothing", to: file)
    let repository = try test.open()
    let count = try repository.looseObjectCount()
    #expect(throws: GitError.self) { try repository.packLooseObjects() }
    #expect(try repository.looseObjectCount() == count)
  }
}
