import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Git
@testable import VaultSync

@Suite("Git's index, changed")
struct IndexUpdateTests {
  /// The change that records a file of the work tree as it is.
  private func recording(
    _ name: String, _ test: TestRepository, _ repository: Repository
  ) throws -> IndexChange {
    let id = try repository.writeBlob(test.folder.read(name))
    let status = try test.status(of: name)
    return IndexChange(
      path: path(name), entry: TreeEntry(id: id, mode: FileMode(status) ?? .file),
      status: status)
  }

  /// What git says without looking into files that seem unchanged.
  private func isClean(_ test: TestRepository) throws -> Bool {
    let files = try GitProgram.attempt(["diff-files", "--quiet"], in: test.path)
    return try files.status == 0 && test.git("status", "--porcelain") == ""
  }

  @Test("after a change git sees nothing to do", arguments: ["2", "4"])
  func clean(version: String) throws {
    let test = try TestRepository(["a.md": "1", "b/c.md": "2", "gone.md": "3", "same.md": "4"])
    try test.git("update-index", "--index-version", version)
    let repository = try test.open()
    try test.write(["a.md": "changed", "b/new.md": "new"])
    #expect(chmod(test.folder.path("b/new.md"), 0o755) == 0)
    try test.remove("gone.md")
    let changes = [
      try recording("a.md", test, repository), try recording("b/new.md", test, repository),
      IndexChange(path: path("gone.md"), entry: nil),
    ]
    try repository.updateIndex(changes)
    #expect(try test.git("diff-files") == "")
    #expect(try test.git("diff", "--cached", "--name-status") == "M\ta.md\nA\tb/new.md\nD\tgone.md")
    let tree = try repository.writeTree(
      test.id("HEAD^{tree}"),
      applying: Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.entry) }))
    #expect(tree.hex == (try test.git("write-tree")))
    let signature = Signature(name: "A", email: "a@b", time: 1, offsetMinutes: 0)
    let commit = try repository.writeCommit(
      tree: tree, parents: [test.id("HEAD")], author: signature, committer: signature, message: "m")
    try repository.setReference(
      "refs/heads/main", to: commit, expecting: test.id("HEAD"), log: "m")
    #expect(try isClean(test))
    #expect(try test.fsck() == "")
    #expect(try "\(repository.readIndex().version)" == version)
    #expect(
      !test.folder.contents().contains { $0.hasPrefix(".git/tl-") || $0.hasSuffix(".lock") })
  }

  @Test("git need not read files whose status was given, and reads those without")
  func statusIsKept() throws {
    let (test, repository) = try TestRepository.opened()
    try test.write(["known.md": "1", "unknown.md": "1"])
    var unknown = try recording("unknown.md", test, repository)
    unknown.status = nil
    try repository.updateIndex([try recording("known.md", test, repository), unknown])
    let index = try repository.readIndex()
    let known = try #require(index.entry(at: path("known.md")))
    #expect(known.agrees(with: try test.status(of: "known.md")))
    #expect(index.entry(at: path("unknown.md"))?.size == 0)
    // As git itself would fill it in.
    let before = try test.git("ls-files", "--debug", "known.md")
    try test.git("update-index", "--refresh")
    #expect(try test.git("ls-files", "--debug", "known.md") == before)
    #expect(try test.git("diff-files") == "")
  }

  @Test("what others have staged stays")
  func others() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1", "b.md": "1", "c.md": "1"])
    _ = try repository.readIndex()
    try test.write(["b.md": "staged", "new.md": "new"])
    try test.git("add", "b.md", "new.md")
    try test.git("rm", "-q", "c.md")
    try test.folder.write("2", to: "a.md")
    try repository.updateIndex([try recording("a.md", test, repository)])
    #expect(
      try test.git("diff", "--cached", "--name-status") == "M\ta.md\nM\tb.md\nD\tc.md\nA\tnew.md")
  }

  @Test("an entry takes the place of a conflict, of a file above it, and of what is below it")
  func replacing() throws {
    let (test, repository) = try TestRepository.opened()
    let blob = try repository.writeBlob([1])
    let lines = [
      "100644 \(blob) 1\tconflict", "100644 \(blob) 2\tconflict", "100644 \(blob) 3\tconflict",
      "100644 \(blob) 1\tgone", "100644 \(blob) 2\tgone",
      "100644 \(blob) 0\tfile", "100644 \(blob) 0\tx/y", "100644 \(blob) 2\tfolder/c",
      "100644 \(blob) 0\tfolder/a", "100644 \(blob) 0\tfolder/b/c",
    ].map { $0 + "\0" }.joined()
    try GitProgram.run(
      ["update-index", "-z", "--index-info"], in: test.path, stdin: Array(lines.utf8))
    let entry = TreeEntry(id: blob)
    try repository.updateIndex([
      IndexChange(path: path("conflict"), entry: entry),
      IndexChange(path: path("gone"), entry: nil),
      IndexChange(path: path("file/below"), entry: entry),
      IndexChange(path: path("folder"), entry: entry),
      IndexChange(path: path("x/y/z"), entry: entry),
      IndexChange(path: path("never/there"), entry: nil),
    ])
    let listed = try test.git("ls-files", "--format=%(stage) %(path)")
    #expect(
      listed
        == "0 conflict\n0 file/below\n0 folder\n0 x/y/z")
  }

  @Test("a lock of another program is respected, and nothing changes")
  func locked() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1"])
    let before = try test.folder.read(".git/index")
    try test.folder.write("", to: ".git/index.lock")
    let change = IndexChange(path: path("a.md"), entry: nil)
    let error = #expect(throws: GitError.self) { try repository.updateIndex([change]) }
    #expect(error?.code == .locked)
    #expect(try test.folder.read(".git/index") == before)
    #expect(try !repository.removeAbandonedIndexLock())
    #expect(test.folder.exists(".git/index.lock"))
  }

  @Test("a change that fails leaves the index and no lock")
  func failure() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1"])
    let before = try test.folder.read(".git/index")
    let entry = TreeEntry(id: try test.id("HEAD:a.md"))
    #expect(throws: GitError.self) {
      try repository.updateIndex([
        IndexChange(path: path("b.md"), entry: entry),
        IndexChange(path: path(".git/config"), entry: entry),
      ])
    }
    #expect(try test.folder.read(".git/index") == before)
    #expect(!test.folder.contents().contains { $0.hasPrefix(".git/tl-") || $0.hasSuffix(".lock") })
  }

  @Test("what a tl left that was ended in the middle is cleared away")
  func abandoned() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1"])
    _ = try IndexLock(in: repository.gitFolder)
    try test.folder.write("half", to: ".git/tl-index")
    #expect(throws: GitError.self) { try IndexLock(in: repository.gitFolder) }
    #expect(try repository.removeAbandonedIndexLock())
    #expect(try !repository.removeAbandonedIndexLock())
    #expect(!test.folder.contents().contains { $0.hasPrefix(".git/tl-") || $0.hasSuffix(".lock") })
    #expect(try isClean(test))
  }

  @Test(
    "a file that changed within the tick of the clock in which the index was written is looked into"
  )
  func unproven() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1", "b.md": "1"])
    // As if the index had been written in the tick in which the files were.
    let time = [
      timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
    ]
    for name in ["a.md", "b.md"] { #expect(utimes(test.folder.path(name), time) == 0) }
    try test.git("update-index", "--refresh")
    #expect(utimes(test.folder.path(".git/index"), time) == 0)
    // Neither the size nor the time tells.
    let file = try #require(fopen(test.folder.path("a.md"), "r+"))
    fputs("2", file)
    fclose(file)
    #expect(utimes(test.folder.path("a.md"), time) == 0)
    var entry = try #require(repository.readIndex().entry(at: path("a.md")))
    entry.changed = try test.status(of: "a.md").changed
    try repository.updateIndex([IndexChange(path: path("c.md"), entry: entry.treeEntry)])
    let index = try repository.readIndex()
    let changed = try #require(index.entry(at: path("a.md")))
    #expect(changed.size == 0)
    #expect(!changed.agrees(with: try test.status(of: "a.md")))
    #expect(index.entry(at: path("b.md"))?.size == 1)
    #expect(try test.git("status", "--porcelain").contains("M a.md"))
  }

  @Test("an entry marked to be looked into is not that of a file which became empty")
  func emptied() throws {
    let test = try TestRepository()
    try test.folder.write("", to: "a.md")
    let repository = try test.open()
    let status = try test.status(of: "a.md")
    let id = try repository.writeBlob([1])
    try repository.updateIndex([
      IndexChange(path: path("a.md"), entry: TreeEntry(id: id), status: status)
    ])
    let entry = try #require(repository.readIndex().entry(at: path("a.md")))
    #expect(entry.size == 0 && !entry.agrees(with: status))
  }

  @Test("folders that make a commit's trees are remembered, in new indexes and changed ones")
  func rememberedTrees() throws {
    let test = try TestRepository()
    try test.commit(["a.md": "1", "x/b.md": "1", "x/y/c.md": "1", "x.md": "1", "z/d.md": "1"])
    let repository = try test.open()
    let entries = try test.git("ls-tree", "-r", "--name-only", "HEAD").split(separator: "\n").map {
      IndexChange(
        path: path("\($0)"), entry: TreeEntry(id: try test.id("HEAD:\($0)")))
    }
    let tree = try test.id("HEAD^{tree}")
    try FileManager.default.removeItem(atPath: test.folder.path(".git/index"))
    try repository.updateIndex(entries, agreeingWith: tree)
    func remembered() throws -> [String] {
      try #require(CachedTree(of: repository.readIndex())).folders.map {
        "\(String(decoding: $0.name, as: UTF8.self)) \($0.id == nil ? -1 : $0.count)"
      }
    }
    #expect(try remembered() == [" 5", "x 2", "y 1", "z 1"])
    #expect(try test.fsck() == "")
    // Git writes the same tree from what it finds remembered.
    #expect(try test.git("write-tree") == tree.hex)
    let other = try repository.writeBlob([7])
    let change = IndexChange(path: path("x/y/c.md"), entry: TreeEntry(id: other))
    try repository.updateIndex([change], agreeingWith: tree)
    #expect(try remembered() == [" -1", "x -1", "y -1", "z 1"])
    let next = try repository.writeTree(tree, applying: [change.path: change.entry])
    try repository.updateIndex([change], agreeingWith: next)
    #expect(try remembered() == [" 5", "x 2", "y 1", "z 1"])
    #expect(try test.git("write-tree") == next.hex)
    try repository.updateIndex([IndexChange(path: path("z/new.md"), entry: TreeEntry(id: other))])
    #expect(try remembered() == [" -1", "x 2", "y 1", "z -1"])
    #expect(try test.git("write-tree") != next.hex)
    try repository.updateIndex(
      [IndexChange(path: path("x"), entry: TreeEntry(id: other))], agreeingWith: next)
    #expect(try test.git("ls-files") == "a.md\nx\nx.md\nz/d.md\nz/new.md")
    // Git found out about z when it wrote the tree.
    #expect(try remembered() == [" -1", "z 2"])
    #expect(try test.fsck() == "")
  }

  @Test("two changes that make a file and a folder of one name are refused")
  func fileAndFolder() throws {
    let (test, repository) = try TestRepository.opened()
    let entry = TreeEntry(id: try repository.writeBlob([1]))
    let error = #expect(throws: GitError.self) {
      try repository.updateIndex(
        ["a", "a.b", "a/b/c"].map { IndexChange(path: path($0), entry: entry) })
    }
    #expect(error?.code == .pathConflict)
    #expect(!test.folder.contents().contains { $0.hasPrefix(".git/tl-") || $0.hasSuffix(".lock") })
  }

  @Test("a file that is not meant to be in the work tree stays so when its content changes")
  func skipped() throws {
    let test = try TestRepository(["a.md": "1"])
    try test.git("update-index", "--skip-worktree", "a.md")
    let repository = try test.open()
    let id = try repository.writeBlob([2])
    try repository.updateIndex([IndexChange(path: path("a.md"), entry: TreeEntry(id: id))])
    let entry = try #require(repository.readIndex().entry(at: path("a.md")))
    #expect(entry.skipsWorktree && entry.id == id)
    try repository.updateIndex([try recording("a.md", test, repository)])
    #expect(try repository.readIndex().entry(at: path("a.md"))?.skipsWorktree == false)
  }
}
