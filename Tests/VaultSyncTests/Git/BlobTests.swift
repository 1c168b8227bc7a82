import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("Contents of files")
struct BlobTests {
  @Test("bytes come back as they were, under the id that git gives them")
  func roundTrip() throws {
    let (test, repository) = try TestRepository.opened()
    for bytes in [[], Array("text\r\n".utf8), [0, 255, 10, 13, 0]] as [[UInt8]] {
      let id = try repository.writeBlob(bytes)
      #expect(try repository.blob(id) == bytes)
      #expect(try repository.blobSize(id) == Int64(bytes.count))
      #expect(try Repository.blobID(of: bytes) == id)
      let byGit = try GitProgram.run(["hash-object", "--stdin"], in: test.path, stdin: bytes)
      #expect(id.hex == String(decoding: byGit.dropLast(), as: UTF8.self))
    }
    #expect(try test.fsck() == "")
  }

  @Test("a hash alone writes nothing")
  func hashOnly() throws {
    let test = try TestRepository()
    let id = try Repository.blobID(of: Array("never written".utf8))
    #expect(try !test.open().contains(id))
  }

  @Test("a limit is kept, and what is no content is refused")
  func refusals() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "12345"])
    let id = try test.id("HEAD:a.md")
    #expect(try repository.blob(id, limit: 5).count == 5)
    let error = #expect(throws: GitError.self) { try repository.blob(id, limit: 4) }
    #expect(error?.code == .tooLarge)
    let tree = try test.id("HEAD^{tree}")
    let treeError = #expect(throws: GitError.self) { try repository.blob(tree) }
    #expect(treeError?.code == .damaged)
  }

  @Test("an object that git packed meanwhile is found")
  func packedMeanwhile() throws {
    let (test, repository) = try TestRepository.opened()
    try test.commit(["a.md": "1"])
    let id = try test.id("HEAD:a.md")
    #expect(try repository.contains(id))
    try test.git("gc", "-q")
    #expect(try repository.blob(id) == Array("1".utf8))
  }

  @Test("a damaged object is an error, not its bytes")
  func damaged() throws {
    let test = try TestRepository(["a.md": "one", "b.md": "two"])
    let (a, b) = (try test.id("HEAD:a.md").hex, try test.id("HEAD:b.md").hex)
    let file = { (hex: String) in ".git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))" }
    let content = try test.folder.read(file(b))
    try FileManager.default.removeItem(atPath: test.folder.path(file(a)))
    try test.folder.write(content, to: file(a))
    let id = try #require(ObjectID(hex: a))
    let error = #expect(throws: GitError.self) { try test.open().blob(id) }
    #expect(error?.code == .wrongHash)
  }
}
