import Foundation
import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// The laptop's change of a file waits while the phone's arrives; when it can be recorded, both are merged.
@Suite("What waits")
struct HeldTests {
  private static let marks = "\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n"
  private static let m = note("2", "", "m\n")
  private static let start = ["n.md": text(), "m.md": m]
  private static let mine = text(end: "from the laptop\n")
  private static let theirs = text("line one!")
  private static let both = text("line one!", end: "from the laptop\n")
  private static let onlyHere = text(end: "only here\n")

  private static func text(_ first: String = "line one", end: String = "") -> String {
    note("1", "", "\(first)\n\nline two\n\nline three\n\nline four\n\(end)")
  }

  /// The laptop holds a note with conflict markers back while the phone does something and both sync.
  private func held(
    _ files: [String: String] = start, by act: (SyncDevice) throws -> Void
  ) throws -> TwoDevices {
    let two = try SyncDevices.pair(files)
    two.laptop["n.md"] = Self.mine + Self.marks
    try act(two.phone)
    try two.phone.sync()
    #expect(try two.laptop.sync().heldBack.map(\.path.text) == ["n.md"])
    return two
  }

  private func records(_ device: SyncDevice) throws -> [String] {
    try HeldFiles.read(VaultFolder(opening: device.path)).map(\.path.text)
  }

  /// Whether both devices hold these files, with nothing left over.
  private func end(
    _ devices: SyncDevices, _ files: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try devices.expectAll(hold: files, sourceLocation: sourceLocation)
    for device in devices.all {
      #expect(try records(device) == [], sourceLocation: sourceLocation)
    }
  }

  // MARK: - Open files

  #if os(Linux)
    @Test(
      "a file that another program has open for writing waits until that has closed it",
      arguments: [true, false])
    func openElsewhere(isDeleted: Bool) throws {
      let (devices, laptop, phone) = try SyncDevices.pair(Self.start)
      phone["n.md"] = isDeleted ? nil : Self.text("line one!")
      phone["m.md"] = note("2", "", "m of the phone\n")
      try phone.sync()
      let handle = try #require(FileHandle.openForWriting(laptop.file("n.md")))
      for _ in 0..<2 {
        #expect(try laptop.sync().remarks.contains(.openElsewhere(path("n.md"))))
        #expect(laptop["m.md"] == note("2", "", "m of the phone\n"))
        #expect(try records(laptop) == ["n.md"])
      }
      _ = try handle.seekToEnd()
      handle.write(Data("from the laptop\n".utf8))
      try handle.close()
      try laptop.sync()
      let text = Self.text(isDeleted ? "line one" : "line one!", end: "from the laptop\n")
      try end(devices, ["n.md": text, "m.md": note("2", "", "m of the phone\n")])
    }
  #endif

  // MARK: - Conflict markers

  @Test("another line was changed elsewhere: both changes are in the note")
  func otherLine() throws {
    let (devices, laptop, _) = try held { $0["n.md"] = Self.theirs }
    #expect(laptop["n.md"]?.contains("<<<<<<<") == true)
    #expect(try records(laptop) == ["n.md"])
    let report = try laptop.sync(writing: ["n.md": Self.mine])
    #expect(report.told == ["n.md: merged"])
    #expect(report.committed.told == ["changed n.md"])
    #expect(report.arrived.isEmpty)
    try end(devices, ["n.md": Self.both, "m.md": Self.m])
  }

