import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Pushing")
struct PushTests {
  @Test("notes, their tags, pins and pictures arrive, and are not sent twice")
  func first() async throws {
    let (server, device) = try Device.withServer()
    try device.write(
      "a.md", id: "A", "Hello é🌱", tags: ["Garden", "b"], updated: "2026-11-20T11:00:00+01:00")
    try device.write("b.md", "No id yet")
    try device.folder.write(picture(1), to: "a.media/one.jpg")
    try device.folder.write("plain", to: "a.media/notes.txt")
    let report = try await device.client.push()
      .expect(created: ["a.md", "b.md"], media: 1, aside: [])
    #expect(report.storedIDs.map(\.text) == ["b.md"])
    let note = try #require(server.with { $0.notes["A"] })
    #expect(note.text == "Hello é🌱")
    #expect(Set(note.tags) == ["garden", "b"])
    #expect(note.updatedAt.text == "2026-11-20T10:00:00Z")
    #expect(server.with { $0.media["A"]?.map(\.bytes) } == [picture(1)])
    #expect(server.with { $0.media["A"]?.first?.contentType } == "image/jpeg")
    let requests = server.with { $0.requests.count }
    try await device.client.push().expect(notes: 0)
    #expect(server.with { $0.requests.count } == requests)
  }

  @Test("an edit by any editor, a new picture and a removed note are what waits")
  func changes() async throws {
    let (server, device) = try Device.withServer()
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    try device.write("a.md", id: "a", "another text")
    try device.folder.write(picture(2), to: "b.media/x.png")
    try device.folder.remove("c.md")
    let queue = try device.client.queue()
    #expect(queue.changes.map(\.kind) == [.edit, .edit, .delete])
    #expect(queue.changes.map(\.changesContent) == [true, false, true])
    try await device.client.push().expect(edited: ["a.md", "b.md"], deleted: ["c.md"])
    #expect(server.with { $0.notes["a"]?.text } == "another text")
    #expect(server.with { $0.notes["c"]?.deletedAt } != nil)
    #expect(server.with { $0.media["b"]?.count } == 1)
    #expect(try device.client.queue().changes == [])
  }

  @Test("a change of times, of case in tags or of other keys is none")
  func equality() async throws {
    let (_, device) = try Device.withServer()
    try device.write("a.md", id: "a", "text", tags: ["Work", "b"], updated: "2026-11-20T11:00:00Z")
    _ = try await device.client.push()
    try device.folder.write(
      "---\nid: a\ncreated: 2025-01-01\nupdated: 2027-01-01\nmood: calm\ntags: [B, '#work']\n---\ntext",
      to: "a.md")
    #expect(try device.client.queue().changes == [])
  }

  @Test("a request that arrived without its answer is repeated with the same ids and counts once")
  func lostAnswer() async throws {
    let (server, device) = try Device.withServer(having: "a", pictures: "a.media/one.jpg")
    server.with { $0.script = [.lostAnswer] }
    let report = try await device.client.push()
    #expect(report.created.count == 1)
    server.expect("a", media: 1, applied: 1)
    #expect(server.with { $0.bodies[0] == $0.bodies[1] })
  }

  @Test("a crash between sending and writing down sends the same operation once more")
  func crash() async throws {
    let (server, device) = try Device.withServer(having: "a", pictures: "a.media/one.jpg")
    server.with { $0.script = Array(repeating: .lostAnswer, count: 4) }
    await #expect(throws: NotesyncError.self) { try await device.client.push() }
    #expect(server.with { $0.appliedCount["a"] } == 1)
    _ = try await device.client.push()
    server.expect("a", media: 1, applied: 1)
    #expect(try device.client.queue().changes == [])
  }

  @Test("one note that makes the server fail is found and set aside; all others arrive")
  func bisection() async throws {
    for isFailure in [true, false] {
      let (server, device) = try Device.withServer()
      for number in 0..<40 {
        try device.write(
          "n\(number).md", id: "n\(number)", number == 17 ? "poison" : "text \(number)")
      }
      server.with { isFailure ? ($0.failingText = "poison") : ($0.refusedText = "poison") }
      let report = try await device.client.push().expect(asideIDs: ["n17"])
      #expect(report.created.count == 39)
      // It is left in peace, until it changes.
      let count = server.with { $0.requests.count }
      try await device.client.push().expect(asideIDs: ["n17"])
      #expect(server.with { $0.requests.count } == count)
      try device.write("n17.md", id: "n17", "harmless")
      #expect(try await device.client.push().created.map(\.text) == ["n17.md"])
    }
  }

  @Test("a server that fails on everything is not the fault of the notes")
  func failingServer() async throws {
    let (server, device) = try Device.withServer(having: "a")
    server.with { $0.script = Array(repeating: .reply(500, "<html>"), count: 50) }
    await #expect(throws: NotesyncError.serverFails(status: 500)) { try await device.client.push() }
    server.with { $0.script = [] }
    #expect(try await device.client.push().created.count == 1)
  }

