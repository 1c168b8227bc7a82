import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite("How a vault stands")
struct SyncStatusTests {
  private func status(_ device: SyncDevice) throws -> SyncStatus { try device.open().status() }

  private func refusal(_ status: SyncStatus) -> SyncRefusal? {
    if case .refused(let refusal)? = status.obstacle { refusal } else { nil }
  }

  @Test("no commit yet: the branch that will be, and all that waits for the first sync")
  func unborn() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.makeVault("laptop")
    laptop["a.md"] = "# Kitchen\n"
    let status = try status(laptop)
    #expect(status.branch == "main")
    #expect(status.remote?.name == "origin")
    #expect(status.remote?.address == devices.remote)
    #expect(status.distance == nil)
    #expect(
      status.changes.told.sorted() == [".tl/.gitignore", ".tl/config.yaml", "added a.md"])
    #expect(status.changes.notes.map(\.title) == ["Kitchen"])
    #expect(status.obstacle == nil)
    #expect(status.record == SyncRecord())
    #expect(!status.canUndo)
  }

  @Test("after a sync: nothing waits, both sides are the same, and its time is known")
  func synced() throws {
    let devices = try SyncDevices(["laptop", "phone"], ["a.md": "a\n"])
    for device in devices.all {
      device.now += 500
      try device.sync()
      let status = try status(device)
      #expect(status.changes.isEmpty && status.skipped.isEmpty && status.kept.isEmpty)
      #expect(status.distance == SyncStatus.Distance(ahead: 0, behind: 0))
      #expect(status.record.finished == device.now)
      #expect(status.record.failed == nil)
      #expect(status.obstacle == nil)
    }
  }

  @Test(
    "while a sync puts files in place, what of it is in the folder already is not shown as a change without a word"
  )
  func unfinished() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n", "b.md": "b\n"])
    try phone.sync(writing: ["a.md": "phone\n", "b.md": nil, "in/c.md": "c\n"])
    let plan = { try laptop.open().dryRun(SyncOptions(), SyncCallbacks()) }
    let before = try plan()
    #expect(!before.remarks.contains(.unfinished) && before.plan.text.contains("fast-forward"))
    let observed = Box<[(ApplyStep, Result<(SyncReport, SyncStatus), any Error>)]>([])
    let synced = try laptop.open()
    synced.onApplyStep = { step in
      observed.value.append((step, Result { try (plan(), laptop.open().status()) }))
    }
    _ = try synced.sync(SyncOptions(), SyncCallbacks())
    let after = try plan()
    #expect(!after.remarks.contains(.unfinished))
    #expect(try !status(laptop).isUnfinished)
    var unfinished: Set<ApplyStep> = []
    for (step, result) in observed.value {
      let (report, status) = try result.get()
      let isSaid = report.remarks.contains(.unfinished)
      #expect(status.isUnfinished == isSaid, "\(step)")
      if isSaid {
        unfinished.insert(step)
      } else {
        #expect([before.plan.text, after.plan.text].contains(report.plan.text), "\(step)")
        #expect(status.changes.isEmpty, "\(step)")
      }
    }
    #expect(unfinished.isSuperset(of: [.taken, .placed, .compared, .indexWritten]))
    #expect(unfinished.isDisjoint(with: [.hiddenWritten, .branchMoved, .journalRemoved]))
  }

  @Test("no remote, and a remote that was forgotten")
  func noRemote() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    _ = try laptop.open().removeRemote()
    let status = try status(laptop)
    #expect(status.branch == "main")
    #expect(status.remote == nil && status.distance == nil)
  }

  @Test("a remote at another address was never synced with; the same address changes nothing")
  func anotherRemote() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    for device in devices.all {
      try device.setRemote(devices.remote)
      #expect(try status(device).distance == SyncStatus.Distance(ahead: 0, behind: 0))
      try device.setRemote(devices.folder.path("other.git"))
      #expect(try status(device).remote?.address == devices.folder.path("other.git"))
      #expect(try status(device).distance == nil)
    }
    _ = try devices.makeRemote("other.git")
    try laptop.sync()
    #expect(
      try status(laptop).distance == SyncStatus.Distance(ahead: 0, behind: 0))
    #expect(try phone.sync().network.told == "done")
  }

  @Test("an address with a password is shown without it")
  func password() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("remote", "set-url", "origin", "https://ada:secret@example.org/vault.git")
    let address = try #require(try status(laptop).remote?.address)
    #expect(address.contains("example.org/vault.git") && !address.contains("secret"))
  }

  @Test("changed notes by name and title, media and other files, and what is left out, with why")
  func changes() throws {
    let (_, laptop) = try SyncDevices.laptop([
      "a.md": "# Kitchen\n", "b.md": "# Old\n", "a.media/x.jpg": "\u{0}x",
    ])
    laptop.write([
      "a.md": "# The kitchen\n", "b.md": nil, "c.md": "# New\n", "a.media/y.jpg": "\u{0}y",
      "list.txt": "x\n",
    ])
    symlink("a.md", laptop.file("link.md"))
    laptop["marks.md"] = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n"
    let before = laptop.paths()
    let status = try status(laptop)
    #expect(
      status.changes.told == ["changed a.md", "removed b.md", "added c.md", "list.txt"])
    #expect(status.changes.notes.map(\.title) == ["The kitchen", "Old", "New"])
    #expect(status.changes.media == 1)
    #expect(status.skipped.map(\.path.text).sorted() == ["link.md", "marks.md"])
    #expect(laptop.paths() == before)
    #expect(try laptop.git("diff", "--cached", "--name-only") == "")
  }

  @Test("what the next sync would record is what it records")
  func foretells() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": note("1", "", "a\n"), "b.md": "b\n"])
    laptop.move("a.md", "trips/a.md")
    laptop.write(["b.md": nil, "c.md": "c\n"])
    let changes = try status(laptop).changes
    #expect(try laptop.sync().committed == changes)
  }

  @Test("commits that are not handed on, and commits that are not brought in")
  func distance() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    for number in 1...2 {
      try phone.sync(writing: ["b.md": "\(number)\n"])
    }
    for number in 1...3 {
      laptop["c\(number).md"] = "c\n"
      try laptop.git("add", "-A")
      try laptop.git("commit", "-qm", "\(number)")
    }
    #expect(try status(laptop).distance == SyncStatus.Distance(ahead: 3, behind: 0))
    try laptop.git("fetch", "-q")
    #expect(try status(laptop).distance == SyncStatus.Distance(ahead: 3, behind: 2))
    try laptop.sync()
    #expect(try status(laptop).distance == SyncStatus.Distance(ahead: 0, behind: 0))
  }

  @Test("another branch, which follows one of another name")
  func anotherBranch() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("branch", "-q", "-m", "trip/mine")
    laptop["b.md"] = "b\n"
    try laptop.git("add", "-A")
    try laptop.git("commit", "-qm", "b")
    let status = try status(laptop)
    #expect(status.branch == "trip/mine")
    #expect(status.distance == SyncStatus.Distance(ahead: 1, behind: 0))
  }

  @Test("a second branch that follows nothing was never synced")
  func newBranch() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("checkout", "-q", "-b", "trip")
    let status = try status(laptop)
    #expect(status.branch == "trip")
    #expect(status.remote?.name == "origin")
    #expect(status.distance == nil)
  }

  @Test("no branch checked out: said, and by which commit the folder stands")
  func detached() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("checkout", "-q", "--detach")
    let status = try status(laptop)
    #expect(status.branch == nil)
    let head = try #require(ObjectID(hex: laptop.commit()))
    #expect(refusal(status) == .detachedHead(head))
    #expect(status.remote == nil && !status.canUndo)
  }

  @Test("a merge under way is what keeps a sync from its work")
  func merging() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.git("checkout", "-q", "-b", "other")
    laptop["a.md"] = "other\n"
    try laptop.git("commit", "-qam", "other")
    try laptop.git("checkout", "-q", "main")
    laptop["a.md"] = "main\n"
    try laptop.git("commit", "-qam", "main")
    _ = try GitProgram.attempt(["merge", "-q", "other"], in: laptop.path)
    #expect(refusal(try status(laptop)) == .operationInProgress(.merging))
  }

  @Test("a vault of a newer format is told, and one without a repository is refused")
  func refused() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    laptop[".tl/config.yaml"] = "format: 99\n"
    #expect(refusal(try status(laptop)) == .newerFormat(99))
    try FileManager.default.removeItem(atPath: laptop.file(".git"))
    #expect(throws: SyncError.self) { _ = try laptop.open() }
  }

  @Test("why the last sync stopped is kept until one reaches its end")
  func lastError() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    let first = laptop.now
    laptop.now += 60
    try laptop.git("remote", "set-url", "origin", devices.folder.path("nowhere.git"))
    try laptop.sync()
    try laptop.open().saveFailure("the remote is\naway")
    var record = try status(laptop).record
    #expect(record.finished == first)
    #expect(record.failed?.time == laptop.now)
    #expect(record.failed?.message == "the remote is\naway")
    laptop.now += 60
    try laptop.git("remote", "set-url", "origin", devices.remote)
    try laptop.sync()
    record = try status(laptop).record
    #expect(record.failed == nil && record.finished == laptop.now)
  }

  @Test("a sync that another one keeps out records nothing, and none does while another runs")
  func excluded() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    let synced = try laptop.open()
    let before = try #require(laptop[".tl/local/last-sync"])
    let lock = try VaultLock(.sync, of: synced.vault.folder)
    let error = try #require(throws: SyncError.self) { try laptop.sync() }
    synced.saveFailure("kept out", of: error)
    synced.saveFailure("another reason")
    lock.release()
    synced.saveFailure("kept out", of: error)
    #expect(laptop[".tl/local/last-sync"] == before)
    synced.saveFailure("another reason")
    #expect(try status(laptop).record.failed?.message == "another reason")
  }

  @Test("files that only git has, as a file that it ignores is in their place")
  func gitOnly() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try laptop.git("config", "core.excludesFile", laptop.home + "/ignored")
    try devices.folder.write("own.txt\n", to: "laptop/home/ignored")
    laptop["own.txt"] = "mine\n"
    try phone.sync(writing: ["own.txt": "theirs\n"])
    try laptop.expectSync(gives: ["own.txt": "mine\n"])
    let status = try status(laptop)
    #expect(status.kept.map(\.path.text) == ["own.txt"])
    #expect(status.changes.isEmpty)
  }
}
