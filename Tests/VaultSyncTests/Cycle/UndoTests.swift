import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

extension SyncDevice {
  /// Takes back as a new process would; `confirm` gets what everybody will see.
  @discardableResult
  func undo(
    pushes: Bool = true, _ confirm: @escaping (ChangeList) throws -> Bool = { _ in true }
  ) throws -> SyncReport? {
    var options = SyncOptions()
    options.pushes = pushes
    var failure: (any Error)?
    let report = try open().undo(
      options,
      .undoing { changes in
        do {
          return try confirm(changes)
        } catch {
          failure = error
          return false
        }
      })
    if let failure { throw failure }
    return report
  }
}

extension ChangeList {
  /// `kind path` of each note, then the other files.
  var told: [String] { notes.map { "\($0.kind) \($0.path.text)" } + others.map(\.text) }
}

@Suite("Taking back the last sync")
struct UndoTests {
  private static let kitchen = note("1", "", "# Kitchen\n\none\n\ntwo\n")

  /// The phone changes a note, adds one and removes one; the laptop edits another and brings all that in.
  private func arrived() throws -> TwoDevices {
    let (devices, laptop, phone) = try SyncDevices.pair([
      "a.md": Self.kitchen, "own.md": "own\n", "old.md": "# Old\n",
    ])
    try phone.sync(writing: [
      "a.md": note("1", "", "# Kitchen\n\none!\n\ntwo\n"), "new.md": "# New\n",
      "new.media/x.jpg": "\u{0}x", "old.md": nil,
    ])
    try laptop.sync(writing: ["own.md": "own!\n"])
    return (devices, laptop, phone)
  }

  private static let before = ["a.md": kitchen, "own.md": "own!\n", "old.md": "# Old\n"]
  private static let after = [
    "a.md": note("1", "", "# Kitchen\n\none!\n\ntwo\n"), "own.md": "own!\n", "new.md": "# New\n",
    "new.media/x.jpg": "\u{0}x",
  ]

  private func isNothing(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch SyncError.nothingToUndo {
      return true
    } catch {
      Issue.record("\(error)")
      return false
    }
  }

  @Test("what came in goes again, in one new commit, on all devices; a second undo brings it back")
  func undoAndBack() throws {
    let (devices, laptop, _) = try arrived()
    let commit = try laptop.commit()
    var asked: [[String]] = []
    let report = try #require(
      try laptop.undo {
        asked.append($0.told)
        return true
      })
    #expect(asked == [["changed a.md", "removed new.md", "added old.md"]])
    #expect(report.undone.told == asked.first)
    #expect(report.undone.media == 1)
    #expect(report.network.told == "done")
    #expect(try laptop.git("rev-parse", "HEAD^@") == commit)
    #expect(try devices.remoteCommit() == laptop.commit())
    try devices.expectAll(hold: Self.before)

