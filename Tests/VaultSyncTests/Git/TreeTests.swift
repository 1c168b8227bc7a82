import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("Trees")
struct TreeTests {
  @Test("a folder that is equal on both sides is not read")
  func equalFolders() throws {
    let test = try TestRepository()
    let old = try test.commit(["same/x": "1", "a.md": "1"])
    let folder = try test.id("HEAD:same").hex
    let new = try test.commit(["a.md": "2"])
    try test.git("rev-parse", "HEAD")
    let repository = try test.open()
    let (from, to) = (try repository.commit(old).tree, try repository.commit(new).tree)
    try test.removeObject(folder)
    #expect(try repository.changes(from: from, to: to).map(\.path.text) == ["a.md"])
    #expect(throws: GitError.self) { try repository.changes(from: nil, to: to) }
  }

  @Test("links, submodules and modes are told")
  func kinds() throws {
    let test = try TestRepository()
    let commit = try test.commit(["a.md": "1", "run": "2"])
    try test.git("update-index", "--chmod=+x", "run")
    try test.git("update-index", "--add", "--cacheinfo", "160000,\(commit),module")
    let blob = try test.git("hash-object", "a.md")
    try test.git("update-index", "--add", "--cacheinfo", "120000,\(blob),link")
    let tree = try #require(ObjectID(hex: test.git("write-tree")))
    var modes: [String: FileMode] = [:]
    try test.open().forEachFile(inTree: tree) { modes[$0.text] = $1.mode }
    #expect(modes == ["a.md": .file, "run": .executable, "module": .submodule, "link": .link])
  }

  @Test("entries and names are found by path")
  func lookup() throws {
    let test = try TestRepository(["a/b/c.md": "1", "a.md": "2", "a/é.md": "3"])
    let tree = try test.id("HEAD^{tree}")
    let repository = try test.open()
    #expect(
      try repository.entry(at: path("a/b/c.md"), inTree: tree)?.id == test.id("HEAD:a/b/c.md"))
    #expect(try repository.entry(at: path("a/b"), inTree: tree) == nil)
    #expect(try repository.entry(at: path("a.md/b"), inTree: tree) == nil)
    #expect(try repository.entry(at: path("a/x"), inTree: tree) == nil)
    #expect(try repository.entry(at: path("a"), inTree: nil) == nil)
    #expect(try repository.folderID(path("a/b"), inTree: tree) == test.id("HEAD:a/b"))
    let names = try repository.names(in: path("a"), tree: tree)
    #expect(names.map { String(decoding: $0.name, as: UTF8.self) } == ["b", "é.md"])
    #expect(names.map(\.isFolder) == [true, false])
    #expect(try repository.names(in: nil, tree: tree).count == 2)
    #expect(try repository.names(in: path("none"), tree: tree).isEmpty)
  }

  @Test("a tree with changes is the one that git makes")
  func writing() throws {
    let test = try TestRepository(["a/b.md": "1", "a.md": "2", "c/d/e.md": "3", "same/x": "4"])
    let before = try test.id("HEAD^{tree}")
    let repository = try test.open()
    let blob = try repository.writeBlob(Array("new".utf8))
    let written = try repository.writeTree(
      before,
      applying: [
        path("a/b.md"): TreeEntry?.none, path("a"): TreeEntry(id: blob),
        path("c/d/e.md"): TreeEntry?.none, path("c/d"): TreeEntry(id: blob),
        path("n/e/w.md"): TreeEntry(id: blob, mode: .executable),
      ])
    try test.commit(["a/b.md": nil, "a": "new", "c/d/e.md": nil, "c/d": "new", "n/e/w.md": "new"])
    try test.git("update-index", "--chmod=+x", "n/e/w.md")
    #expect(written.hex == (try test.git("write-tree")))
    #expect(try test.fsck() == "")
  }

  @Test("emptied folders go, up to the root, and removing what is not there changes nothing")
  func emptied() throws {
    let test = try TestRepository(["a/b/c/d.md": "1", "x.md": "2"])
    let tree = try test.id("HEAD^{tree}")
    let repository = try test.open()
    let nothing = TreeEntry?.none
    let less = try repository.writeTree(tree, applying: [path("a/b/c/d.md"): nothing])
    #expect(try test.files(inTree: less.hex).keys.sorted() == ["x.md"])
    #expect(try repository.names(in: nil, tree: less).count == 1)
    let empty = try repository.writeTree(less, applying: [path("x.md"): nothing])
    #expect(empty.hex == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
    #expect(
      try repository.writeTree(
        tree,
        applying: [path("no/such"): nothing, path("x.md/y"): nothing, path("a/b"): nothing])
        == tree)
  }

  @Test(
    "a file gives way to a folder only when it is removed, and a folder to a file when it is empty")
  func conflicts() throws {
    let test = try TestRepository(["file": "1", "folder/a": "2", "folder/b": "3"])
    let tree = try test.id("HEAD^{tree}")
    let repository = try test.open()
    let entry = TreeEntry(id: try repository.writeBlob([1]))
    let nothing = TreeEntry?.none
    let refused: [[VaultPath: TreeEntry?]] = [
      [path("file/below"): entry],
      [path("folder"): entry],
      [path("folder"): entry, path("folder/a"): nothing],
      [path("folder"): entry, path("folder/c/d"): entry],
      [path("new"): entry, path("new/below"): entry],
    ]
    for changes in refused {
      let error = #expect(throws: GitError.self) {
        try repository.writeTree(tree, applying: changes)
      }
      #expect(error?.code == .pathConflict)
    }
    let swapped = try repository.writeTree(
      tree,
      applying: [
        path("file"): nothing, path("file/below"): entry, path("folder"): entry,
        path("folder/a"): nothing, path("folder/b"): nothing,
      ])
    #expect(try test.files(inTree: swapped.hex).keys.sorted() == ["file/below", "folder"])
  }

  @Test("names that are git's own, and objects that are not there, are refused")
  func refusedEntries() throws {
    let test = try TestRepository(["a": "1"])
    let tree = try test.id("HEAD^{tree}")
    let repository = try test.open()
    let entry = TreeEntry(id: try repository.writeBlob([1]))
    for name in [".git/config", "a.d/.GIT", "x/.git"] {
      #expect(throws: GitError.self) {
        try repository.writeTree(tree, applying: [#require(VaultPath(name)): entry])
      }
    }
    let missing = TreeEntry(id: try #require(ObjectID(hex: String(repeating: "1", count: 40))))
    #expect(throws: GitError.self) {
      try repository.writeTree(tree, applying: [path("b"): missing])
    }
  }

  @Test("bytes that are not UTF-8 are a name like any other")
  func bytes() throws {
    let (test, repository) = try TestRepository.opened()
    let odd = try #require(VaultPath([0xFF, UInt8(ascii: "/"), 0xC3, 0x28]))
    let entry = TreeEntry(id: try repository.writeBlob([1]))
    let tree = try repository.writeTree(nil, applying: [odd: entry])
    #expect(try repository.changes(from: nil, to: tree).map(\.path) == [odd])
    #expect(try repository.entry(at: odd, inTree: tree) == entry)
    let listed = try GitProgram.run(
      ["ls-tree", "-r", "-z", "--name-only", tree.hex], in: test.path)
    #expect(listed == odd.bytes + [0])
  }
}
