import Foundation
import TestSupport
import Testing

@testable import VaultSync

@Suite("Remotes in a folder of this machine")
struct FileRemoteTests {
  /// Addresses of one folder in every form.
  private static let forms: [@Sendable (String) -> String] = [
    { $0 }, { "file://" + $0 }, { "file://localhost" + $0 },
    { "../" + $0.split(separator: "/").suffix(2).joined(separator: "/") },
  ]

  @Test("a push arrives, and a fetch brings it to another repository", arguments: forms)
  func roundTrip(form: @Sendable (String) -> String) throws {
    let bare = try BareRepository(named: "o'n `touch x` $(touch y) é.git")
    let ours = try TestRepository()
    try ours.addRemote(form(bare.path))
    let commit = try ours.commit(["a.md": "one\n"])

    let empty = try ours.remote().fetch(branch: "main")
    #expect(empty.isEmpty && empty.defaultBranch == nil && empty.branch == nil)

    let pushed = try ours.remote().push("refs/heads/main", to: "refs/heads/main")
    #expect(!pushed.ranWithoutGit)
    #expect(try bare.id("refs/heads/main") == commit)
    #expect(try ours.id("refs/remotes/origin/main") == commit)

    let theirs = try TestRepository()
    try theirs.addRemote(form(bare.path))
    let fetched = try theirs.remote().fetch(branch: "main")
    #expect(fetched.branch == commit && fetched.defaultBranch == "refs/heads/main")
    #expect(try theirs.id("refs/remotes/origin/main") == commit)
    #expect(try theirs.texts(inTree: "origin/main") == ["a.md": "one\n"])
    #expect(try theirs.fsck() == "")
  }

  @Test("a fetch without a branch takes all that the settings name")
  func allBranches() throws {
    let bare = try BareRepository()
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    let commit = try ours.commit(["a.md": "one\n"])
    try ours.git("push", "-q", "origin", "main:main", "main:side", "main:refs/tags/t")

    let theirs = try TestRepository()
    try theirs.addRemote(bare.path)
    let fetched = try theirs.remote().fetch()
    #expect(
      Set(fetched.references.all.map(\.name)) == [
        "refs/heads/main", "refs/heads/side", "refs/tags/t",
      ])
    #expect(try theirs.id("refs/remotes/origin/side") == commit)
    #expect(try theirs.git("tag") == "")
    #expect(try theirs.remote().fetch(branch: "gone").branch == nil)
  }

  @Test("a hook that refuses is quoted, and nothing has moved")
  func refused() throws {
    let bare = try BareRepository()
    try bare.setHook("pre-receive", "echo 'only on sundays' >&2\necho and quietly\nexit 1\n")
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    try ours.commit(["a.md": "one\n"])

    let remote = try ours.remote()
    let error = transportError { () throws(TransportError) in
      try remote.push("refs/heads/main", to: "refs/heads/main")
    }
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
    let bare = try BareRepository()
    try bare.setHook(
      "post-receive", "head -c 300000 /dev/zero | tr '\\0' x\necho\necho done > \(bare.path)/done\n"
    )
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    try ours.commit(["a.md": "one\n"])
    _ = try ours.remote().push("refs/heads/main", to: "refs/heads/main")
    #expect(FileManager.default.fileExists(atPath: bare.path + "/done"))
  }

  @Test("a remote that has moved is told apart from one that refuses", arguments: [true, false])
  func moved(isKnown: Bool) throws {
    let bare = try BareRepository()
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    try ours.commit(["a.md": "one\n"])
    _ = try ours.remote().push("refs/heads/main", to: "refs/heads/main")
    let other = try TestRepository()
    try other.addRemote(bare.path)
    try other.git("pull", "-q", "origin", "main")
    let theirs = try other.commit(["b.md": "two\n"], "theirs")
    _ = try other.remote().push("refs/heads/main", to: "refs/heads/main")

    if isKnown { _ = try ours.remote().fetch() }
    try ours.commit(["c.md": "three\n"], "mine")
    let remote = try ours.remote()
    #expect(
      transportError { () throws(TransportError) in
        try remote.push("refs/heads/main", to: "refs/heads/main")
      } == .moved)
    #expect(try bare.id("refs/heads/main") == theirs)
  }

  @Test("without the git program libgit2 does it itself, and says so")
  func withoutGit() throws {
    let bare = try BareRepository()
    try bare.setHook("pre-receive", "exit 1\n")
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    let commit = try ours.commit(["a.md": "one\n"])
    let alone = try ours.remote { $0.environment["PATH"] = "/nonexistent" }
    #expect(try alone.fetch(branch: "main").isEmpty)
    #expect(try alone.push("refs/heads/main", to: "refs/heads/main").ranWithoutGit)
    #expect(try bare.id("refs/heads/main") == commit)
    let fetched = try alone.fetch(branch: "main")
    #expect(fetched.branch == commit && fetched.ranWithoutGit)
  }

  @Test("what is no repository is told", arguments: [true, false])
  func noRepository(hasFolder: Bool) throws {
    let folder = try TemporaryFolder()
    let ours = try TestRepository()
    try ours.addRemote(folder.path(hasFolder ? "" : "missing"))
    for path in [GitProgram.settings["PATH"], "/nonexistent"] {
      let remote = try ours.remote { $0.environment["PATH"] = path }
      let error = transportError { () throws(TransportError) in try remote.fetch() }
      #expect(error?.kind == "notARepository", "\(error as Any)")
    }
  }

  @Test("a fetch that is cancelled moves nothing", arguments: ["connecting", "receiving"])
  func cancelled(phase: String) throws {
    let bare = try BareRepository()
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    let files = (0..<200).map { ("\($0).md", Optional("text \($0)\n")) }
    let commit = try ours.commit(Dictionary(uniqueKeysWithValues: files))
    try ours.git("push", "-q", "origin", "main")
    let theirs = try TestRepository()
    try theirs.addRemote(bare.path)
    let remote = try theirs.remote()
    #expect(
      transportError { () throws(TransportError) in
        try remote.fetch(branch: "main") { "\($0.phase)" != phase }
      } == .cancelled)
    #expect(try theirs.git("for-each-ref") == "")
    #expect(try remote.fetch(branch: "main").branch == commit)
  }

  @Test("progress counts what comes and goes")
  func progress() throws {
    let bare = try BareRepository()
    let ours = try TestRepository()
    try ours.addRemote(bare.path)
    try ours.commit(["a.md": "one\n", "b.md": "two\n"])
    let seen = Seen()
    _ = try ours.remote().push("refs/heads/main", to: "refs/heads/main") { seen.add($0) }
    #expect(seen.last(.sending)?.done == 4 && seen.last(.sending)?.total == 4)
    #expect((seen.last(.sending)?.bytes ?? 0) > 0)
    let theirs = try TestRepository()
    try theirs.addRemote(bare.path)
    _ = try theirs.remote().fetch { seen.add($0) }
    #expect(seen.last(.receiving)?.done == 4 && seen.last(.receiving)?.total == 4)
    #expect((seen.last(.receiving)?.bytes ?? 0) > 0)
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
