import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// An account whose photos are too much to be sent each time, on a server that cannot leave them out.
@Suite("Large accounts")
struct LargeAccountTests {
  private static let size = 6_000

  /// A device that has sent notes with a photo each, and has synced once since.
  private func device(_ server: FakeServer, notes count: Int = 30) async throws -> Device {
    let device = try Device(server)
    device.settings.lightListSize = 1_000
    for number in 10..<(10 + count) {
      try device.write(
        "n\(number).md", id: "note-\(number)", "text \(number)",
        updated: WireTime(seconds: 1_790_000_000 + Int64(number) * 10).text)
      try device.folder.write(
        picture(number, size: Self.size), to: "n\(number).media/\(number).jpg")
    }
    _ = try await device.client.push()
    _ = try await device.client.sync()
    server.with { state in
      state.requests = []
      state.sentBytes = 0
      state.lengths = [:]
    }
    return device
  }

  private func prepared() async throws -> (FakeServer, Device) {
    let server = try FakeServer()
    return (server, try await device(server))
  }

  private func limits(_ server: FakeServer) -> [Int] {
    server.with { $0.requests }.filter { $0.method == .get }.compactMap { request in
      request.path.split(separator: "?").last?.split(separator: "&").first?.split(separator: "=")
        .last.flatMap { Int($0) }
    }
  }

