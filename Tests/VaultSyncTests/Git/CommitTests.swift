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
    let ada = Person(name: "Ada", email: "ada@lan", time: 1_700_000_000, offsetMinutes: -210)
    let bob = Person(name: "Bøb", email: "bob@lan", time: 1_700_000_007, offsetMinutes: 60)
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
    let evil = Person(
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
    let test = try TestRepository()
    try test.commit(["a.md": "1"])
    let repository = try test.open()
    let blob = try test.id("HEAD:a.md")
    #expect(throws: GitError.self) { try repository.commit(blob) }
    #expect(throws: GitError.self) {
      try repository.writeCommit(
        tree: blob, parents: [], author: Person(name: "A", email: "a", time: 0, offsetMinutes: 0),
        committer: Person(name: "A", email: "a", time: 0, offsetMinutes: 0), message: "")
    }
  }

  /// The rest of the line of an author, and what is read of it.
  static let authorLines: [(String, Person)] = [
    (
      "Ada <ada@x> 1700000000 +0130",
      Person(name: "Ada", email: "ada@x", time: 1_700_000_000, offsetMinutes: 90)
    ),
    ("Ada <ada@x> -5 -0030", Person(name: "Ada", email: "ada@x", time: -5, offsetMinutes: -30)),
    ("<ada@x> 1 +0000", Person(name: "", email: "ada@x", time: 1, offsetMinutes: 0)),
    (
      "Ada Love 1700000000 +0000",
      Person(name: "Ada Love", email: "", time: 1_700_000_000, offsetMinutes: 0)
    ),
    (
      "Ada <ada@x> 99999999999999999999 +0000",
      Person(name: "Ada", email: "ada@x", time: 0, offsetMinutes: 0)
    ),
    ("Ada <ada@x>", Person(name: "Ada", email: "ada@x", time: 0, offsetMinutes: 0)),
    ("Ada", Person(name: "Ada", email: "", time: 0, offsetMinutes: 0)),
    ("", Person(name: "", email: "", time: 0, offsetMinutes: 0)),
  ]

  @Test("the line of an author is read as far as it can be", arguments: authorLines)
  func authors(_ line: String, _ author: Person) throws {
    let tree = String(repeating: "a", count: 40)
    let bytes =
      "tree \(tree)\nauthor \(line)\nauthor B <b@x> 2 +0000\ncommitter C <c@x> 3 +0000\n\n\nm\n"
    let commit = try #require(CommitObject(Array(bytes.utf8)))
    #expect(commit.author == author)
    #expect(commit.committer.name == "C" && commit.committer.time == 3)
    #expect(commit.message == "m\n" && commit.parents == [] && commit.tree.hex == tree)
  }

  @Test("a commit that libgit2 cannot read is read, and gets a child")
  func unreadableAuthor() throws {
    let test = try TestRepository()
    let parent = try test.commit(["a.md": "a\n"])
    let repository = try test.open()
    let tree = try repository.commit(parent).tree
    let text =
      "tree \(tree)\nparent \(parent)\nauthor B 1700000000 +0000\ncommitter B <b@x> 1700000000 +0000\n\nm\n"
    let made = try GitProgram.run(
      ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], in: test.path,
      stdin: Array(text.utf8))
    let id = try #require(ObjectID(hex: String(decoding: made.dropLast(), as: UTF8.self)))
    #expect(try repository.commit(id).parents == [parent])
    let person = Person(name: "A", email: "a@b", time: 1, offsetMinutes: 0)
    let child = try repository.writeCommit(
      tree: tree, parents: [id], author: person, committer: person, message: "child")
    #expect(try repository.mergeBases(child, parent) == [parent])
    #expect(try test.git("rev-parse", "\(child)~2") == parent.hex)
  }
}
