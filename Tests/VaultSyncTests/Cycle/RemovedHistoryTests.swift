import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// Somebody takes commits out of the remote's history, as with `git reset` and `git push --force`.
@Suite("History that was removed from the remote")
struct RemovedHistoryTests {
  private let devices: SyncDevices
  private var laptop: SyncDevice { devices["laptop"] }
  private var phone: SyncDevice { devices["phone"] }
  /// The commit that is removed.
  private let secret: String

  /// Both devices have the commit, and the laptop removes it from the remote.
  init() throws {
    devices = try SyncDevices(["laptop", "phone"], ["a.md": note("1", "", "a\n")])
    // Also a device that was never on before knows what it had at its last sync.
    try devices["phone"].sync()
    let laptop = devices["laptop"]
    try laptop.sync(writing: ["s.md": note("2", "", "secret\n")])
    try devices["phone"].sync()
    secret = try laptop.commit()
    try laptop.git("reset", "-q", "--hard", "HEAD~1")
    try laptop.git("push", "-q", "--force")
  }

  private func hasSecret(_ device: SyncDevice) throws -> Bool {
    try device.git("rev-list", "HEAD").contains(secret)
  }

  private func remoteHasSecret() throws -> Bool {
    try GitProgram.text(["rev-list", "main"], in: devices.remote).contains(secret)
  }

  private func expectRefusal() throws {
    let files = [try #require(VaultPath("s.md"))]
    #expect(
      refusal { try phone.sync() } == .removedHistory(RemovedHistory(commits: 1, files: files)))
  }

  @Test("without an answer nothing is received or sent, however often, also after a fetch by git")
  func asked() throws {
    phone["b.md"] = note("3", "", "b\n")
    try expectRefusal()
    try phone.git("fetch", "-q")
    try expectRefusal()
    #expect(refusal { try phone.sync(SyncCallbacks(answer: { _ in false })) } != nil)
    #expect(try !remoteHasSecret())
    #expect(phone["s.md"] != nil && phone["b.md"] != nil)
    #expect(try phone.git("ls-tree", "--name-only", "HEAD").contains("b.md"))
    #expect(try phone.damage() == [])
  }