    let back = try #require(try laptop.undo())
    #expect(back.undone.told == ["changed a.md", "added new.md", "removed old.md"])
    try devices.expectAll(hold: Self.after)
  }

  @Test("a plan lists what would be asked about, and changes nothing")
  func planned() throws {
    let (_, laptop, phone) = try arrived()
    laptop["a.md"] = Self.kitchen
    let (commit, record) = (try laptop.commit(), laptop.files())
    let plan = try laptop.open().planUndo(SyncOptions())
    #expect(plan.told == ["removed new.md", "added old.md"])
    #expect(try laptop.commit() == commit && laptop.files() == record)
    var asked: [String] = []
    let report = try laptop.undo {
      asked = $0.told
      return false
    }
    #expect(report == nil && asked == plan.told)
    #expect(isNothing { _ = try phone.open().planUndo(SyncOptions()) })
  }

  @Test("what was edited since is recorded first, in a commit of its own, and stays")
  func editedSince() throws {
    let (devices, laptop, _) = try arrived()
    laptop["a.md"] = note("1", "", "# Kitchen\n\none!\n\ntwo\n\nthree\n")
    laptop["new.md"] = "# New\n\nmore\n"
    laptop["later.md"] = "later\n"
    let report = try #require(try laptop.undo())
    #expect(report.committed.told == ["changed a.md", "added later.md", "changed new.md"])
    #expect(report.undone.told == ["changed a.md", "added old.md"])
    #expect(report.told.contains("new.md: edit survived delete"))
    #expect(try laptop.git("diff", "--name-only", "HEAD~2", "HEAD~1") == "a.md\nlater.md\nnew.md")
    var files = Self.before
    files["a.md"] = note("1", "", "# Kitchen\n\none\n\ntwo\n\nthree\n")
    files["new.md"] = "# New\n\nmore\n"
    files["new.media/x.jpg"] = "\u{0}x"
    files["later.md"] = "later\n"
    try devices.expectAll(hold: files)
  }

  @Test(
    "the very lines that came in were edited since: the edit stays, and so does what was before")
  func editedTheSame() throws {
    let (_, laptop, _) = try arrived()
    laptop.now += 50
    laptop["a.md"] = note("1", "", "# Kitchen\n\none?\n\ntwo\n")
    let report = try #require(try laptop.undo())
    #expect(laptop["a.md"] == note("1", "", "# Kitchen\n\none?\n\ntwo\n"))
    #expect(report.conflictCount == 1)
    #expect(laptop.files().values.contains { $0.contains("one\n") })
  }

  @Test("a no changes nothing; what was edited stays recorded")
  func declined() throws {
    let (devices, laptop, _) = try arrived()
    laptop["later.md"] = "later\n"
    let remote = try devices.remoteCommit()
    #expect(try laptop.undo { _ in false } == nil)
    let files = Self.after.merging(["later.md": "later\n"]) { $1 }
    #expect(laptop.files() == files)
    #expect(try devices.remoteCommit() == remote)
    try devices.expectAll(hold: files)
    #expect(try laptop.undo()?.undone.told == ["changed a.md", "removed new.md", "added old.md"])
  }

  @Test(
    "the remote has moved meanwhile: that comes in too, and is not what a second undo takes back")
  func remoteMoved() throws {
    let (devices, laptop, phone) = try arrived()
    try phone.sync(writing: ["other.md": "other\n"])
    let report = try #require(try laptop.undo())
    #expect(report.arrived.told == ["added other.md"])
    try devices.expectAll(hold: Self.before.merging(["other.md": "other\n"]) { $1 })
    try laptop.undo()
    try devices.expectAll(hold: Self.after.merging(["other.md": "other\n"]) { $1 })
  }

  @Test("offline it is recorded, and handed on by the next sync; it can be taken back before that")
  func offline() throws {
    let (devices, laptop, _) = try arrived()
    try laptop.git("remote", "set-url", "origin", devices.folder.path("nowhere.git"))
    let report = try #require(try laptop.undo())
    #expect(report.network.told == "failed: notARepository")
    #expect(laptop.files() == Self.before)
    try laptop.undo()
    #expect(laptop.files() == Self.after)
    try laptop.undo()
    try laptop.git("remote", "set-url", "origin", devices.remote)
    try devices.expectAll(hold: Self.before)
  }

  @Test("syncs that only handed on since do not count: the last arrival is taken back, no own edit")
  func onlyLocal() throws {
    let (devices, laptop, _) = try arrived()
    try laptop.sync(writing: ["later.md": "later\n"])
    try laptop.sync()
    try laptop.undo()
    try devices.expectAll(hold: Self.before.merging(["later.md": "later\n"]) { $1 })
  }

  @Test("nothing to take back: no sync yet, nothing that came in, a history that went another way")
  func nothing() throws {
    let alone = try SyncDevices([])
    let vault = try alone.makeVault("laptop", hasRemote: false)
    vault["a.md"] = "a\n"
    #expect(isNothing { try vault.undo() })
    try vault.sync()
    #expect(isNothing { try vault.undo() })
    #expect(try vault.open().status().canUndo == false)

    let (_, laptop, phone) = try arrived()
    #expect(try laptop.open().status().canUndo)
    #expect(isNothing { try phone.undo() })
    try laptop.git("reset", "-q", "--hard", "HEAD~1")
    #expect(isNothing { try laptop.undo() })
    #expect(try laptop.open().status().canUndo == false)
  }

  @Test("what came in was taken back by hand: nothing is left to take back, and nothing is asked")
  func byHand() throws {
    let (devices, laptop, _) = try arrived()
    laptop.write(["a.md": Self.kitchen, "new.md": nil, "new.media/x.jpg": nil, "old.md": "# Old\n"])
    #expect(isNothing { try laptop.undo { _ in throw SyncError.other("asked") } })
    try devices.expectAll(hold: Self.before)
  }

  @Test("a sync that had to begin anew, as another device was faster, is taken back as a whole")
  func twoRounds() throws {
    for edits in [false, true] {
      let devices = try SyncDevices(["laptop", "phone", "tablet"], ["a.md": "a\n"])
      for device in devices.all { device["\(device.name).md"] = device.name + "\n" }
      try devices["tablet"].sync()
      var isDone = false
      let laptop = devices["laptop"]
      let callbacks = SyncCallbacks(progress: { progress in
        if progress.phase == .packing || progress.phase == .sending, !isDone {
          isDone = true
          _ = try? devices["phone"].sync()
          if edits { laptop["between.md"] = "between\n" }
        }
        return true
      })
      #expect(try laptop.sync(callbacks).arrived.notes.count == 2)
      #expect(isDone)
      let report = try #require(try laptop.undo())
      #expect(report.undone.told == ["removed phone.md", "removed tablet.md"])
      var files = ["a.md": "a\n", "laptop.md": "laptop\n"]
      if edits { files["between.md"] = "between\n" }
      try devices.expectAll(hold: files)
      try laptop.undo()
      #expect(laptop.files().count == files.count + 2)
    }
  }

  @Test("a file that is held back, and one that changes during the question, keep their text")
  func heldAndChanging() throws {
    let (_, laptop, _) = try arrived()
    laptop["a.md"] = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> x\n"
    var questions = 0
    let report = try #require(
      try laptop.undo { _ in
        questions += 1
        if questions == 1 { laptop["new.md"] = "# New\n\nwhile asked\n" }
        return true
      })
    #expect(questions == 2)
    #expect(laptop["a.md"] == "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> x\n")
    #expect(laptop["new.md"] == "# New\n\nwhile asked\n")
    #expect(laptop["old.md"] == "# Old\n")
    #expect(report.heldBack.map(\.path.text) == ["a.md"])
    #expect(report.kept.map(\.path.text) == ["a.md"])
  }

  @Test(
    "rules that came in stay: what they hide is neither recorded nor sent",
    arguments: [true, false])
  func rules(isAlone: Bool) throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    phone[".gitignore"] = "private.md\n"
    if !isAlone { phone["b.md"] = "b\n" }
    try phone.sync()
    try laptop.sync()
    laptop["private.md"] = "not for others\n"
    if isAlone {
      #expect {
        try laptop.undo { _ in throw SyncError.other("asked") }
      } throws: {
        guard case SyncError.undoesRulesAlone(let paths) = $0 else { return false }
        return paths == [path(".gitignore")]
      }
    } else {
      let report = try #require(try laptop.undo())
      #expect(report.undone.told == ["removed b.md"])
      #expect(report.remarks == [.rulesStay([path(".gitignore")])])
    }
    try laptop.sync()
    try phone.sync()
    #expect(phone.files() == ["a.md": "a\n", ".gitignore": "private.md\n"])
    #expect(laptop["private.md"] == "not for others\n")
  }

  @Test("a file of rules that went comes back without its exceptions")
  func exceptions() throws {
    let (devices, laptop, phone) = try SyncDevices.pair([
      "a.md": "a\n", ".gitignore": "p/*.md\n", "p/.gitignore": "x.md\n!pub.md\n",
      "p/.gitattributes": "*.md -filter\n*.jpg filter=x\n",
    ])
    try phone.sync(writing: ["p/.gitignore": nil, "p/.gitattributes": nil])
    try laptop.sync()
    laptop["p/pub.md"] = "not for others\n"
    try laptop.undo()
    try laptop.expectSync(gives: ["p/.gitignore": "x.md\n", "p/.gitattributes": "*.jpg filter=x\n"])
    #expect(try devices.remoteFiles()["p/pub.md"] == nil)
  }

  @Test("rules that came in stay, and those that went come back beside them")
  func rulesOfBoth() throws {
    let (_, laptop, phone) = try SyncDevices.pair([
      "a.md": "a\n", ".gitignore": "old.md\n!back.md\nboth.md\n", "b.md": "b\n",
    ])
    try phone.sync(writing: [".gitignore": "both.md\nnew.md\n", "b.md": "b!\n"])
    try laptop.sync()
    try laptop.undo()
    #expect(laptop[".gitignore"] == "old.md\nboth.md\nnew.md\n")
    #expect(laptop["b.md"] == "b\n")
  }
}
