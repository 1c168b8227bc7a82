import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Remotes in a folder of this machine")
struct FileRemoteTests {
  private let bare: BareRepository
  /// Has the other one as its remote, and no commit.
  private let ours: TestRepository

  init() throws {
    bare = try BareRepository()
    ours = try TestRepository(remote: bare.path)
  }

  /// Addresses of one folder in every form.
  private static let forms: [@Sendable (String) -> String] = [
    { $0 }, { "file://" + $0 }, { "file://localhost" + $0 },
    { "../" + $0.split(separator: "/").suffix(2).joined(separator: "/") },
  ]

  @Test("a push arrives, and a fetch brings it to another repository", arguments: forms)
  func roundTrip(form: @Sendable (String) -> String) throws {
    let bare = try BareRepository(named: "o'n `touch x` $(touch y) é.git")
    let ours = try TestRepository(remote: form(bare.path))
    let commit = try ours.commit(["a.md": "one\n"])

    let empty = try ours.remote().fetch(branch: "main")
    #expect(empty.isEmpty && empty.defaultBranch == nil && empty.branch == nil)

    let pushed = try ours.remote().push("refs/heads/main", to: "refs/heads/main")
    #expect(!pushed.ranWithoutGit)
    #expect(try bare.id("refs/heads/main") == commit)
    #expect(try ours.id("refs/remotes/origin/main") == commit)

    let theirs = try TestRepository(remote: form(bare.path))
    let fetched = try theirs.remote().fetch(branch: "main")
    #expect(fetched.branch == commit && fetched.defaultBranch == "refs/heads/main")
    #expect(try theirs.id("refs/remotes/origin/main") == commit)
    #expect(try theirs.texts(inTree: "origin/main") == ["a.md": "one\n"])
    #expect(try theirs.fsck() == "")
  }

