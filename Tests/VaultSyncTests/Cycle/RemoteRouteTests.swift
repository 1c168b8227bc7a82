import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Which branch of which remote is fetched, and which one is pushed to.
@Suite("Where a sync fetches from and pushes to")
struct RemoteRouteTests {
  private func show(_ file: String, _ remote: String, _ branch: String = "main") throws -> String? {
    let found = try GitProgram.attempt(["show", "\(branch):\(file)"], in: remote)
    return found.status == 0 ? found.stdoutText : nil
  }

  @Test(
    "what is to be pushed elsewhere goes there, and nowhere else",
    arguments: ["branch.main.pushRemote", "remote.pushDefault"], [true, false])
  func elsewhere(key: String, hasGit: Bool) throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"], hasGit: hasGit)
    let fork = try devices.makeRemote("fork.git")
    for device in [laptop, phone] {
      try device.git("remote", "add", "fork", fork)
      try device.git("config", key, "fork")
    }
    let template = try devices.remoteCommit()
    let report = try laptop.sync(writing: ["b.md": "private\n"])
    #expect(report.network.told == "done")
    #expect(report.remarks.contains(.pushedTo(address: fork, branch: "refs/heads/main")))
    #expect(report.sent.notes.map(\.path.text).contains("b.md"))
    #expect(try devices.remoteCommit() == template)
    #expect(try show("b.md", fork) == "private\n")
    #expect(try laptop.open().status().pushRemote?.name == "fork")
    #expect(try laptop.open().status().distance == SyncStatus.Distance(ahead: 0, behind: 0))
    #expect(try laptop.sync().sent.isEmpty, "all of it is there")