  @Test("left out: what was made here since stays, and no history has the removed commit")
  func skipped() throws {
    phone.write(["b.md": note("3", "", "b\n"), "a.md": note("1", "", "a\nphone\n")])
    try laptop.sync(writing: ["a.md": note("1", "", "laptop\na\n")])
    try phone.sync { $0.removedHistory = .leaveOut }
    #expect(
      try phone.git("log", "-1", "--format=%s")
        == "Keep changes of this device after history was removed")
    try devices.settle()
    for device in devices.all {
      #expect(
        device.files() == [
          "a.md": note("1", "", "laptop\na\nphone\n"), "b.md": note("3", "", "b\n"),
        ])
      #expect(try !hasSecret(device))
      #expect(try device.damage() == [])
    }
    #expect(try !remoteHasSecret())
  }

  @Test("left out by an answer: the branch is the remote's, and undo brings the note back")
  func answered() throws {
    var asked: [RemovedHistory] = []
    let callbacks = SyncCallbacks(answer: {
      if case .follow(let history) = $0 { asked.append(history) }
      return true
    })
    try phone.sync(callbacks)
    #expect(asked.map(\.commits) == [1])
    #expect(try phone.commit() == laptop.commit())
    #expect(phone["s.md"] == nil)
    #expect(try phone.open().undo(SyncOptions(), .undoing()) != nil)
    #expect(phone["s.md"] == note("2", "", "secret\n"))
    #expect(try !remoteHasSecret())
  }

  @Test("an edit of what was removed is kept as a note, as for a deletion")
  func edited() throws {
    phone["s.md"] = note("2", "", "secret\nmine\n")
    try phone.sync { $0.removedHistory = .leaveOut }
    #expect(phone["s.md"] == note("2", "", "secret\nmine\n"))
    #expect(try !hasSecret(phone))
  }

  @Test("sent again, as after a server lost what it had")
  func sentAgain() throws {
    try phone.sync { $0.removedHistory = .sendAgain }
    #expect(try remoteHasSecret())
    try devices.settle()
    for device in devices.all { #expect(device["s.md"] == note("2", "", "secret\n")) }
    #expect(try phone.sync().network.told == "done")
  }

  @Test("a history that was only written anew is followed without a question")
  func sameContent() throws {
    try laptop.git("reset", "-q", "--hard", secret)
    try laptop.git("commit", "-q", "--amend", "-m", "another message")
    try laptop.git("push", "-q", "--force")
    try phone.sync(writing: ["b.md": note("3", "", "b\n")])
    try devices.settle()
    #expect(try !remoteHasSecret())
    for device in devices.all {
      #expect(device.files().keys.sorted() == ["a.md", "b.md", "s.md"])
      #expect(try !hasSecret(device))
    }
  }

  @Test("a dry run says it too, and changes nothing; the device that removed it is not asked")
  func dryRun() throws {
    #expect(refusal { try phone.open().dryRun(SyncOptions(), SyncCallbacks()) } != nil)
    try expectRefusal()
    #expect(try laptop.sync().network.told == "done")
    #expect(try !remoteHasSecret())
  }

  @Test("what the remote had is known after a sync of another branch, and by another address")
  func notForgotten() throws {
    try phone.git("switch", "-qc", "second")
    #expect(try phone.sync().network.told == "done")
    try phone.git("switch", "-q", "main")
    try expectRefusal()
    try phone.setRemote("file://" + devices.remote)
    try expectRefusal()
    #expect(try !remoteHasSecret())
  }

  @Test("what a push remote had is known after a sync that could not reach it")
  func awayOnce() throws {
    try phone.sync { $0.removedHistory = .leaveOut }
    let fork = try devices.makeRemote("fork.git")
    try phone.git("remote", "add", "fork", fork)
    try phone.git("config", "remote.pushDefault", "fork")
    try phone.sync()
    #expect(try phone.sync(writing: ["pin.md": note("3", "", "1234\n")]).network.told == "done")
    let pin = try phone.commit()
    try phone.git("remote", "set-url", "fork", devices.folder.path("nowhere.git"))
    #expect(try phone.sync().network.told == "failed: notARepository")
    try phone.git("remote", "set-url", "fork", fork)
    try GitProgram.run(["update-ref", "refs/heads/main", "main~1"], in: fork)
    let files = [try #require(VaultPath("pin.md"))]
    #expect(
      refusal { try phone.sync() } == .removedHistory(RemovedHistory(commits: 1, files: files)))
    #expect(try !GitProgram.text(["rev-list", "main"], in: fork).contains(pin))
  }

  private func emptyRemote() throws {
    try GitProgram.run(["update-ref", "-d", "refs/heads/main"], in: devices.remote)
  }

  @Test("a repository that was made anew gets nothing unasked, and there is nothing to follow")
  func madeAnew() throws {
    try emptyRemote()
    let refused = try #require(refusal { try phone.sync() })
    guard case .removedHistory(let history) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(history.isAll)
    #expect(try "\(history.commits)" == phone.git("rev-list", "--count", "HEAD"))
    #expect(history.files.map(\.text).contains("s.md"))
    var asked = 0
    let callbacks = SyncCallbacks(answer: { _ in
      asked += 1
      return false
    })
    #expect(refusal { try phone.sync(callbacks) } == refused)
    #expect(refusal { try phone.sync(callbacks) { $0.removedHistory = .leaveOut } } == refused)
    #expect(asked == 1)
    #expect(refusal { try phone.open().dryRun(SyncOptions(), SyncCallbacks()) } == refused)
    #expect(try GitProgram.text(["for-each-ref"], in: devices.remote) == "")
    #expect(phone["s.md"] != nil)
    #expect(try hasSecret(phone))

    // The way out that the message names.
    try laptop.sync { $0.removedHistory = .sendAgain }
    try phone.sync { $0.removedHistory = .leaveOut }
    #expect(phone["s.md"] == nil)
    #expect(try !hasSecret(phone) && !remoteHasSecret())
    #expect(try phone.damage() == [])
  }

  @Test("a repository that was made anew gets all after a yes")
  func madeAnewAndSent() throws {
    try emptyRemote()
    var asked: [RemovedHistory] = []
    let callbacks = SyncCallbacks(answer: {
      if case .sendAgain(let history) = $0 { asked.append(history) }
      return true
    })
    #expect(try phone.sync(callbacks).network.told == "done")
    #expect(asked.map(\.isAll) == [true])
    #expect(try remoteHasSecret())
    #expect(try phone.sync().network.told == "done")
  }

  @Test("without a push nothing is asked about a repository that was made anew; the next push asks")
  func madeAnewWithoutPush() throws {
    try emptyRemote()
    phone["b.md"] = note("3", "", "b\n")
    let callbacks = SyncCallbacks(answer: { question in
      Issue.record("asked: \(question)")
      return false
    })
    #expect(try phone.sync(callbacks) { $0.pushes = false }.network.told == "not pushed")
    #expect(try phone.git("ls-tree", "--name-only", "HEAD").contains("b.md"))
    var options = SyncOptions()
    options.pushes = false
    #expect(try phone.open().dryRun(options, callbacks).network.told == "not pushed")
    #expect(
      refusal { try phone.sync { ($0.pushes, $0.removedHistory) = (false, .leaveOut) } } != nil)
    let refused = refusal { try phone.sync() }
    guard case .removedHistory(let history)? = refused else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(history.isAll)
    #expect(try GitProgram.text(["for-each-ref"], in: devices.remote) == "")
  }

  @Test(
    "what is gone from a branch that is there is asked without a push too: it would be forgotten")
  func askedWithoutPush() throws {
    #expect(refusal { try phone.sync { $0.pushes = false } } != nil)
    try expectRefusal()
  }

  @Test("an upstream to which nothing is pushed may be empty")
  func emptyUpstream() throws {
    try phone.sync { $0.removedHistory = .leaveOut }
    try phone.git("remote", "add", "fork", devices.makeRemote("fork.git"))
    try phone.git("config", "remote.pushDefault", "fork")
    try phone.sync()
    try emptyRemote()
    #expect(try phone.sync(writing: ["b.md": note("3", "", "b\n")]).network.told == "done")
    #expect(try GitProgram.text(["for-each-ref"], in: devices.remote) == "")
  }

  @Test("another remote at the same name has nothing removed")
  func otherRemote() throws {
    let other = try devices.makeRemote("other.git")
    try phone.setRemote(other)
    #expect(try phone.sync().network.told == "done")
    #expect(try GitProgram.text(["rev-list", "main"], in: other).contains(secret))
  }
}