  @Test("git does not remove the packs of a fetch before a reference has their commits")
  func keptPacks() throws {
    let commit = try ours.commit(["a.md": "one\n"])
    try ours.git("push", "-q", "origin", "main")
    let theirs = try TestRepository()
    func marks() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: theirs.folder.path(".git/objects/pack")
      ).filter { $0.hasSuffix(".keep") }
    }
    let packs = FetchedPacks(of: try theirs.open())
    try theirs.git(
      "-c", "fetch.unpackLimit=1", "fetch", "-q", "--no-write-fetch-head", bare.path, "main")
    packs.keep()
    try theirs.git("repack", "-adq")
    #expect(try theirs.git("cat-file", "-t", commit.hex) == "commit")
    packs.release()
    #expect(try marks() == [])
    packs.keep()
    _ = FetchedPacks(of: try theirs.open())
    #expect(try marks() == [], "of a fetch that was interrupted")
    try theirs.git("repack", "-adq")
    #expect(throws: (any Error).self) { try theirs.git("cat-file", "-t", commit.hex) }
    try theirs.addRemote(bare.path)
    #expect(try theirs.remote().fetch(branch: "main").tracking != nil)
    #expect(try marks() == [])
  }

  @Test("one branch is fetched, and no tag, whatever the settings name", arguments: [true, false])
  func oneBranch(hasGit: Bool) throws {
    let commit = try ours.commit(["a.md": "one\n"])
    try ours.git("push", "-q", "origin", "main:main", "main:side", "main:refs/tags/t")

    let theirs = try TestRepository(remote: bare.path)
    let remote = try theirs.remote(hasGit: hasGit)
    let fetched = try remote.fetch(branch: "side")
    #expect(
      Set(fetched.references.entries.map(\.name)) == [
        "refs/heads/main", "refs/heads/side", "refs/tags/t",
      ])
    #expect(fetched.branch == commit && fetched.tracking == "refs/remotes/origin/side")
    #expect(try theirs.git("for-each-ref", "--format=%(refname)") == "refs/remotes/origin/side")
    #expect(try remote.fetch(branch: "gone").branch == nil)
  }

  /// A repository at the one commit that ours has made and pushed.
  private func shared() throws -> TestRepository {
    try ours.commit(["a.md": "one\n"])
    try ours.git("push", "-q", "origin", "main")
    let theirs = try TestRepository()
    try theirs.git("pull", "-q", bare.path, "main")
    return theirs
  }

  @Test(
    "the branch that is checked out is not moved by a fetch, nor by a push, whatever the settings say",
    arguments: [
      ["+refs/heads/*:refs/heads/*"], ["+refs/*:refs/*"], [],
      ["^refs/heads/side", "+refs/heads/*:refs/heads/*"], ["+refs/heads/m*n:refs/heads/*"],
    ], [true, false])
  func refspecs(refspecs: [String], hasGit: Bool) throws {
    let theirs = try shared()
    let mine = try theirs.commit(["b.md": "two\n"])
    let other = try ours.commit(["a.md": "three\n"])
    try ours.git("push", "-q", "origin", "main")

    try theirs.addRemote(bare.path)
    try theirs.git("config", "--unset-all", "remote.origin.fetch")
    for line in refspecs { try theirs.git("config", "--add", "remote.origin.fetch", line) }
    try theirs.git("config", "remote.origin.mirror", "true")
    let remote = try theirs.remote(hasGit: hasGit)
    #expect(try remote.fetch(branch: "main").branch == other)
    #expect(try theirs.id("HEAD") == mine)
    #expect(try theirs.id("refs/remotes/origin/main") == other)
    try ours.git("push", "-q", "origin", "main:side")
    try theirs.git("reset", "-q", "--hard", other.hex)
    let pushed = try theirs.commit(["b.md": "two\n"])
    _ = try remote.push("refs/heads/main", to: "refs/heads/main", engine: .git(runsHooks: false))
    #expect(try bare.id("refs/heads/main") == pushed)
    #expect(try bare.id("refs/heads/side") == other, "a mirror would have it removed")
    #expect(try theirs.id("refs/remotes/origin/main") == pushed)
  }

  @Test(
    "what is known of branches that are gone does not stand in the way",
    arguments: [("draft", "draft/one"), ("draft/one/two", "draft")], [true, false])
  func inTheWay(names: (String, String), isPacked: Bool) throws {
    let commit = try ours.commit(["a.md": "one\n"])
    try ours.git("push", "-q", "origin", "main:\(names.0)")
    try ours.git("fetch", "-q")
    if isPacked { try ours.git("pack-refs", "--all") }
    try GitProgram.run(["branch", "-m", names.0, names.1], in: bare.path)
    let fetched = try ours.remote().fetch(branch: names.1)
    #expect(fetched.branch == commit && fetched.trackingError == nil)
    #expect(try ours.id("refs/remotes/origin/\(names.1)") == commit)
    #expect(
      try ours.git("for-each-ref", "--format=%(refname)").split(separator: "\n").map(String.init)
        == ["refs/heads/main", "refs/remotes/origin/\(names.1)"])
  }

  @Test("a remote's HEAD that leads to no branch does not stand in the way")
  func danglingHead() throws {
    let theirs = try shared()
    let commit = try theirs.commit(["b.md": "two\n"])
    try theirs.git("push", "-q", bare.path, "main")
    for remote in ["origin", "gone", "a/b"] {
      try ours.git("symbolic-ref", "refs/remotes/\(remote)/HEAD", "refs/remotes/\(remote)/master")
    }
    try ours.git("update-ref", "refs/remotes/kept/main", "HEAD")
    try ours.git("symbolic-ref", "refs/remotes/kept/HEAD", "refs/remotes/kept/main")
    try ours.git("update-ref", "-d", "refs/remotes/origin/main")
    #expect(try ours.remote().fetch(branch: "main").branch == commit)
    #expect(
      try ours.git("for-each-ref", "--format=%(refname)").split(separator: "\n").map(String.init)
        == [
          "refs/heads/main", "refs/remotes/kept/HEAD", "refs/remotes/kept/main",
          "refs/remotes/origin/main",
        ])
  }

  @Test("git pushes to the same place, wherever tl was started", arguments: forms)
  func pushByGit(form: @Sendable (String) -> String) throws {
    let ours = try TestRepository(remote: form(bare.path))
    let commit = try ours.commit(["a.md": "one\n"])
    _ = try ours.remote().push(
      "refs/heads/main", to: "refs/heads/main", engine: .git(runsHooks: true))
    #expect(try bare.id("refs/heads/main") == commit)
  }

  @Test(
    "of several addresses the first is fetched, and all are pushed to", arguments: [true, false])
  func severalAddresses(hasGit: Bool) throws {
    let bares = [try BareRepository(), try BareRepository()]
    let ours = try TestRepository(remote: bares[0].path)
    try ours.git("config", "--add", "remote.origin.url", bares[1].path)
    let commit = try ours.commit(["a.md": "one\n"])
    let remote = try ours.remote(hasGit: hasGit)
    _ = try remote.push("refs/heads/main", to: "refs/heads/main", engine: .git(runsHooks: false))
    for bare in bares { #expect(try bare.id("refs/heads/main") == commit) }
    try GitProgram.run(["update-ref", "-d", "refs/heads/main"], in: bares[1].path)
    #expect(try remote.fetch(branch: "main").branch == commit)
  }

  @Test("a hook that refuses is quoted, and nothing has moved")
  func refused() throws {
    try bare.setHook("pre-receive", "echo 'only on sundays' >&2\necho and quietly\nexit 1\n")
    try ours.commit(["a.md": "one\n"])

    let error = try ours.remote().pushError()
    guard case .refused(let reference, let reason, let message) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reference == "refs/heads/main" && reason == "pre-receive hook declined")
    #expect(message.contains("only on sundays") && message.contains("and quietly"))
    #expect(try bare.id("refs/heads/main") == nil)
    #expect(try ours.git("for-each-ref", "refs/remotes") == "")
  }

  @Test("hooks that take their time come to their end")
  func slowHook() throws {
    try bare.setHook(
      "post-receive", "head -c 300000 /dev/zero | tr '\\0' x\necho\necho done > \(bare.path)/done\n"
    )
    try ours.commit(["a.md": "one\n"])
    try ours.remote().pushMain()
    #expect(FileManager.default.fileExists(atPath: bare.path + "/done"))
  }

  @Test("a remote that has moved is told apart from one that refuses", arguments: [true, false])
  func moved(isKnown: Bool) throws {
    try ours.commit(["a.md": "one\n"])
    try ours.remote().pushMain()
    let other = try TestRepository(remote: bare.path)
    try other.git("pull", "-q", "origin", "main")
    let theirs = try other.commit(["b.md": "two\n"], "theirs")
    try other.remote().pushMain()

    if isKnown { _ = try ours.remote().fetch(branch: "main") }
    try ours.commit(["c.md": "three\n"], "mine")
    #expect(try ours.remote().pushError() == .moved)
    #expect(try bare.id("refs/heads/main") == theirs)
  }

  @Test("without the git program libgit2 does it itself, and says so")
  func withoutGit() throws {
    try bare.setHook("pre-receive", "exit 1\n")
    let commit = try ours.commit(["a.md": "one\n"])
    let alone = try ours.remote(hasGit: false)
    #expect(try alone.fetch(branch: "main").isEmpty)
    #expect(try alone.push("refs/heads/main", to: "refs/heads/main").ranWithoutGit)
    #expect(try bare.id("refs/heads/main") == commit)
    let fetched = try alone.fetch(branch: "main")
    #expect(fetched.branch == commit && fetched.ranWithoutGit)
  }

  @Test("what is no repository is told", arguments: [true, false])
  func noRepository(hasFolder: Bool) throws {
    let folder = try TemporaryFolder()
    let ours = try TestRepository(remote: folder.path(hasFolder ? "" : "missing"))
    for path in [GitProgram.settings["PATH"], "/nonexistent"] {
      let remote = try ours.remote { $0.environment["PATH"] = path }
      let error = remote.fetchError()
      #expect(error?.kind == "notARepository", "\(error as Any)")
    }
  }

  @Test(
    "a server that dies while it takes a push, or before it answers",
    arguments: [PushEngine.library, .git(runsHooks: false)])
  func killedServer(engine: PushEngine) throws {
    try bare.setHook("pre-receive", "kill -9 $PPID\n")
    let commit = try ours.commit(["a.md": "text\n"])
    let remote = try ours.remote()
    let error = transportError { () throws(TransportError) in
      try remote.push(commit, to: "refs/heads/main", engine: engine)
    }
    #expect(error?.kind == "interrupted", "\(error as Any)")
    #expect(try bare.id("refs/heads/main") == nil)
    try bare.setHook("pre-receive", "exit 0\n")
    _ = try remote.push(commit, to: "refs/heads/main", engine: engine)
    #expect(try bare.id("refs/heads/main") == commit)
  }

  @Test("a fetch that is cancelled moves nothing", arguments: ["connecting", "receiving"])
  func cancelled(phase: String) throws {
    let files = (0..<200).map { ("\($0).md", Optional("text \($0)\n")) }
    let commit = try ours.commit(Dictionary(uniqueKeysWithValues: files))
    try ours.git("push", "-q", "origin", "main")
    let theirs = try TestRepository(remote: bare.path)
    let remote = try theirs.remote()
    #expect(remote.fetchError { "\($0.phase)" != phase } == .cancelled)
    #expect(try theirs.git("for-each-ref") == "")
    #expect(try remote.fetch(branch: "main").branch == commit)
  }

  @Test("progress counts what comes and goes")
  func progress() throws {
    try ours.commit(["a.md": "one\n", "b.md": "two\n"])
    let seen = Seen()
    _ = try ours.remote().push("refs/heads/main", to: "refs/heads/main") { seen.add($0) }
    #expect(seen.last(.sending)?.done == 4 && seen.last(.sending)?.total == 4)
    let theirs = try TestRepository(remote: bare.path)
    _ = try theirs.remote().fetch(branch: "main") { seen.add($0) }
    #expect(seen.last(.receiving)?.done == 4 && seen.last(.receiving)?.total == 4)
  }
}

/// What was told of a transfer.
final class Seen {
  private var states: [TransferProgress] = []

  func add(_ state: TransferProgress) -> Bool {
    states.append(state)
    return true
  }

  func last(_ phase: TransferProgress.Phase) -> TransferProgress? {
    states.last { $0.phase == phase }
  }
}