  /// How many notes the list has that restoring asks for and that cannot be read.
  private func failingList(_ client: NotesyncClient, newest: Int?) async -> Int? {
    let error = await #expect(throws: NotesyncError.self) {
      try await client.restore(newest: newest)
    }
    guard case .listFails(let count, _)? = error else { return nil }
    return count
  }

  private func add(_ id: String, _ number: Int, at seconds: Int64, to server: FakeServer) {
    server.with { Self.add(id, number, at: seconds, to: &$0) }
  }

  private static func add(
    _ id: String, _ number: Int, at seconds: Int64, size: Int = size,
    to state: inout FakeServer.State
  ) {
    let time = WireTime(seconds: seconds)
    state.notes[NoteID(nonEmpty: id)] = WireNote(
      id: id, text: "text \(number)", createdAt: time, updatedAt: time)
    let bytes = picture(number, size: size)
    let name = "00000000-0000-4000-8000-0000000000\(number)"
    state.media[NoteID(nonEmpty: id)] = [.photo(name, bytes, filename: name + ".jpg")]
  }

  @Test("a sync with no change moves no photo, and there is nothing to bring in")
  func noChange() async throws {
    let (server, device) = try await prepared()
    let (pull, push) = try await device.client.sync()
    #expect(pull.isEmpty && pull.findings == [] && push.noteCount == 0)
    #expect(server.with { $0.sentBytes } < Self.size)
    #expect(limits(server).allSatisfy { $0 == 1 })
  }

  @Test(
    "a new note comes with a request for few notes, whatever its length", arguments: [40, 4_000])
  func newNote(number: Int) async throws {
    let (server, device) = try await prepared()
    add("note-40", number % 100, at: device.clock.now() + 100, to: server)
    let (pull, _) = try await device.client.sync()
    #expect(pull.created.count == 1 && pull.media.count == 1)
    #expect(limits(server).max() ?? 0 <= 20)
    #expect(try await device.client.sync().pull.isEmpty)
  }

  @Test("a note that was sent after later ones were is found among them")
  func lateNote() async throws {
    let (server, device) = try await prepared()
    let times = server.with { $0.notes.values.map(\.updatedAt.seconds).sorted() }
    add("late", 77, at: times[times.count - 3] + 1, to: server)
    server.with { $0.notes["late"]?.text = "a text of another length" }
    #expect(try await device.client.sync().pull.created.count == 1)
  }

  @Test("a new note comes that is as long as one that was deleted", arguments: [39, 38])
  func newNoteForADeletedOne(number: Int) async throws {
    let (server, device) = try await prepared()
    // So long that no other note can be taken for it.
    let time = WireTime(seconds: device.clock.now() + 100)
    let id = NoteID(nonEmpty: "note-\(number)")
    server.with {
      $0.notes[id]?.text =
        "a text that is longer than the others, " + String(repeating: "long ", count: 50)
    }
    _ = try await device.client.sync()
    try server.with { state in
      var note = try #require(state.notes[id])
      note.id = "note-40"
      note.text = String(note.text.reversed())
      note.updatedAt = time
      state.notes["note-40"] = note
      state.media["note-40"] = state.media[id]
      state.notes[id]?.deletedAt = time
      state.notes[id]?.updatedAt = time
    }
    let (pull, _) = try await device.client.sync()
    #expect(pull.created.count == 1 && pull.media.count == 1)
    #expect(pull.removed.map(\.text) == ["n\(number).md"])
    #expect(limits(server).max() ?? 0 <= 20)
  }

  @Test("a note that a phone sends while this device sends comes with the next sync")
  func noteInBetween() async throws {
    let (server, device) = try await prepared()
    try device.write("mine.md", "from here")
    let time = device.clock.now() + 100
    server.with { state in
      state.afterNextChange = { Self.add("note-40", 40, at: time, size: 2 * Self.size, to: &$0) }
    }
    let (first, push) = try await device.client.sync()
    #expect(first.created.isEmpty && push.created.count == 1)
    #expect(try await device.client.sync().pull.created.count == 1)
    #expect(limits(server).max() ?? 0 <= 20)
  }

  @Test("of a server that does not answer about notes, the newest ones are looked at each time")
  func noAnswers() async throws {
    let (server, device) = try await prepared()
    server.with { state in
      state.answersProbes = false
      // As long as it was.
      state.notes["note-39"]?.text = "next 39"
      state.notes["note-39"]?.updatedAt.microseconds += 1_000_000
    }
    #expect(try await device.client.sync().pull.updated.count == 1)
  }

  @Test("an edit, its new photo and a deletion come, and what is here alone is sent")
  func edits() async throws {
    let (server, device) = try await prepared()
    let now = device.clock.now() + 100
    add("note-12", 78, at: now, to: server)
    server.delete("note-20", at: WireTime(seconds: now))
    try device.write("mine.md", "from here")
    let (pull, push) = try await device.client.sync()
    #expect(pull.updated.map(\.text) == ["n12.md"] && pull.media.count == 1)
    #expect(pull.removed.map(\.text) == ["n20.md"])
    #expect(push.created.map(\.text) == ["mine.md"])
    #expect(try await device.client.sync().pull.isEmpty)
    #expect(limits(server).max() ?? 0 <= 20)
  }

  @Test("what a push sends leaves nothing to look for")
  func pushed() async throws {
    let (server, device) = try await prepared()
    try device.write("mine.md", "from here")
    _ = try await device.client.push()
    server.with { $0.sentBytes = 0 }
    #expect(try await device.client.sync().pull.isEmpty)
    #expect(server.with { $0.sentBytes } < Self.size)
  }

  @Test("all notes come to an empty vault in lists that double; what came before one broke stays")
  func doubling() async throws {
    let server = try FakeServer()
    _ = try await device(server, notes: 70)
    let empty = try Device(server, seed: 9)
    server.with {
      $0.scriptsEverything = true
      $0.script = [.honest, .cut(100_000)]
    }
    let client = empty.client
    #expect(await failingList(client, newest: nil) == 40)
    #expect(client.lastPull?.created.count == 20)
    #expect(try empty.files().keys.count { $0.hasSuffix(".jpg") } == 20)
    let report = try await empty.client.restore(newest: nil)
    #expect(report.created.count == 50 && report.media.count == 50)
    #expect(limits(server) == [20, 40, 20, 40, 80])
  }

  @Test("an answer with a server's error in the middle of it is told from one of another service")
  func errorInside() async throws {
    let (server, device) = try Device.withServer()
    let start =
      #"{"media": [{"checksum": "00", "contentType": "image/jpeg", "dataBase64": "/9j/4AAQ"#
    server.with { $0.script = [.reply(200, start + "\r\n<html>Internal Server Error")] }
    #expect(await failingList(device.client, newest: 50) == 50)
    server.with { $0.script = [.reply(200, #"{"message": "hello"}"#)] }
    await #expect {
      try await device.client.restore(newest: 50)
    } throws: { error in
      guard case NotesyncError.unusableAnswer? = error as? NotesyncError else { return false }
      return true
    }
  }

  @Test("photos that came before the answer with them broke off are kept, and the rest comes later")
  func partOfTheData() async throws {
    let server = try FakeServer()
    _ = try await device(server, notes: 6)
    server.with { $0.leavesOutData = true }
    let device = try Device(server, seed: 9)
    server.with { $0.script = [.honest, .cut(20_000)] }
    let client = device.client
    await #expect(throws: NotesyncError.self) { try await client.restore(newest: nil) }
    let kept = try device.files().keys.count { $0.hasSuffix(".jpg") }
    #expect(client.lastPull?.created.count == 6 && kept > 0 && kept < 6)
    #expect(client.lastPull?.findings == [])
    #expect(try await device.client.sync().pull.media.count == 6 - kept)
  }

  @Test(
    "a note that comes back from the phone brings its pictures, though their folder was left here")
  func returning() async throws {
    for leavesOutData in [true, false] {
      let server = try FakeServer()
      server.with { $0.leavesOutData = leavesOutData }
      let device = try Device(server)
      for name in ["a", "b"] { try device.write("\(name).md", id: name, "text of \(name)") }
      try device.folder.write(picture(1), to: "a.media/1.jpg")
      _ = try await device.client.push()
      try device.folder.remove("a.md")
      server.edit("a", "edited on the phone", at: WireTime(seconds: device.clock.now() + 10))
      let (pull, _) = try await device.client.sync()
      #expect(pull.created.count == 1 && pull.media.count == 1)
    }
  }
}

/// What is known of a list.
@Suite("The shape of a list")
struct ListEstimateTests {
  private func shape(_ count: Int, media: Int64 = 0, text: Int64 = 100) -> ListEstimate {
    ListEstimate(
      (0..<count).map { number in
        .init(
          id: NoteID(nonEmpty: "n\(10_000 + number)"),
          updated: WireTime(seconds: Int64(1_000 - number)), mediaSize: media, textSize: text)
      })
  }

  @Test("the first look asks for at most twenty notes, and for few where photos are large")
  func firstLimit() {
    #expect(shape(5_000).firstLimit == 20)
    #expect(shape(5_000, media: 4_000_000).firstLimit == 8)
    #expect(shape(5_000, media: 50_000_000).firstLimit == 2)
    #expect(shape(0).firstLimit == 20)
  }

  @Test("a note is in a list that is as long as the notes before it and itself")
  func rank() {
    #expect(shape(10).rank(of: WireTime(seconds: 2_000)) == 1)
    #expect(shape(10).rank(of: WireTime(seconds: 998)) == 4)
  }

  @Test("few notes are asked about each time; of many the newest, and every other one in its turn")
  func questions() {
    #expect(shape(300).questions(after: nil).ids.count == 300)
    let shape = shape(5_000)
    var (asked, last): (Set<NoteID>, NoteID?) = ([], nil)
    for _ in 0..<20 {
      let (ids, next) = shape.questions(after: last)
      #expect(ids.count < 1_000 && ids.first == "n10000" && Set(ids).count == ids.count)
      asked.formUnion(ids)
      last = next
    }
    #expect(asked.count == 5_000)
  }

  @Test("a note as long as the one that it pushes out can hide behind an unchanged length")
  func ambiguity() {
    #expect(ListLengths(limit: 8, first: 1_030, before: 7_000, whole: 8_001).isAmbiguous)
    #expect(!ListLengths(limit: 8, first: 1_030, before: 7_000, whole: 9_500).isAmbiguous)
    let mark = ListLengths(limit: 8, first: 1, before: 2, whole: 3)
    #expect(ListLengths(mark.text) == mark)
    #expect(ListLengths("8 1 2") == nil)
  }
}
