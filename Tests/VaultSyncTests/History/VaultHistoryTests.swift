import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultSync

extension SyncDevice {
  /// The history of the vault, the newest first: `device: what happened to each note`.
  func log() throws -> [String] {
    let history = try open().history()
    var lines: [String] = []
    try history.forEachEntry { entry in
      lines.append("\(entry.device): \(history.list(entry.changes).story)")
      return true
    }
    return lines
  }

  /// The same of one note.
  func log(_ path: String, id: String? = nil) throws -> [String] {
    let history = try open().history()
    var lines: [String] = []
    try history.forEachStep(of: historic(path, id: id)) { step in
      lines.append("\(step.entry.device): \(history.list(step).story)")
      return true
    }
    return lines
  }

  /// - Parameter id: the stored one; nil: made of the path.
  func historic(_ path: String, id: String? = nil) throws -> HistoricNote {
    let path = try #require(VaultPath(path))
    return HistoricNote(path: path, id: id.map { NoteID(nonEmpty: $0) } ?? ProvisionalID.of(path))
  }
}

extension ChangeList {
  /// `changed a.md, moved b.md from c.md, 2 media, list.txt`.
  var story: String {
    let lines =
      notes.map { note in
        "\(note.kind) \(note.path.text)" + (note.origin.map { " from \($0.text)" } ?? "")
      } + (media > 0 ? ["\(media) media"] : []) + others.map(\.text)
    return lines.joined(separator: ", ")
  }
}

extension VaultHistory {
  fileprivate func summaries() throws -> [String] {
    var summaries: [String] = []
    try forEachEntry { entry in
      summaries.append(entry.summary)
      return true
    }
    return summaries
  }
}

@Suite("The history of a vault")
struct VaultHistoryTests {
  @Test("templates, what .tlignore names and hidden files are no notes in a sync and its log")
  func files() throws {
    let (_, laptop) = try SyncDevices.laptop([
      ".tl/config.yaml": "templates: T\n", ".tlignore": "ign/\n",
    ])
    let report = try laptop.sync(writing: [
      "a.md": "a\n", "T/day.md": "day\n", "ign/b.md": "b\n", ".h/c.md": "c\n",
      "a.media/d.md": "d\n", "e.media/e.md": "e\n",
    ])
    let story = "added a.md, added e.media/e.md, 1 media, .h/c.md, T/day.md, ign/b.md"
    #expect(report.committed.story == story)
    #expect(try laptop.log().first == "laptop: \(story)")
    let summary = try laptop.open().history().summaries()
    #expect(summary.first?.hasPrefix("2 notes, 4 files: ") == true)
  }

  @Test("the newest first, with the device and the notes of each sync")
  func order() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    phone.now += 60
    try phone.sync(writing: ["b.md": "b\n", "a.md": "a!\n"])
    laptop.now += 600
    try laptop.sync()
    try laptop.sync(writing: ["a.md": nil, "b.media/x.jpg": "\u{0}", "list.txt": "x\n"])
    #expect(
      try laptop.log() == [
        "laptop: removed a.md, 1 media, list.txt", "phone: changed a.md, added b.md",
        "laptop: added a.md, .tl/.gitignore, .tl/config.yaml",
      ])
  }

  @Test("before the first commit there is none")
  func unborn() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.makeVault("laptop")
    laptop["a.md"] = "a\n"
    #expect(try laptop.log() == [])
    #expect(try laptop.log("a.md") == [])
  }

  @Test("a merge that only joins has no line; one that decided something has, with the device")
  func merges() throws {
    let (_, laptop, phone) = try SyncDevices.pair([
      "a.md": note("1", "", "one\n\ntwo\n"), "b.md": "b\n",
    ])
    try phone.sync(writing: ["b.md": "b!\n"])
    try laptop.sync(writing: ["a.md": note("1", "", "one!\n\ntwo\n")])
    #expect(try laptop.log().prefix(2).sorted() == ["laptop: changed a.md", "phone: changed b.md"])
    try phone.sync(writing: ["a.md": note("1", "", "one\n\ntwo!\n")])
    #expect(
      try phone.log().prefix(2) == ["phone: changed a.md", "phone: changed a.md"])
    #expect(try phone.git("log", "-1", "--format=%s") == "Merge changes of other devices")
  }

  @Test("a note that moved is one line: by its id where it changed too, by its bytes without one")
  func moves() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": note("1", "", "a\n"), "b.md": "plain\n"])
    laptop.write(["trips/a.md": note("1", "", "a and more\n"), "a.md": nil])
    laptop.move("b.md", "trips/b.md")
    try laptop.sync()
    #expect(
      try laptop.log().first
        == "laptop: moved trips/a.md from a.md, moved trips/b.md from b.md")
  }

  @Test("a note that stored its id when it moved is one line")
  func movedWithID() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "plain\n"])
    laptop.write(["a.md": nil, "b.md": note(ProvisionalIDs.of("a.md"), "", "plain\n")])
    #expect(try laptop.sync().committed.story == "moved b.md from a.md")
    #expect(try laptop.log().first == "laptop: moved b.md from a.md")
  }

  @Test("two notes with the same bytes that moved are two lines, and a copy is an addition")
  func twins() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "x\n", "b.md": "x\n"])
    laptop.move("a.md", "c.md")
    laptop.move("b.md", "d.md")
    try laptop.sync()
    let story = try #require(try laptop.log().first)
    #expect(story == "laptop: moved c.md from a.md, moved d.md from b.md")
    laptop.copy("c.md", "e.md")
    try laptop.sync()
    #expect(try laptop.log().first == "laptop: added e.md")
  }

  @Test("a commit of plain git bears the name of its author")
  func plainGit() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    laptop["a.md"] = "b\n"
    try laptop.git("commit", "-qam", "By hand")
    let author = try laptop.git("log", "-1", "--format=%an")
    #expect(try laptop.log().first == "\(author): changed a.md")
  }
}
