import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// The situations of docs/git-sync.md, each on real repositories.
@Suite("Situations of a sync")
struct SituationTests {
  @Test("no remote: what changed is recorded here")
  func noRemote() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.makeVault("laptop", hasRemote: false)
    let report = try laptop.sync(writing: ["a.md": "a\n"])
    #expect(report.network.told == "no remote")
    #expect(report.remote == nil)
    #expect(report.committed.notes.map(\.path.text) == ["a.md"])
    #expect(try laptop.damage() == [])
  }

  @Test("offline: all is recorded, the report says why, and the next sync goes on")
  func offline() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try laptop.git("remote", "set-url", "origin", devices.folder.path("nowhere.git"))
    let report = try laptop.sync(writing: ["b.md": "b\n"])
    #expect(report.network.told == "failed: notARepository")
    #expect(report.committed.notes.map(\.path.text) == ["b.md"])
    #expect(try laptop.damage() == [])
    try laptop.git("remote", "set-url", "origin", devices.remote)
    try devices.settle()
    #expect(phone.files() == ["a.md": "a\n", "b.md": "b\n"])
  }

  @Test("no git program: the same, and the report says once that no hook ran")
  func withoutGit() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(
      ["a.md": note("1", "", "a\n")], hasGit: false)
    laptop["a.md"] = note("1", "", "a\nleft\n")
    phone["a.md"] = note("1", "", "right\na\n")
    var reports: [SyncReport] = []
    for _ in 1...2 {
      for device in devices.all { reports.append(try device.sync()) }
    }
    #expect(reports.map(\.network.told) == ["done", "done", "done", "done"])
    #expect(reports.count { $0.remarks.contains(.serverHooksDidNotRun) } <= 2)
    for device in devices.all {
      #expect(device.files() == ["a.md": note("1", "", "right\na\nleft\n")])
      #expect(try device.damage() == [])
    }
  }

  @Test("no commit yet and an empty remote: the first one is made and pushed, the upstream is set")
  func emptyRemote() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.makeVault("laptop")
    let report = try laptop.sync(writing: ["a.md": "a\n"])
    #expect(report.network.told == "done")
    #expect(report.remarks.contains(.upstreamSet(remote: "origin", branch: "refs/heads/main")))
    #expect(try devices.remoteCommit() == laptop.commit())
    #expect(try laptop.git("rev-parse", "--abbrev-ref", "main@{upstream}") == "origin/main")
    #expect(try laptop.damage() == [])
  }

  @Test("nothing to do: nothing is reported, and no commit is made")
  func nothingToDo() throws {
    let devices = try SyncDevices(["laptop", "phone"], ["a.md": "a\n"])
    let commit = try devices.remoteCommit()
    for device in devices.all {
      let report = try device.sync()
      #expect(report.committed.isEmpty && report.arrived.isEmpty && report.sent.isEmpty)
      #expect(report.events.isEmpty && report.heldBack.isEmpty && report.kept.isEmpty)
    }
    #expect(try devices.remoteCommit() == commit)
  }

  @Test("a clone of a remote that is empty, and a first note in it")
  func cloneOfNothing() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.clone("laptop")
    #expect(try laptop.sync(writing: ["a.md": "a\n"]).network.told == "done")
    #expect(try devices.clone("phone").files() == ["a.md": "a\n"])
  }

  @Test("a clone that fails leaves no new folder behind, and an empty one that was there empty")
  func failedClone() throws {
    let devices = try SyncDevices(["laptop"])
    let settings = devices["laptop"].settings
    func clone(into path: String) throws {
      #expect(throws: SyncError.self) {
        _ = try SyncedVault.clone(
          devices.folder.path("nowhere.git"), into: path, settings: settings,
          surroundings: devices["laptop"].surroundings, progress: { _ in true })
      }
    }
    try clone(into: devices.folder.path("new"))
    #expect(!FileManager.default.fileExists(atPath: devices.folder.path("new")))
    let old = try devices.folder.makeFolder("old")
    try clone(into: old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: old) == [])
  }

  @Test("unrelated histories: refused with the counts, then joined when asked")
  func unrelated() throws {
    let devices = try SyncDevices(["laptop"], ["a.md": "a\n", "same.md": "same\n", "b.md": "b\n"])
    let phone = try devices.makeVault("phone")
    phone.write(["same.md": "same\n", "c.md": "c\n"])
    #expect(refusal { try phone.sync() } == .unrelatedHistories(ours: 2, theirs: 3))
    #expect(phone.files() == ["same.md": "same\n", "c.md": "c\n"])
    var counts: [[Int]] = []
    let declining = SyncCallbacks(answer: {
      if case .join(let ours, let theirs) = $0 { counts.append([ours, theirs]) }
      return false
    })
    #expect(refusal { try phone.sync(declining) } == .unrelatedHistories(ours: 2, theirs: 3))
    #expect(counts == [[2, 3]])
    try phone.sync { $0.joins = true }
    try devices.settle()
    for device in devices.all {
      #expect(
        device.files() == ["a.md": "a\n", "same.md": "same\n", "b.md": "b\n", "c.md": "c\n"])
      #expect(try device.damage() == [])
    }
  }

  @Test("--no-push: what others did comes in, nothing goes out")
  func noPush() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try phone.sync(writing: ["b.md": "b\n"])
    let commit = try devices.remoteCommit()
    laptop["c.md"] = "c\n"
    let report = try laptop.sync { $0.pushes = false }
    #expect(report.network.told == "not pushed")
    #expect(laptop.files().keys.sorted() == ["a.md", "b.md", "c.md"])
    #expect(try devices.remoteCommit() == commit)
  }
}

extension NetworkOutcome {
  var told: String {
    switch self {
    case .done: "done"
    case .noRemote: "no remote"
    case .failed(let error): "failed: \(error.kind)"
    case .notPushed: "not pushed"
    case .keepsMoving: "keeps moving"
    case .withheld: "withheld"
    }
  }
}