    // The other device gets it from there, and both get what the template gets.
    let author = try devices.clone("author", hasGit: hasGit)
    try author.sync(writing: ["c.md": "template\n"])
    #expect(try phone.sync(writing: ["d.md": "phone\n"]).network.told == "done")
    #expect(phone.files().keys.sorted() == ["a.md", "b.md", "c.md", "d.md"])
    #expect(try laptop.sync().network.told == "done")
    #expect(laptop.files() == phone.files())
    #expect(try show("d.md", devices.remote) == nil)
    #expect(try laptop.damage() == [] && phone.damage() == [])
  }

  @Test("a pushurl that leads to another repository counts as another remote")
  func pushURL() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    let fork = try devices.makeRemote("fork.git")
    for device in devices.all { try device.git("config", "remote.origin.pushurl", fork) }
    try laptop.sync(writing: ["b.md": "private\n"])
    #expect(try show("b.md", devices.remote) == nil)
    try phone.expectSync(gives: ["b.md": "private\n"])
    #expect(try laptop.sync().sent.isEmpty)
    #expect(
      try laptop.open().status().distance == SyncStatus.Distance(ahead: 0, behind: 0))
  }

  @Test("a remote that does not exist gets nothing, and nobody else does in its place")
  func missingPushRemote() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("config", "branch.main.pushRemote", "privat")
    #expect(try laptop.sync(writing: ["b.md": "private\n"]).network.told == "failed: noSuchRemote")
    #expect(try show("b.md", devices.remote) == nil)
    #expect(try laptop.git("status", "--porcelain") == "", "it is recorded")
    #expect(try laptop.open().status().remote?.name == "origin")
    #expect(try laptop.open().checkRemote().last?.error == .noSuchRemote("privat"))
  }

  @Test("push.default and remote.NAME.push say which branch")
  func otherBranch() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try laptop.git("config", "remote.origin.push", "refs/heads/*:refs/heads/of-laptop/*")
    #expect(try laptop.sync(writing: ["b.md": "b\n"]).network.told == "done")
    #expect(try show("b.md", devices.remote) == nil)
    #expect(try show("b.md", devices.remote, "of-laptop/main") == "b\n")
    try phone.sync(writing: ["c.md": "c\n"])
    #expect(try laptop.sync().arrived.notes.map(\.path.text) == ["c.md"])

    try laptop.git("config", "remote.origin.push", "refs/heads/other")
    #expect(try laptop.sync(writing: ["d.md": "d\n"]).network.told == "failed: noPushRoute")
    #expect(try laptop.git("status", "--porcelain") == "", "it is recorded")
  }

  @Test(
    "a branch that was renamed on the server is told, and not made anew", arguments: [true, false])
  func renamed(hasGit: Bool) throws {
    let devices = try SyncDevices(["laptop"], ["a.md": "a\n"], hasGit: hasGit)
    let laptop = devices["laptop"]
    try GitProgram.run(["branch", "-m", "main", "trunk"], in: devices.remote)
    try GitProgram.run(["symbolic-ref", "HEAD", "refs/heads/trunk"], in: devices.remote)
    let report = try laptop.sync(writing: ["b.md": "b\n"])
    guard case .failed(let error) = report.network else {
      Issue.record("\(report.network)")
      return
    }
    #expect(
      error
        == .branchGone(remote: "origin", branch: "refs/heads/main", others: ["refs/heads/trunk"]))
    #expect(
      try laptop.open().dryRun(SyncOptions(), SyncCallbacks()).network.told
        == "failed: branchGone")
    #expect(try laptop.open().checkRemote().last?.error == error)
    #expect(try GitProgram.text(["branch", "--list", "main"], in: devices.remote) == "")
    #expect(try laptop.git("status", "--porcelain") == "", "it is recorded")

    #expect(try laptop.open().follow(branch: "trunk") == "origin")
    #expect(try laptop.sync().network.told == "done")
    #expect(try show("b.md", devices.remote, "trunk") == "b\n")
    let phone = try devices.clone("phone", hasGit: hasGit)
    #expect(phone.files() == laptop.files())
    #expect(throws: SyncError.self) { try laptop.open().follow(branch: "a..b") }
  }

  @Test("an empty remote, and the first push of another branch, are no branch that is gone")
  func firstPush() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try GitProgram.run(["update-ref", "-d", "refs/heads/main"], in: devices.remote)
    #expect(try laptop.sync { $0.removedHistory = .sendAgain }.network.told == "done")
    #expect(try show("a.md", devices.remote) == "a\n")
    try laptop.git("switch", "-q", "-c", "side")
    #expect(try laptop.sync(writing: ["b.md": "b\n"]).network.told == "done")
    #expect(try show("b.md", devices.remote, "side") == "b\n")
  }

  @Test("a branch of the fork that was renamed is told too")
  func renamedFork() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    let fork = try devices.makeRemote("fork.git")
    try laptop.git("remote", "add", "fork", fork)
    try laptop.git("config", "remote.pushDefault", "fork")
    #expect(try laptop.sync(writing: ["b.md": "b\n"]).network.told == "done")
    try GitProgram.run(["branch", "-m", "main", "trunk"], in: fork)
    #expect(try laptop.sync(writing: ["c.md": "c\n"]).network.told == "failed: branchGone")
    #expect(try GitProgram.text(["branch", "--list", "main"], in: fork) == "")
  }

  @Test("other branches of the remote are no obstacle")
  func otherBranches() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try GitProgram.run(["branch", "draft", "main"], in: devices.remote)
    try laptop.git("fetch", "-q")
    try GitProgram.run(["branch", "-m", "draft", "draft/one"], in: devices.remote)
    #expect(try laptop.sync(writing: ["b.md": "b\n"]).network.told == "done")
    #expect(try laptop.git("for-each-ref", "refs/remotes/origin/draft/one") == "")
    #expect(try laptop.sync().remarks == [])
  }

  @Test("a mirror refspec moves nothing here, and what is here gets out", arguments: [true, false])
  func mirror(hasGit: Bool) throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"], hasGit: hasGit)
    try phone.sync(writing: ["b.md": "b\n"])
    try laptop.git("config", "remote.origin.fetch", "+refs/heads/*:refs/heads/*")
    try laptop.git("branch", "mine")
    let mine = try laptop.git("rev-parse", "mine")
    #expect(try laptop.sync(writing: ["c.md": "c\n"]).network.told == "done")
    try phone.sync()
    #expect(phone.files().keys.sorted() == ["a.md", "b.md", "c.md"])
    #expect(laptop.files() == phone.files())
    #expect(try laptop.git("rev-parse", "mine") == mine)
    #expect(try laptop.damage() == [])
  }

  @Test("a branch that follows another one of this repository is refused by name")
  func ownBranch() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("switch", "-q", "-c", "side")
    try laptop.git("branch", "-q", "-u", "main")
    laptop["b.md"] = "b\n"
    let error = #expect(throws: SyncError.self) { try laptop.sync() }
    guard case .refused(.followsOwnBranch("main")) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try laptop.open().status().remote == nil)
    #expect(try laptop.open().follow(branch: "side") == "origin")
    try laptop.git("config", "--unset", "branch.side.merge")
    #expect(try laptop.sync().network.told == "done")
  }

  @Test("push.gpgSign takes git's values", arguments: ["if-asked", "If-Asked", "false", "no"])
  func signedPush(value: String) throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"], hasGit: false)
    try laptop.git("config", "push.gpgSign", value)
    #expect(try laptop.sync(writing: ["b.md": "b\n"]).network.told == "done")
  }
}
