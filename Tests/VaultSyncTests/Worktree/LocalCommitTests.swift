import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

@Suite("The commit of what a folder holds")
struct LocalCommitTests {
  @Test("the first commit of a new repository, and the one after it")
  func first() throws {
    let repository = try TestRepository.vault()
    try repository.write(["2026/a.md": "# Kitchen\n", "2026/a.media/p.jpg": "x"])
    let first = try repository.sync()
    #expect(first.summary == ["+ 2026/a.md", "+ 2026/a.media/p.jpg"])
    #expect(try repository.porcelain == "")
    #expect(try repository.id("main") == first.commit)
    try repository.folder.write("# Kitchen\nmore\n", to: "2026/a.md")
    #expect(try repository.sync().summary == ["~ 2026/a.md"])
    #expect(
      try repository.git("log", "--format=%an %at %cn") == "Ada 1700000000 Ada\nAda 1700000000 Ada")
    #expect(try repository.porcelain == "")
    #expect(try repository.fsck() == "")
    #expect(try repository.sync().commit == nil)
  }

  @Test("the message does not name the media of a note that is or was sealed")
  func sealedMedia() throws {
    let repository = try TestRepository.vault([
      "letter.md": "---\nopen_after: 2043-05-17\n---\nsecret\n"
    ])
    try repository.folder.write("x", to: "letter.media/the surprise.jpg")
    try repository.folder.write("x", to: "walk.media/oak.jpg")
    try repository.folder.write("# Walk\n", to: "walk.md")
    _ = try repository.sync()
    let added = try repository.git("log", "-1", "--format=%B")
    #expect(added.hasPrefix("1 note, 2 photos: Walk\n\n+ a file of a sealed note (letter.media)\n"))
    #expect(added.contains("+ walk.media/oak.jpg"))
    try repository.write(["letter.md": nil, "letter.media/the surprise.jpg": nil])
    _ = try repository.sync()
    let removed = try repository.git("log", "-1", "--format=%B")
    #expect(removed.contains("- a sealed note (letter.md)\n"))
    #expect(removed.contains("- a file of a sealed note (letter.media)\n"))
    #expect(!removed.contains("surprise"))
  }

  @Test("with the journal: the same, and nothing of it is left")
  func journal() throws {
    let repository = try TestRepository.vault(["a.md": "1", "b.md": "1"])
    try repository.write(["a.md": "2", "b.md": nil, "new/c.md": "3"])
    let report = try repository.sync()
    #expect(report.summary == ["~ a.md", "- b.md", "+ new/c.md"])
    #expect(try repository.id("main") == report.commit)
    #expect(try repository.porcelain == "")
    #expect(!repository.folder.exists(".tl/local/sync/journal"))
    try repository.write(["late.md": "late", ".tl/local/sync/journal": "unfinished"])
    #expect(throws: SyncError.other("an earlier sync was interrupted")) { try repository.sync() }
  }

  @Test("git's tree and tl's are the same, whatever changed")
  func sameTree() throws {
    let repository = try TestRepository.vault([
      "a.md": "x", "gone/b.md": "y", "file": "f", "x/y/z.md": "z", ".gitignore": "*.log\n",
    ])
    try repository.write([
      "a.md": "changed", "gone/b.md": nil, "file": nil, "file/inner.md": "inner", "x/a.log": "x",
    ])
    chmod(repository.folder.path("x/y/z.md"), 0o755)
    try repository.folder.write("", to: ".hidden/empty")
    let tree = try gitTree(of: repository)
    _ = try repository.sync()
    #expect(try repository.id("HEAD^{tree}") == tree)
    #expect(try repository.porcelain == "")
  }

  private func gitTree(of repository: TestRepository) throws -> ObjectID {
    let environment = ["GIT_INDEX_FILE": repository.folder.path(".git/other-index")]
    try repository.git(["read-tree", "HEAD"], environment: environment)
    try repository.git(["add", "-A"], environment: environment)
    let text = try repository.git(["write-tree"], environment: environment)
    return try #require(ObjectID(hex: text))
  }

  @Test("more files than are kept one by one go into a pack")
  func pack() throws {
    let repository = try TestRepository.vault()
    for number in 0..<1100 { try repository.folder.write("note \(number)\n", to: "n\(number).md") }
    let report = try repository.sync(limits: GateLimits(fileSize: 1000, syncSize: 1 << 20))
    #expect(report.changes.count == 1100)
    // The commit itself.
    #expect(try repository.git("count-objects").hasPrefix("1 objects"))
    #expect(try repository.porcelain == "")
    #expect(try repository.fsck() == "")
    let message = try repository.git("log", "-1", "--format=%B")
    #expect(message.split(separator: "\n").count == 203)
    #expect(message.contains("… and 900 more\n"))
  }

  @Test("however many threads read, the commit and what is told of it are the same")
  func threads() throws {
    let first = try TestRepository.vault([".gitattributes": "*.txt text\n"])
    for number in 0..<1300 {
      let name = "\(number % 23)/n\(number).\(["md", "txt", "jpg"][number % 3])"
      try first.folder.write("# Note \(number % 500)\r\n", to: name)
    }
    for number in [3, 900, 1200] {
      try first.folder.write(
        "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", to: "\(number % 23)/n\(number).md")
    }
    let second = try TestRepository(copying: first)
    let limits = GateLimits(fileSize: 1000, syncSize: 1 << 20)
    let preview = try first.sync(preview: true, limits: limits)
    let one = try first.sync(limits: limits, threads: 1)
    let many = try second.sync(limits: limits, threads: 5)
    #expect(one.commit == many.commit)
    #expect(one.changes == many.changes)
    #expect(one.changes == preview.changes)
    #expect(one.changes.count == 1297)
    #expect(one.held == many.held)
    #expect(one.held.count == 3)
    #expect(try first.git("rev-parse", "HEAD") == second.git("rev-parse", "HEAD"))
    #expect(try first.porcelain == second.porcelain)
    #expect(try second.fsck() == "")
    #expect(try first.git("cat-file", "blob", "HEAD:1/n1.txt") == "# Note 1")
  }

  @Test("a preview says the same and writes nothing")
  func preview() throws {
    let repository = try TestRepository.vault([
      "a.md": "---\nupdated: 2020-01-01T00:00:00Z\n---\nx\n"
    ])
    try repository.folder.write("---\nupdated: 2020-01-01T00:00:00Z\n---\ny\n", to: "a.md")
    try repository.folder.write([UInt8](repeating: 65, count: 2000), to: "big.jpg")
    let before = try repository.git("count-objects")
    let preview = try repository.sync(preview: true)
    #expect(preview.summary == ["~ a.md"])
    #expect(preview.held == ["big.jpg: largeFile(size: 2000, limit: 1000)"])
    #expect(preview.commit == nil)
    #expect(try repository.git("count-objects") == before)
    #expect(try repository.folder.readText("a.md").contains("2020-01-01"))
    let report = try repository.sync()
    #expect(report.summary == preview.summary && report.held == preview.held)
  }

  @Test("a note with git's marks of a merge is named and not committed, an example in code is")
  func markers() throws {
    let repository = try TestRepository.vault(["a.md": "one\n", "b.md": "one\n", "c.md": "one\n"])
    let marked = "x\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n"
    try repository.write([
      "a.md": marked, "b.md": "```\n\(marked)```\n", "c.md": "two\n", "code.txt": marked,
    ])
    let report = try repository.sync()
    #expect(report.held == ["a.md: conflictMarkers(line: 2)"])
    #expect(report.summary == ["~ b.md", "~ c.md", "+ code.txt"])
    #expect(try repository.committedTexts()["a.md"] == "one\n")
    #expect(try repository.porcelain == " M a.md")
  }

  @Test("a note that was renamed and cannot be committed stays under its old name")
  func renamedWithMarkers() throws {
    let repository = try TestRepository.vault([
      "a.md": "---\nid: one\n---\nx\n", "b.md": "plain\n", "other.md": "o\n",
    ])
    // Before the others go: the disk may give a new file the number of one that is gone.
    try repository.folder.write("---\nid: one\n---\n<<<<<<< HEAD\n>>>>>>> x\n", to: "new.md")
    try repository.remove("a.md")
    try repository.remove("b.md")
    let report = try repository.sync()
    #expect(
      report.held == ["a.md: waits on new.md", "new.md: conflictMarkers(line: 4)"])
    #expect(report.summary == ["- b.md"])
  }

  @Test("content that only the index has stops the commit, and so do unsettled merges")
  func refusals() throws {
    let repository = try TestRepository.vault(["a.md": "1\n"])
    try repository.folder.write("2\n", to: "a.md")
    try repository.git("add", "-A")
    try repository.folder.write("3\n", to: "a.md")
    #expect(throws: SyncError.refused(.stagedOnly([path("a.md")]))) { try repository.sync() }
    try repository.git("add", "-A")
    #expect(try repository.sync().summary == ["~ a.md"])
    try repository.git("checkout", "-q", "--detach")
    let head = try repository.id("HEAD")
    #expect(throws: SyncError.refused(.detachedHead(head))) { try repository.sync() }
  }

  @Test("what somebody staged is committed, links and announced files too")
  func staged() throws {
    let repository = try TestRepository.vault(["a.md": "1\n", "gone.md": "1\n"])
    symlink("a.md", repository.folder.path("link"))
    try repository.folder.write("n\n", to: "announced.md")
    try repository.git("add", "link")
    try repository.git("add", "-N", "announced.md")
    try repository.git("rm", "-q", "gone.md")
    #expect(try repository.sync().summary == ["+ announced.md", "- gone.md", "+ link"])
    #expect(try repository.porcelain == "")
    #expect(try repository.files(inTree: "HEAD")["link"]?.hasPrefix("120000") == true)
  }

  @Test("an index that contradicts the folder is brought in line where there is nothing to commit")
  func indexInLine() throws {
    let repository = try TestRepository.vault(["a.md": "1\n", "b.md": "1\n"])
    try repository.git("rm", "-q", "--cached", "a.md")
    #expect(try repository.sync().commit == nil)
    #expect(try repository.porcelain == "")
  }

  @Test("what another program adds to the index meanwhile stays there")
  func foreignAdd() throws {
    let repository = try TestRepository.vault(["a.md": "1\n"])
    try repository.folder.write("2\n", to: "a.md")
    let gate = Gatekeeper(answer: true)
    _ = try repository.sync(gate: gate, limits: GateLimits(fileSize: 1, syncSize: 1000)) { step in
      guard step == .journalWritten else { return }
      try repository.folder.write("late\n", to: "late.md")
      try repository.git("add", "late.md")
    }
    #expect(try repository.porcelain == "A  late.md")
  }

  @Test("a commit by another program in between is seen, and nothing is moved")
  func raced() throws {
    let repository = try TestRepository.vault(["a.md": "1\n"])
    try repository.folder.write("2\n", to: "a.md")
    #expect(throws: BranchMoved.self) {
      try repository.sync { step in
        guard step == .journalWritten else { return }
        try repository.git("commit", "-q", "--allow-empty", "-m", "theirs")
      }
    }
    #expect(try repository.git("log", "-1", "--format=%s") == "theirs")
    #expect(try repository.sync().summary == ["~ a.md"])
  }

  @Test("files that vanish, change or become links between the look and the reading")
  func vanishing() throws {
    let repository = try TestRepository.vault(["a.md": "1\n", "b.md": "1\n", "c.md": "1\n"])
    for name in ["a.md", "b.md", "c.md"] { try repository.folder.write("2\n", to: name) }
    try repository.folder.write([UInt8](repeating: 65, count: 2000), to: "big.jpg")
    let commit = try repository.localCommit(threads: 1)
    let observed = try commit.observe()
    let plan = try commit.planner.plan(observed, [:])
    unlink(repository.folder.path("a.md"))
    _ = try repository.folder.write("3\n", to: "b.md")
    unlink(repository.folder.path("c.md"))
    symlink("/etc/passwd", repository.folder.path("c.md"))
    let report = try commit.run(plan, observed)
    #expect(report.summary == ["~ b.md"])
    #expect(report.held == ["big.jpg: largeFile(size: 2000, limit: 1000)", "c.md: link"])
    #expect(try repository.committedTexts() == ["a.md": "1\n", "b.md": "3\n", "c.md": "1\n"])
    #expect(try repository.changes() == ["- a.md", "+ big.jpg"])
  }

  @Test("an entry of a file that just changed is left for git to check")
  func unsettled() throws {
    let repository = try TestRepository.vault(["a.md": "1\n"])
    try repository.folder.write("2\n", to: "a.md")
    let now = try repository.status(of: "a.md").changed.seconds
    _ = try repository.sync(now: now)
    #expect(try repository.porcelain == "")
    let entry = try #require(try repository.open().readIndex().entry(at: path("a.md")))
    #expect(entry.size == 0)
    #expect(try repository.scan().isEmpty)
  }

  @Test("line ends are git's where attributes say so; what needs a program is named")
  func attributes() throws {
    let repository = try TestRepository.vault([
      ".gitattributes": "*.txt text\n*.psd filter=lfs\n*.utf working-tree-encoding=UTF-16\n",
      "old.psd": "pointer",
    ])
    try repository.write([
      "a.txt": "a\r\nb\r\n", "new.psd": "raw", "old.psd": "changed", "b.utf": "x",
    ])
    let report = try repository.sync()
    #expect(report.summary == ["+ a.txt"])
    #expect(
      report.held == [
        "b.utf: needsGit(\"UTF-16\")", "new.psd: needsGit(\"lfs\")", "old.psd: needsGit(\"lfs\")",
      ])
    #expect(try repository.committedTexts()["a.txt"] == "a\nb\n")
    #expect(try repository.scan().changes.isEmpty)
  }

  @Test("new attributes in the folder count before git knows them")
  func newAttributes() throws {
    let repository = try TestRepository.vault(["a.md": "x"])
    try repository.write([".gitattributes": "*.psd filter=lfs\n", "new.psd": "raw"])
    let report = try repository.sync()
    #expect(report.summary == ["+ .gitattributes"])
    #expect(report.held == ["new.psd: needsGit(\"lfs\")"])
  }

  @Test("names that some devices refuse or take for others are told, old ones are not told again")
  func names() throws {
    let repository = try TestRepository.vault(["Sub/a.md": "x", "Sub/con.md": "x"])
    for name in ["sub/b.md", "Sub/A.md", "Sub/what?.md", "caf\u{65}\u{301}.md", "caf\u{E9}.md"] {
      try repository.folder.write("y", to: name)
    }
    let findings = try repository.sync().findings.map(\.summary)
    #expect(findings.count == 4)
    #expect(findings.contains("Sub/A.md clashes with Sub/a.md"))
    #expect(findings.contains { $0.hasPrefix("Sub/what?.md refused") })
    #expect(findings.contains("sub clashes with Sub"))
    #expect(findings.contains { $0.hasPrefix("caf\u{E9}.md clashes") })
  }
}