  @Test("the note need not wait any more, and others have done something with it", arguments: ends)
  func released(row: ConflictCase) throws {
    let (devices, laptop, _) = try held { $0.write(row.phone) }
    let report = try laptop.sync(writing: row.laptop)
    if let told = row.told { #expect(report.told == told) }
    try end(devices, row.files)
  }

  private static let ends: [ConflictCase] = [
    ConflictCase(
      "nothing was changed after all, and the note is gone elsewhere: it goes", start,
      laptop: ["n.md": text()], phone: ["n.md": nil], ends: ["m.md": m], told: nil),
    ConflictCase(
      "deleted elsewhere: the edit stays", start, laptop: ["n.md": mine], phone: ["n.md": nil],
      ends: ["n.md": mine, "m.md": m], told: ["n.md: edit survived delete"]),
    ConflictCase(
      "deleted here while the other side edits it: the edit stays", start,
      laptop: ["n.md": nil], phone: ["n.md": theirs], ends: ["n.md": theirs, "m.md": m],
      told: ["n.md: edit survived delete"]),
    ConflictCase(
      "moved elsewhere: the edit is at the new place", start, laptop: ["n.md": mine],
      phone: .moving(["n.md": "trips/n.md"]), ends: ["trips/n.md": mine, "m.md": m], told: nil),
  ]

  @Test("the note says by now what arrived: nothing is left to do")
  func sameText() throws {
    let (devices, laptop, _) = try held { $0["n.md"] = Self.theirs }
    #expect(try laptop.sync(writing: ["n.md": Self.theirs]).committed.isEmpty)
    try end(devices, ["n.md": Self.theirs, "m.md": Self.m])
  }

  @Test("what others changed elsewhere is no reason for a merge")
  func untouched() throws {
    let (devices, laptop, _) = try held { $0["m.md"] = note("2", "", "m!\n") }
    #expect(try laptop.sync(writing: ["n.md": Self.mine]).events.isEmpty)
    #expect(try laptop.git("rev-list", "--merges", "--count", "HEAD") == "0")
    try end(devices, ["n.md": Self.mine, "m.md": note("2", "", "m!\n")])
  }

  @Test("nothing was changed after all: the note gets what arrived")
  func reverted() throws {
    let (devices, laptop, _) = try held { $0["n.md"] = Self.theirs }
    let commit = try laptop.commit()
    let report = try laptop.sync(writing: ["n.md": Self.text()])
    #expect(report.committed.isEmpty && report.events.isEmpty)
    #expect(try laptop.commit() == commit)
    try end(devices, ["n.md": Self.theirs, "m.md": Self.m])
  }

  @Test("moved here while it waits, edited elsewhere: both, at the new place")
  func movedHere() throws {
    let (devices, laptop, _) = try held { $0["n.md"] = Self.theirs }
    let report = try laptop.sync(writing: ["n.md": nil, "trips/n.md": Self.mine + Self.marks])
    #expect(report.heldBack.map(\.path.text) == ["n.md", "trips/n.md"])
    try laptop.sync(writing: ["trips/n.md": Self.mine])
    try end(devices, ["trips/n.md": Self.both, "m.md": Self.m])
  }

  @Test("however many versions arrive meanwhile, the change began with the first")
  func severalArrivals() throws {
    let (devices, laptop, phone) = try held { $0["n.md"] = Self.theirs }
    for number in 2...4 {
      try phone.sync(writing: ["n.md": Self.text("line one, version \(number)")])
      #expect(try laptop.sync().heldBack.map(\.hasOtherVersion) == [true])
    }
    try laptop.sync(writing: ["n.md": Self.mine])
    let merged = Self.text("line one, version 4", end: "from the laptop\n")
    try end(devices, ["n.md": merged, "m.md": Self.m])
  }

  @Test("the same line was changed elsewhere: the other version is in a copy")
  func sameLine() throws {
    let (devices, laptop, _) = try held { $0["n.md"] = Self.text("line one of the phone") }
    laptop.now += ConflictCase.hour
    let own = Self.text("line one of the laptop")
    #expect(try laptop.sync(writing: ["n.md": own]).conflictCount == 1)
    let copies = laptop.files().keys.filter { $0.contains(".conflict-") }
    let copy = try #require(copies.first)
    #expect(copies.count == 1)
    #expect(laptop[copy]?.contains("line one of the phone") == true)
    #expect(laptop["n.md"] == own)
    try end(devices, laptop.files())
  }

  @Test("a note that waited is released below a name that was a file when it began to wait")
  func releasedIntoFolder() throws {
    let start = Self.start.merging(["x.md": "x\n"]) { $1 }
    let (devices, laptop, _) = try held(start) { $0["x.md"] = nil }
    try laptop.sync(writing: ["n.md": nil, "x.md/n.md": Self.mine])
    try devices.settle()
    for device in devices.all {
      #expect(device.files().values.contains { $0.contains("from the laptop") }, "\(device.name)")
      #expect(try device.damage() == [])
    }
  }

  @Test(
    "a note moves away and waits, and a folder takes its name: both wait, and then both are recorded"
  )
  func folderInItsPlace() throws {
    let (devices, laptop, _) = try SyncDevices.pair(Self.start)
    let report = try laptop.sync(writing: [
      "n.md": nil, "other.md": Self.text(end: Self.marks), "n.md/i.md": "i\n", "new.md": "new\n",
    ])
    #expect(report.heldBack.map(\.path.text) == ["n.md", "n.md/i.md", "other.md"])
    #expect(report.committed.told == ["added new.md"])
    try laptop.sync(writing: ["other.md": Self.text(end: "more\n")])
    try end(
      devices,
      [
        "other.md": Self.text(end: "more\n"), "n.md/i.md": "i\n", "new.md": "new\n",
        "m.md": Self.m,
      ])
  }

  @Test("two notes waited while others made folders of their names, and are released together")
  func foldersOfTheirNames() throws {
    let start = ["p.md": note("p", "", "p\n"), "s.md": note("s", "", "s\n"), "a.md": "a\n"]
    let (devices, laptop, phone) = try SyncDevices.pair(start)
    for name in ["p", "s"] {
      laptop["\(name).md"] = note(name, "", "\(name)\nof the laptop\n" + Self.marks)
      phone.write(["\(name).md": nil, "\(name).md/in.md": "\(name) of the phone\n"])
    }
    try phone.sync { $0.allowsDeletes = true }
    try laptop.sync()
    laptop["p.md"] = note("p", "", "p\nof the laptop\n")
    laptop["s.md"] = nil
    laptop["t.md"] = note("s", "", "s\nof the laptop\n")
    laptop["s.md/own.md"] = "own\n"
    for _ in 0..<2 { try laptop.sync { $0.allowsDeletes = true } }
    try devices.settle()
    for device in devices.all {
      let all = device.files().values.joined()
      for words in [
        "p\nof the laptop", "s\nof the laptop", "p of the phone", "s of the phone", "own",
      ] {
        #expect(all.contains(words), "\(words) on \(device.name): \(device.files())")
      }
      #expect(try device.damage() == [])
    }
  }

  @Test("a new note waits, and another one arrives at its path: both stay")
  func addedOnBoth() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["m.md": "m\n"])
    laptop["new.md"] = note("8", "", "of the laptop\n" + Self.marks)
    try phone.sync(writing: ["new.md": note("9", "", "of the phone\n")])
    try laptop.sync()
    #expect(laptop["new.md"]?.contains("of the laptop") == true)
    try laptop.sync(writing: ["new.md": note("8", "", "of the laptop\n")])
    let files = laptop.files()
    #expect(Set(files.keys) == ["m.md", "new.md", "new-2.md"])
    #expect(
      Set(files.values) == [
        "m\n", note("8", "", "of the laptop\n"), note("9", "", "of the phone\n"),
      ])
    try end(devices, files)
  }

  // MARK: - Other reasons

  @Test("deletions that waited meet an edit: the note stays, with its media; the others go")
  func deletions() throws {
    var files = ["n7.media/x.jpg": "\u{0}x", "n8.media/x.jpg": "\u{0}y"]
    for number in 1...40 { files["n\(number).md"] = note("\(number)", "", "note \(number)\n") }
    let (devices, laptop, phone) = try SyncDevices.pair(files)
    for number in 1...30 { laptop["n\(number).md"] = nil }
    for number in 7...8 { laptop["n\(number).media/x.jpg"] = nil }
    #expect(try laptop.sync().heldBack.count == 32)
    phone["n7.md"] = note("7", "", "note 7\nand more\n")
    phone["n9.media/new.jpg"] = "\u{0}new"
    try phone.sync()
    try laptop.sync()
    let report = try laptop.sync { $0.allowsDeletes = true }
    #expect(report.heldBack.isEmpty)
    for number in 1...30 where ![7, 9].contains(number) {
      files["n\(number).md"] = nil
      files["n\(number).media/x.jpg"] = nil
    }
    files["n7.md"] = note("7", "", "note 7\nand more\n")
    files["n9.media/new.jpg"] = "\u{0}new"
    try end(devices, files)
  }

  @Test("a file above the limit, which is raised later")
  func large() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.txt": "one\n\ntwo\n\nthree\n"])
    let long = String(repeating: "x", count: 2000)
    laptop[".tl/config.yaml"] = "format: 1\nmedia:\n  max_size: 1KB\n"
    laptop["a.txt"] = "one\n\ntwo\n\nthree\n\(long)\n"
    #expect(try laptop.sync().heldBack.map(\.path.text) == ["a.txt"])
    try phone.sync(writing: ["a.txt": "one!\n\ntwo\n\nthree\n"])
    try laptop.sync()
    try laptop.sync(writing: [".tl/config.yaml": "format: 1\n"])
    try end(devices, ["a.txt": "one!\n\ntwo\n\nthree\n\(long)\n"])
  }

  @Test("a link for a while, at the path or above it", arguments: [false, true])
  func link(isAbove: Bool) throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["sub/n.md": Self.text(), "m.md": "m\n"])
    let place = isAbove ? "sub" : "sub/n.md"
    rename(laptop.file(place), laptop.file("aside~"))
    symlink("/nowhere", laptop.file(place))
    try phone.sync(writing: ["sub/n.md": Self.theirs])
    try laptop.sync()
    unlink(laptop.file(place))
    rename(laptop.file("aside~"), laptop.file(place))
    try laptop.sync(writing: ["sub/n.md": Self.mine])
    try end(
      devices,
      ["sub/n.md": Self.both, "m.md": "m\n"])
  }

  @Test("a link for a while, and then the file as it was: it gets what arrived, or goes")
  func linkReverted() throws {
    for deletes in [false, true] {
      let (devices, laptop, phone) = try SyncDevices.pair(["sub/n.md": Self.text(), "m.md": "m\n"])
      rename(laptop.file("sub"), laptop.file("aside~"))
      symlink("/nowhere", laptop.file("sub"))
      try phone.sync(writing: ["sub/n.md": deletes ? nil : Self.text("line one!")])
      try laptop.sync()
      unlink(laptop.file("sub"))
      rename(laptop.file("aside~"), laptop.file("sub"))
      try laptop.sync()
      try end(
        devices, deletes ? ["m.md": "m\n"] : ["sub/n.md": Self.text("line one!"), "m.md": "m\n"])
    }
  }

  @Test(
    "a new file that waits has the name of a folder that arrives, or the other way: nothing is stuck"
  )
  func inTheWay() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["m.md": "m\n"])
    laptop.write(["a.md": "mine\n" + Self.marks, "b/x.md": "mine\n" + Self.marks])
    try phone.sync(writing: ["a.md/y.txt": "theirs\n", "b": "theirs\n", "m.md": "m!\n"])
    let report = try laptop.sync()
    #expect(laptop["m.md"] == "m!\n")
    #expect(report.heldBack.map(\.path.text) == ["a.md", "b/x.md"])
    #expect(
      try laptop.sync().heldBack.map(\.path.text) == ["a.md", "a.md/y.txt", "b", "b/x.md"])
    laptop.write(["a.md": nil, "b/x.md": nil])
    try end(devices, ["a.md/y.txt": "theirs\n", "b": "theirs\n", "m.md": "m!\n"])
  }

  // MARK: - Marks in git's index

  private func flags(_ device: SyncDevice) throws -> [String] {
    try device.git("ls-files", "-v").split(separator: "\n").map(String.init)
  }

  @Test(
    "a file that git was told not to look at stays as it is, with its mark, until that is taken back",
    arguments: ["assume-unchanged", "skip-worktree"])
  func marked(_ mark: String) throws {
    let (devices, laptop, phone) = try SyncDevices.pair(Self.start)
    try laptop.git("update-index", "--\(mark)", "n.md")
    laptop["n.md"] = Self.onlyHere
    for number in 1...2 {
      try phone.sync(writing: ["n.md": Self.text("line one, version \(number)")])
      try laptop.sync()
      let report = try laptop.sync()
      #expect(report.heldBack.map(\.path.text) == ["n.md"])
      #expect(report.heldBack.first?.hasOtherVersion == true)
      #expect(laptop["n.md"] == Self.onlyHere)
      #expect(try flags(laptop).contains(mark == "assume-unchanged" ? "h n.md" : "S n.md"))
    }
    #expect(try phone.sync().arrived.isEmpty)
    try laptop.git("update-index", "--no-\(mark)", "n.md")
    try laptop.sync()
    try end(
      devices,
      [
        "n.md": Self.text("line one, version 2", end: "only here\n"), "m.md": Self.m,
      ])
  }

  @Test(
    "a marked file that is deleted elsewhere stays, unrecorded, and nothing is stuck",
    arguments: ["assume-unchanged", "skip-worktree"])
  func markedAndDeleted(_ mark: String) throws {
    let (devices, laptop, phone) = try SyncDevices.pair(Self.start)
    try laptop.git("update-index", "--\(mark)", "n.md")
    laptop["n.md"] = Self.onlyHere
    try phone.sync(writing: ["n.md": nil, "m.md": note("2", "", "m!\n")])
    try laptop.expectSync(gives: ["m.md": note("2", "", "m!\n"), "n.md": Self.onlyHere])
    #expect(try laptop.sync().heldBack.map(\.path.text) == ["n.md"])
    try phone.expectSync(gives: ["n.md": nil])
    // It comes back elsewhere: the mark is there again.
    try phone.sync(writing: ["n.md": Self.theirs])
    try laptop.sync()
    #expect(try flags(laptop).contains(mark == "assume-unchanged" ? "h n.md" : "S n.md"))
    #expect(laptop["n.md"] == Self.onlyHere)
    try laptop.git("update-index", "--no-\(mark)", "n.md")
    try laptop.sync()
    try end(
      devices,
      ["n.md": Self.text("line one!", end: "only here\n"), "m.md": note("2", "", "m!\n")])
  }

  @Test(
    "two versions of a picture, one of which waited: the report says which one was renamed",
    arguments: [0, 1000] as [Int64])
  func renamedPicture(delay: Int64) throws {
    let (_, laptop, phone) = try SyncDevices.pair([
      "n.md": note("1", "", "n\n"), "n.media/p.jpg": "base",
    ])
    try laptop.git("update-index", "--skip-worktree", "n.media/p.jpg")
    laptop["n.media/p.jpg"] = "of the laptop"
    try phone.sync(writing: ["n.media/p.jpg": "of the phone"])
    try laptop.sync()
    try laptop.git("update-index", "--no-skip-worktree", "n.media/p.jpg")
    laptop.now += delay
    let report = try laptop.sync()
    #expect(report.events.contains { $0.path.text == "n.media/p-2.jpg" })
    #expect(
      report.renamedTheirs.isEmpty == (laptop["n.media/p-2.jpg"] == "of the laptop"),
      "\(laptop.files())")
  }

  @Test("a marked file that is deleted elsewhere, and announced to git again, is merged")
  func markedAndAnnounced() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(Self.start)
    try laptop.git("update-index", "--assume-unchanged", "n.md")
    laptop["n.md"] = Self.onlyHere
    try phone.sync(writing: ["n.md": nil])
    for _ in 0..<2 { try laptop.sync() }
    try laptop.git("add", "--intent-to-add", "n.md")
    let report = try laptop.sync()
    #expect(report.remarks.isEmpty && report.heldBack.isEmpty)
    try end(
      devices, ["n.md": Self.onlyHere, "m.md": Self.m])
  }

  @Test(
    "a marked file without changes of its own is left alone too, and goes when it is deleted elsewhere"
  )
  func markedUnchanged() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(Self.start)
    try laptop.git("update-index", "--assume-unchanged", "n.md", "m.md")
    try phone.sync(writing: ["n.md": Self.theirs, "m.md": nil])
    try laptop.sync()
    try laptop.sync()
    #expect(laptop.files() == ["n.md": Self.text()])
    try laptop.git("update-index", "--no-assume-unchanged", "n.md")
    try laptop.sync()
    try end(devices, ["n.md": Self.text("line one!")])
  }

  // MARK: - Marks of tl

  /// A file of the laptop that git ignores there has the name of one that arrives.
  private func ignored() throws -> TwoDevices {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try laptop.git("config", "core.excludesFile", laptop.home + "/ignored")
    try devices.folder.write("own.*\n", to: "laptop/home/ignored")
    laptop["own.md"] = note("8", "", "mine\n")
    try phone.sync(writing: ["own.md": note("9", "", "theirs\n")])
    try laptop.expectSync(gives: ["own.md": note("8", "", "mine\n")])
    #expect(try laptop.sync().heldBack.isEmpty)
    return (devices, laptop, phone)
  }

  @Test("an ignored file in the way that is not ignored any more: both files stay")
  func ignoredNoMore() throws {
    let (devices, laptop, _) = try ignored()
    try devices.folder.write("", to: "laptop/home/ignored")
    try laptop.sync(writing: ["own.md": note("8", "", "mine, and more\n")])
    #expect(
      Set(laptop.files().values) == [
        "a\n", note("8", "", "mine, and more\n"), note("9", "", "theirs\n"),
      ])
    #expect(try laptop.open().status().kept.isEmpty)
    try end(devices, laptop.files())
  }

  @Test("an ignored file in the way that is gone: the other one is written at the next sync")
  func ignoredGone() throws {
    let (devices, laptop, _) = try ignored()
    try laptop.sync(writing: ["own.md": nil])
    try end(devices, ["a.md": "a\n", "own.md": note("9", "", "theirs\n")])
  }

  @Test("what an older tl left, without a record: nothing is lost either")
  func withoutRecord() throws {
    let (devices, laptop, _) = try ignored()
    try FileManager.default.removeItem(atPath: laptop.file(".tl/local/sync/held-back"))
    try devices.folder.write("", to: "laptop/home/ignored")
    try laptop.sync()
    #expect(
      Set(laptop.files().values) == [
        "a\n", note("8", "", "mine\n"), note("9", "", "theirs\n"),
      ])
    try end(devices, laptop.files())
  }
}
