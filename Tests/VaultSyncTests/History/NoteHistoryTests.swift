import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

@Suite("The history of a note")
struct NoteHistoryTests {
  @Test("through renames with changes on several devices, asked for by any of its names")
  func renames() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": note("1", "", "one\n")])
    try phone.sync(writing: ["trips/b.md": note("1", "", "one\ntwo\n"), "a.md": nil])
    try laptop.sync()
    try laptop.sync(writing: ["trips/b.md": note("1", "", "one\ntwo\nthree\n")])
    laptop.move("trips/b.md", "c.md")
    try laptop.sync()
    let story = [
      "laptop: moved c.md from trips/b.md", "laptop: changed trips/b.md",
      "phone: moved trips/b.md from a.md", "laptop: added a.md",
    ]
    #expect(try laptop.log("c.md", id: "1") == story)
    #expect(try laptop.log("a.md", id: "1") == story)
    // A move that is not recorded yet.
    laptop.move("c.md", "d.md")
    #expect(try laptop.log("d.md", id: "1") == story)
  }

  @Test(
    "of copies with one id the recorded one is the note, of several recorded the one that was first"
  )
  func copies() throws {
    let (_, laptop) = try SyncDevices.laptop(["n.md": note("1", "", "one\n")])
    let paths = ["n 1.md", "n.md"].map { path($0) }
    func owner() throws -> String? {
      try laptop.open().history().owner(of: NoteID(nonEmpty: "1"), among: paths)?.text
    }
    laptop["n 1.md"] = note("1", "", "copy\n")
    #expect(try owner() == "n.md")
    try laptop.sync()
    #expect(try owner() == "n.md")
    try laptop.sync(writing: ["n.md": note("1", "", "edited\n")])
    #expect(try owner() == "n.md")
    #expect(try laptop.open().history().owner(of: NoteID(nonEmpty: "2"), among: paths) == nil)
  }

  @Test("a note without an id is followed by its bytes, and not by likeness")
  func withoutID() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "one\n", "x.md": "one\ntwo\nthree\n"])
    laptop.move("a.md", "b.md")
    try laptop.sync()
    try laptop.sync(writing: ["b.md": "one\nmore\n"])
    try laptop.sync(writing: ["y.md": "one\ntwo\nthree\nfour\n", "x.md": nil])
    #expect(
      try laptop.log("b.md") == [
        "laptop: changed b.md", "laptop: moved b.md from a.md",
        "laptop: added a.md",
      ])
    #expect(try laptop.log("y.md") == ["laptop: added y.md"])
  }

  @Test("one note renamed here, edited there: every step once, the merge only where it decided")
  func mergedRename() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": note("1", "", "one\n")])
    laptop.move("a.md", "b.md")
    try laptop.sync()
    phone.now += 60
    try phone.sync(writing: ["a.md": note("1", "", "one\ntwo\n")])
    try laptop.sync()
    #expect(laptop.files() == ["b.md": note("1", "", "one\ntwo\n")])
    for device in devices.all {
      let log = try device.log("b.md", id: "1")
      #expect(log.first == "phone: changed b.md")
      #expect(log.last == "laptop: added a.md")
      #expect(
        log.dropFirst().dropLast().sorted() == [
          "laptop: moved b.md from a.md", "phone: changed a.md",
        ])
    }
  }

  @Test("another note at a former place of this one does not count")
  func samePlace() throws {
    let (_, laptop) = try SyncDevices.laptop(["daily.md": note("1", "", "Monday\n")])
    laptop.move("daily.md", "monday.md")
    try laptop.sync()
    try laptop.sync(writing: ["daily.md": note("2", "", "Tuesday\n")])
    #expect(
      try laptop.log("monday.md", id: "1") == [
        "laptop: moved monday.md from daily.md", "laptop: added daily.md",
      ])
    #expect(try laptop.log("daily.md", id: "2") == ["laptop: added daily.md"])
  }

  @Test("its end, its return, and media that came alone")
  func endAndMedia() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": note("1", "", "a\n"), "b.md": "b\n"])
    try laptop.sync(writing: ["a.media/x.jpg": "\u{0}x"])
    try laptop.sync(writing: ["a.md": nil, "a.media/x.jpg": nil])
    try laptop.sync(writing: ["a.md": note("1", "", "again\n")])
    #expect(
      try laptop.log("a.md", id: "1") == [
        "laptop: added a.md", "laptop: removed a.md", "laptop: 1 media", "laptop: added a.md",
      ])
  }

  @Test("the note that was removed last is found by its path, and by the beginning of its id")
  func removed() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": note("id-1", "", "a\n"), "b.md": "b\n"])
    try laptop.sync(writing: ["a.md": nil])
    try laptop.sync(writing: ["a.md": note("id-2", "", "another\n")])
    try laptop.sync(writing: ["a.md": nil])
    let history = try laptop.open().history()
    #expect(try history.removedNote { path, _ in path.text == "a.md" }?.id.text == "id-2")
    #expect(try history.removedNote { _, id in try id().text == "id-1" }?.path.text == "a.md")
    #expect(try history.removedNote { path, _ in path.text == "b.md" } == nil)
  }

  @Test("as it was in a commit: at its place then, with its media then; nil where it was not")
  func past() throws {
    let (_, laptop) = try SyncDevices.laptop(["other.md": "x\n"])
    let empty = try laptop.commit()
    try laptop.sync(writing: ["a.md": note("1", "", "one\n"), "a.media/x.jpg": "\u{0}x"])
    let first = try laptop.commit()
    try laptop.sync(writing: [
      "trips/b.md": note("1", "", "two\n"), "trips/b.media/y.jpg": "\u{0}yy", "a.md": nil,
      "a.media/x.jpg": nil,
    ])
    let history = try laptop.open().history()
    let present = try laptop.historic("trips/b.md", id: "1")
    let firstCommit = try #require(ObjectID(hex: first))
    let then = try #require(try history.note(present, in: firstCommit))
    #expect(then.path.text == "a.md")
    #expect(then.bytes == Array(note("1", "", "one\n").utf8))
    #expect(then.media.map { "\($0.path.text) \($0.size)" } == ["a.media/x.jpg 2"])
    #expect(then.time.seconds == laptop.now)
    #expect(try history.note(present, in: #require(ObjectID(hex: empty))) == nil)
    let head = try #require(history.commit(named: "HEAD"))
    #expect(try history.note(present, in: head)?.path.text == "trips/b.md")
    // Also a commit that this branch has not.
    try laptop.git("checkout", "-q", "-b", "side", first)
    laptop.write(["c.md": note("1", "", "aside\n"), "a.md": nil])
    try laptop.git("add", "-A")
    try laptop.git("commit", "-qm", "aside")
    let side = try laptop.commit()
    try laptop.git("checkout", "-q", "main")
    let other = try laptop.open().history().note(present, in: #require(ObjectID(hex: side)))
    #expect(other?.path.text == "c.md")
  }

  @Test("a moment means the last commit at or before it, and a name what git means by it")
  func moments() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "0\n"])
    let start = laptop.now
    var commits = [try laptop.commit()]
    for number in 1...3 {
      laptop.now += 100
      try laptop.sync(writing: ["a.md": "\(number)\n"])
      commits.append(try laptop.commit())
    }
    let history = try laptop.open().history()
    #expect(try history.commit(at: start - 1) == nil)
    for (offset, index) in [(0, 0), (99, 0), (100, 1), (250, 2), (10_000, 3)] {
      #expect(try history.commit(at: start + Int64(offset))?.hex == commits[index])
    }
    #expect(history.commit(named: "HEAD~2")?.hex == commits[1])
    #expect(history.commit(named: String(commits[2].prefix(10)))?.hex == commits[2])
    #expect(history.commit(named: "nothing") == nil)
    #expect(history.commit(named: "HEAD^{tree}") == nil)
  }

  @Test("the last other version: before the last change, also what was never handed on, or deleted")
  func lastVersion() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": note("1", "", "one\n"), "b.md": "b\n"])
    try laptop.sync(writing: ["a.md": note("1", "", "two\n")])
    let history = try laptop.open().history()
    let present = try laptop.historic("a.md", id: "1")
    func version(_ bytes: String?) throws -> String? {
      try history.lastVersion(of: present, otherThan: bytes.map { Array($0.utf8) })
        .map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(try version(note("1", "", "two\n")) == note("1", "", "one\n"))
    #expect(try version(note("1", "", "three\n")) == note("1", "", "two\n"))
    #expect(try version(nil) == note("1", "", "two\n"))
    #expect(
      try history.lastVersion(of: laptop.historic("b.md"), otherThan: Array("b\n".utf8)) == nil)
  }
}