  @Test("a server that begins to fail in the middle of a push is not the fault of the notes either")
  func outage() async throws {
    let (server, device) = try Device.withServer(count: 600)
    server.with { $0.script = [.honest] + Array(repeating: .reply(500, "<html>"), count: 5_000) }
    await #expect(throws: NotesyncError.serverFails(status: 500)) { try await device.client.push() }
    #expect(try device.client.queue().aside == [])
    #expect(server.with { $0.requests.count } < 40)
    server.with { $0.script = [] }
    #expect(try await device.client.push().created.count == 100)
  }

  @Test("a failure that passes sets nothing aside")
  func passingFailure() async throws {
    let (server, device) = try await Device.pushed(having: "a")
    try device.write("a.md", id: "a", "edited")
    // The look before it goes well.
    server.with { $0.script = [.honest, .honest, .reply(500, "<html>"), .reply(500, "<html>")] }
    try await device.client.push().expect(edited: ["a.md"], aside: [])
  }

  @Test("one result that cannot be read costs the others nothing")
  func unreadableResult() async throws {
    let (server, device) = try Device.withServer(having: "a", "b", "c")
    server.with { $0.timelessIDs = ["b"] }
    try await device.client.push().expect(created: ["a.md", "c.md"], aside: [.answerUnusable])
    #expect(try device.client.queue().changes.map(\.noteID) == ["b"])
    server.with { $0.timelessIDs = [] }
    #expect(try await device.client.push().created.map(\.text) == ["b.md"])
    for id: NoteID in ["a", "b", "c"] { #expect(server.with { $0.appliedCount[id] } == 1) }
  }

  @Test("a note that moves away while it is sent stops no other")
  func moving() async throws {
    let (_, device) = try Device.withServer()
    for name in ["a", "b"] {
      try device.write("\(name).md", id: name, "text")
      try device.folder.write(picture(1), to: "\(name).media/1.jpg")
    }
    let folder = device.folder
    device.beforeRequest = {
      try? folder.move("a.media", to: "c.media")
    }
    try await device.client.push().expect(created: ["b.md"], aside: [.changing])
  }

  @Test("another note that took a note's place is not sent as that note")
  func exchanged() async throws {
    let (_, device) = try Device.withServer()
    for name in ["a", "b"] { try device.write("\(name).md", id: name, "text of \(name)") }
    let notes = VaultNotes(
      device.vault, zone: .utc, threads: 1, hashes: MediaHashes(device.vault, now: { 0 }),
      now: { 0 })
    let path = try #require(VaultPath("b.md"))
    guard
      case .failure(let blocked) = try notes.note(
        at: path, id: "a", isIDStored: true)
    else {
      Issue.record("b.md was read as a")
      return
    }
    #expect(blocked.note.reason == .otherNote)
  }

  @Test("who is signed out still sees what waits, and forgets it on demand")
  func signedOut() async throws {
    let (server, device) = try Device.withServer()
    // {"sub":"42"}
    device.credentials.accessToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.sig"
    server.with { [token = device.credentials.accessToken] in $0.accessToken = token }
    try device.write("a.md", id: "a", "text")
    _ = try await device.client.push()
    let other = NotesyncClient(
      vault: device.vault, zone: .utc, surroundings: device.surroundings, threads: 1,
      settings: device.settings, transport: server,
      pacing: Pacing(now: { 0 }, sleep: { _ in }, random: { 0.5 }), user: "42", credentials: nil)
    #expect(try other.queue().changes == [])
    #expect(try other.resync() == 1)
    #expect(try device.client.queue().changes.count == 1)
  }

  @Test("a link where the client keeps its things is refused, and nothing behind it is touched")
  func links() async throws {
    for isWhole in [true, false] {
      let (_, device) = try Device.withServer()
      let place = isWhole ? "notesync" : String(device.incoming.dropFirst(".tl/local/".count))
      let outside = try TemporaryFolder(inMemory: true)
      try outside.write("precious", to: "diary.txt")
      let local = device.folder.path(".tl/local")
      try FileManager.default.createDirectory(
        atPath: "\(local)/\(place)", withIntermediateDirectories: true)
      try FileManager.default.removeItem(atPath: "\(local)/\(place)")
      try FileManager.default.createSymbolicLink(
        atPath: "\(local)/\(place)", withDestinationPath: outside.path)
      await #expect(throws: (any Error).self) { try await device.client.sync() }
      await #expect(throws: (any Error).self) { try await device.client.restore() }
      #expect(outside.contents() == ["diary.txt"])
    }
  }

  @Test("a request that names its bad operation loses only that")
  func namedOperation() async throws {
    let (server, device) = try Device.withServer(having: "a", "b", "c")
    server.with {
      $0.script = [
        .reply(
          400,
          #"{"details":[{"input":{"a":[1]},"loc":["ops",1,"note","text"],"msg":"no"}],"error":"invalid_request"}"#
        )
      ]
    }
    let report = try await device.client.push().expect(created: ["a.md", "c.md"])
    #expect(report.aside.first?.reason == .refused(status: 400, "note: text: no"))
    #expect(server.with { $0.requests.count } == 2)
  }

  @Test(
    "an error that repeats the request is read no further than its beginning, and the bad note found"
  )
  func hugeEcho() async throws {
    let (server, device) = try Device.withServer(having: "a", "b")
    let echo = String(repeating: "x", count: 2_000_000)
    let error =
      #"{"details":[{"input":"\#(echo)","loc":["ops",0],"msg":"no"}],"error":"invalid_request"}"#
    server.with { $0.script = [.reply(400, error), .reply(400, error)] }
    try await device.client.push().expect(created: ["b.md"], asideIDs: ["a"])
  }

  @Test("requests stay below the limit; media that do not fit go alone, each a second later")
  func limits() async throws {
    let (server, device) = try Device.withServer()
    device.settings.requestLimit = 20_000
    try device.write("a.md", id: "a", "with pictures", updated: "2026-11-20T11:00:00Z")
    for number in 0..<5 {
      try device.folder.write(picture(number, size: 9_000), to: "a.media/\(number).jpg")
    }
    try device.write("b.md", id: "b", "with a film", updated: "2026-11-20T11:00:00Z")
    try device.folder.write(picture(9, size: 19_000), to: "b.media/large.jpg")
    try device.write("c.md", id: "c", String(repeating: "x", count: 20_001))
    let report = try await device.client.push().expect(created: ["a.md", "b.md"])
    #expect(server.with { $0.media["a"]?.count } == 5)
    #expect(server.with { $0.notes["a"]?.updatedAt.text } == "2026-11-20T11:00:04Z")
    #expect(server.with { $0.bodies.allSatisfy { $0.count <= 20_000 } })
    #expect(server.with { $0.notes["b"]?.text } == "with a film")
    #expect(report.aside.count == 2)
    #expect(try await device.client.push().noteCount == 0)
    #expect(server.with { $0.appliedCount["a"] } == 5)
    #expect(server.with { $0.appliedCount["b"] } == 1)
    device.settings.requestLimit = 50_000
    #expect(try await device.client.push().aside == [])
    #expect(server.with { $0.media["b"]?.count } == 1)
  }

  @Test("many notes go in requests of 500 operations at most")
  func count() async throws {
    let (server, device) = try Device.withServer(count: 620)
    #expect(try await device.client.push().created.count == 620)
    #expect(server.with { $0.requests.count } == 2)
  }

  @Test(
    "413 makes smaller requests of one that is too large, and sets a note aside that is too large alone"
  )
  func tooLarge() async throws {
    let (server, device) = try Device.withServer()
    server.with { $0.bodyLimit = 3_000 }
    for number in 0..<20 { try device.write("n\(number).md", id: "n\(number)", "text") }
    try device.write("z.md", id: "z", String(repeating: "x", count: 4_000))
    let report = try await device.client.push().expect(asideIDs: ["z"])
    #expect(report.created.count == 20)
  }

  @Test("413 for a note with several pictures sends its text and each picture alone")
  func dividedNote() async throws {
    let (server, device) = try Device.withServer()
    server.with { $0.bodyLimit = 3 << 20 }
    try device.write("a.md", id: "a", "text")
    device.settings.requestLimit = 5 << 20
    for number in 1...8 {
      try device.folder.write(picture(number, size: 1_500_000), to: "a.media/\(number).jpg")
    }
    try await device.client.push().expect(media: 8, aside: [])
    #expect(server.with { $0.media["a"]?.count } == 8)
    #expect(try device.client.queue().changes == [])
  }

  @Test("an equal note whose time is ahead of ours is sent again, later")
  func aheadOfTime() async throws {
    let (server, device) = try await Device.pushed(having: "a")
    server.with { $0.notes["a"]?.updatedAt = WireTime(microseconds: 1_800_100_000_500_000) }
    try device.write("a.md", id: "a", "edited")
    try device.folder.write(picture(1), to: "a.media/1.jpg")
    let report = try await device.client.push()
    #expect(report.edited.count == 1)
    server.expect("a", text: "edited", media: 1)
    #expect(report.farAhead.map(\.text) == ["a.md"])
  }

  @Test("deletions that nobody makes by hand are held back")
  func gate() async throws {
    let (server, device) = try await Device.pushed(count: 60)
    for number in 0..<25 {
      try device.folder.remove("n\(number).md")
    }
    let report = try await device.client.push()
    #expect(report.heldDeletions.count == 25)
    #expect(server.with { $0.notes.values.allSatisfy { $0.deletedAt == nil } })
    #expect(try await device.client.push(allowsDeletions: true).deleted.count == 25)
  }

  @Test("a note that cannot be read, or is in a cloud, is not taken for deleted")
  func notDeleted() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b", "c", "d")
    try device.folder.write("---\nid: [broken\n---\ntext", to: "a.md")
    try device.folder.move("b.md", to: ".b.md.icloud")
    try device.folder.write(
      [0x2D, 0x2D, 0x2D, 0x0A] + Array("id: c\n---\n".utf8) + [0xFF, 0xFE], to: "c.md")
    let report = try await device.client.push().expect(deleted: [])
    #expect(Set(report.aside.map(\.reason)) == [.blocked(.brokenFrontMatter), .blocked(.notUTF8)])
    #expect(server.with { $0.notes.values.allSatisfy { $0.deletedAt == nil } })
  }
}
