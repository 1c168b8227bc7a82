import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Commits")
struct CommitTests {
  @Test("a commit that tl writes is the one that git would write")
  func writing() throws {
    let test = try TestRepository()
    let parent = try test.commit(["a.md": "1"])
    let repository = try test.open()
    let ada = Signature(name: "Ada", email: "ada@lan", time: 1_700_000_000, offsetMinutes: -210)
    let bob = Signature(name: "Bøb", email: "bob@lan", time: 1_700_000_007, offsetMinutes: 60)
    let tree = try test.id("HEAD^{tree}")
    let message = "Sync 2 notes\n\nFür dich\n\nTl-Device: one\n"
    let id = try repository.writeCommit(
      tree: tree, parents: [parent, parent], author: ada, committer: bob, message: message)
    #expect(
      try test.git("cat-file", "commit", id.hex) + "\n" == """
        tree \(tree)
        parent \(parent)
        parent \(parent)
        author Ada <ada@lan> 1700000000 -0330
        committer Bøb <bob@lan> 1700000007 +0100

        \(message)
        """)
    let read = try repository.commit(id)
    #expect(
      read
        == Commit(
          id: id, tree: tree, rootTree: tree, parents: [parent, parent], author: ada,
          committer: bob,
          message: message))
    #expect(
      try test.git("log", "-1", "--format=%(trailers:key=Tl-Device)", id.hex)
        == "Tl-Device: one\n")
    #expect(try test.id("HEAD") == parent)
  }

  @Test("names lose what would end them")
  func names() throws {
    let test = try TestRepository()
    let tree = try test.open().writeTree(nil, applying: [:])
    let evil = Signature(
      name: "A\n<b>\0 c", email: "x> 1 +0000\nevil", time: 1, offsetMinutes: 0)
    let id = try test.open().writeCommit(
      tree: tree, parents: [], author: evil, committer: evil, message: "a\0b")
    #expect(try test.open().commit(id).author.name == "Ab c")
    #expect(try test.open().commit(id).author.email == "x 1 +0000evil")
    #expect(try test.open().commit(id).message == "ab")
    try test.git("update-ref", "refs/heads/main", id.hex)
    #expect(try test.fsck() == "")
  }

  @Test("bytes that are not UTF-8 are replaced, and nothing else is")
  func notUTF8() throws {
    let test = try TestRepository()
    let tree = try test.open().writeTree(nil, applying: [:])
    var bytes = Array("tree \(tree)\nauthor A".utf8)
    bytes += [0xE9]
    bytes += Array(" <a@b> 5 +0000\ncommitter A <a@b> 6 -0030\n\nol".utf8) + [0xE9, 0x0A]
    let written = try GitProgram.run(
      ["hash-object", "-t", "commit", "-w", "--stdin"], in: test.path, stdin: bytes)
    let id = try #require(ObjectID(hex: String(decoding: written.dropLast(), as: UTF8.self)))
    let commit = try test.open().commit(id)
    #expect(commit.message == "ol\u{FFFD}\n")
    #expect(commit.author.name == "A\u{FFFD}")
    #expect(commit.author.time == 5)
    #expect(commit.committer.offsetMinutes == -30)
  }

  @Test("what is no commit, or not there, is an error")
  func errors() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1"])
    let blob = try test.id("HEAD:a.md")
    #expect(throws: GitError.self) { try repository.commit(blob) }
    #expect(throws: GitError.self) {
      try repository.writeCommit(
        tree: blob, parents: [],
        author: Signature(name: "A", email: "a", time: 0, offsetMinutes: 0),
        committer: Signature(name: "A", email: "a", time: 0, offsetMinutes: 0), message: "")
    }
  }
}
