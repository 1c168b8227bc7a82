import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Syncing")
struct SyncTests {
  @Test(
    "a note whose times cannot be read is named; the others come, and it is not taken for deleted")
  func unreadableTimes() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    server.with {
      $0.timelessIDs = ["a"]
      $0.notes["c"] = note("c", "from the phone")
      $0.notes["old"] = note("old", "the oldest", at: WireTime.earliest.seconds)
      $0.notes["new"] = note("new", "the newest", at: WireTime.latest.seconds)
    }
    let (pull, push) = try await device.client.sync()
    #expect(pull.created.count == 3 && pull.removed == [])
    #expect(
      pull.findings.filter { if case .unreadable = $0.reason { true } else { false } }.map(\.noteID)
        == ["a"])
    #expect(push.noteCount == 0)
    #expect(try device.files().keys.contains("a.md"))
  }

  @Test("what a server that went back in time has besides is kept as a conflict copy")
  func olderServer() async throws {
    let (server, device) = try await Device.pushed(having: "a", updated: "2026-11-20T11:00:00Z")
    server.with { $0.notes["a"] = note("a", "only there", at: 1_780_000_000) }
    let (pull, _) = try await device.client.sync()
    let copy = try #require(pull.copies.first)
    #expect(try device.folder.readText(copy.text).contains("only there"))
    #expect(server.with { $0.notes["a"]?.text } == "text")
  }

  @Test("what was done before an error is told all the same")
  func toldAnyway() async throws {
    let (server, device) = try Device.withServer()
    server.with {
      $0.notes["a"] = note("a", "from the phone")
      $0.script = [.honest] + Array(repeating: .failure(.interrupted("cut")), count: 20)
    }
    try device.write("b.md", "without an id")
    let client = device.client
    await #expect(throws: NotesyncError.self) { try await client.sync() }
    #expect(client.lastPull?.created.count == 1)
    #expect(client.lastPush?.storedIDs.map(\.text) == ["b.md"])
  }

  @Test("from a server that leaves data out when asked, only what is missing comes")
  func withoutData() async throws {
    let (server, device) = try Device.withServer()
    server.with { state in
      state.leavesOutData = true
      for number in 1...5 {
        state.notes["n\(number)"] = note(
          "n\(number)", "text \(number)", at: 1_790_000_000 + Int64(number))
        state.media["n\(number)"] = [.photo("m\(number)", picture(number))]
      }
    }
    #expect(try await device.client.sync().pull.media.count == 5)
    #expect(try device.client.queue().changes == [])
    func paths() -> [String] { server.with { $0.requests.map(\.path) } }
    #expect(paths() == ["/api/notes?limit=1000&data=no", "/api/notes?limit=5"])
    #expect(try await device.client.sync().pull.media == [])
    #expect(paths().last == "/api/notes?limit=1000&data=no")
    // The fourth is the second newest.
    server.with { $0.media["n4"]?.append(.photo("m6", picture(6))) }
    #expect(
      try await device.client.sync().pull.media.map(\.text).first?.hasSuffix("m6.jpg") == true)
    #expect(paths().last == "/api/notes?limit=2")
    // What was removed here is not asked for again.
    let file = try #require(try device.files().keys.first { $0.hasSuffix("m6.jpg") })
    try device.folder.remove(file)
    for _ in 0..<2 { #expect(try await device.client.sync().pull.media == []) }
    #expect(paths().last == "/api/notes?limit=1000&data=no")
    #expect(
      try await device.client.restore(newest: nil, bringsRemovedMedia: true).media.count == 1)
    // Nor are those of a note that was deleted here.
    let oldest = try #require(
      try device.files().keys.first { $0.hasSuffix("text-1-n1.md") }
        ?? device.files().keys.first { $0.contains("text-1") && $0.hasSuffix(".md") })
    try device.folder.remove(oldest)
    let count = paths().count
    #expect(try await device.client.sync().push.deleted.count == 1)
    #expect(paths()[count...].filter { $0.hasPrefix("/api/notes?") }.count == 1)
  }

  @Test("a picture that was removed here does not come back")
  func removedPicture() async throws {
    let (_, device) = try await Device.pushed(
      having: "a", pictures: "a.media/1.jpg", "a.media/2.jpg")
    try device.folder.remove("a.media/1.jpg")
    _ = try await device.client.sync()
    _ = try device.client.resync()
    _ = try await device.client.sync()
    #expect(try device.files().keys.sorted() == ["a.md", "a.media/2.jpg"])
  }

  @Test("an edit on the phone comes in without touching another byte of the file")
  func phoneEdit() async throws {
    let (server, device) = try Device.withServer()
    try device.folder.write(
      "---\r\nmood: calm # today\r\nid: a\r\nupdated: '2026-11-20'\r\ntags:\r\n  - One\r\n  - two\r\n---\r\nold text",
      to: "a.md")
    _ = try await device.client.push()
    server.with {
      $0.notes["a"]?.text = "new text"
      $0.notes["a"]?.tags = ["three", "ONE"]
      $0.notes["a"]?.isPinned = true
      $0.notes["a"]?.updatedAt = WireTime(microseconds: 1_810_000_000_999_999)
    }
    let (pull, push) = try await device.client.sync()
    #expect(pull.updated.map(\.text) == ["a.md"])
    #expect(push.noteCount == 0)
    let text = try device.folder.readText("a.md")
    expect(text, has: "mood: calm # today\r\n", "  - One\r\n  - three\r\n", "pinned: true")
    #expect(text.hasSuffix("---\r\nnew text"))
  }

  @Test("edits on both sides: the later one is the note, the other a conflict copy")
  func conflict() async throws {
    for phoneIsLater in [true, false] {
      let (server, device) = try await Device.pushed(
        having: "a", text: "base", updated: "2026-11-20T11:00:00Z")
      server.with {
        $0.notes["a"]?.text = "from the phone"
        $0.notes["a"]?.updatedAt = WireTime(
          phoneIsLater ? "2026-11-20T13:00:00Z" : "2026-11-20T11:30:00Z")!
      }
      try device.write("a.md", id: "a", "from here", updated: "2026-11-20T12:00:00Z")
      let (pull, push) = try await device.client.sync()
      #expect(pull.copies.count == 1)
      #expect(push.aside == [])
      let winner = phoneIsLater ? "from the phone" : "from here"
      let loser = phoneIsLater ? "from here" : "from the phone"
      #expect(try device.folder.readText("a.md").contains(winner))
      #expect(try device.folder.readText(pull.copies[0].text).contains(loser))
      #expect(server.with { $0.notes["a"]?.text } == winner)
      // Both texts are on the server, and a second sync has nothing to do.
      #expect(server.with { $0.notes.values.count { $0.deletedAt == nil } } == 2)
      let again = try await device.client.sync()
      #expect(again.pull.copies == [] && again.push.noteCount == 0)
    }
  }

  @Test("what was deleted on the phone goes to the trash, what was edited here stays")
  func deletions() async throws {
    let (server, device) = try Device.withServer()
    for name in ["a", "b", "c", "d"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    server.with { state in
      for id: NoteID in ["a", "b"] {
        state.notes[id]?.deletedAt = WireTime(seconds: 1_810_000_000)
        state.notes[id]?.updatedAt = WireTime(seconds: 1_810_000_000)
      }
      // For good, as the web page does it.
      state.notes["c"] = nil
    }
    try device.write("b.md", id: "b", "edited meanwhile")
    let (pull, push) = try await device.client.sync()
    #expect(pull.removed.map(\.text) == ["a.md", "c.md"])
    #expect(push.edited.map(\.text) == ["b.md"])
    server.expect("b", text: "edited meanwhile", isDeleted: false)
    #expect(try device.files().keys.sorted() == ["b.md", "d.md"])
    // The probe left nothing but its own tombstone.
    #expect(server.with { $0.notes.count } == 4)
    let again = try await device.client.sync()
    #expect(again.push.noteCount == 0 && again.pull.removed == [])
  }

  @Test("a server that was emptied, or answers no probes, deletes nothing here")
  func emptiedServer() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    server.with { $0.notes = [:] }
    let (pull, _) = try await device.client.sync()
    #expect(pull.heldRemovals.count == 2)
    #expect(try device.files().count == 2)

    let other = try FakeServer()
    other.with { $0.answersProbes = false }
    let second = try Device(other)
    for name in ["a", "b"] { try second.write("\(name).md", id: name, "text") }
    _ = try await second.client.push()
    other.with { $0.notes["a"] = nil }
    #expect(try await second.client.sync().pull.cannotTellDeletions)
    #expect(try second.files().count == 2)
  }

  @Test("a note deleted here and edited on the phone comes back; one that was not goes there too")
  func deletedHere() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b", "c")
    try device.folder.remove("a.md", "b.md")
    server.edit("a", "edited on the phone", at: WireTime(seconds: 1_810_000_000))
    let (pull, push) = try await device.client.sync()
    #expect(pull.created.count == 1)
    #expect(push.deleted == ["b.md"])
    #expect(server.with { $0.notes["a"]?.deletedAt } == nil)
    #expect(server.with { $0.notes["b"]?.deletedAt } != nil)
  }

  @Test("what was sent without an answer and edited since is no conflict with itself")
  func ownPast() async throws {
    for isCreation in [true, false] {
      let (server, device) = try Device.withServer(having: "a", text: "first")
      if !isCreation {
        _ = try await device.client.push()
        try device.write("a.md", id: "a", "second")
      }
      server.with { $0.script = Array(repeating: .lostAnswer, count: 4) }
      if !isCreation {
        // The look before the edit goes well.
        server.with { $0.script = [.honest, .honest] + $0.script }
      }
      await #expect(throws: NotesyncError.self) { try await device.client.push() }
      server.with { $0.script = [] }
      try device.write("a.md", id: "a", "third")
      let (pull, push) = try await device.client.sync()
      #expect(pull.copies == [])
      #expect(push.edited.count + push.created.count == 1)
      #expect(server.with { $0.notes["a"]?.text } == "third")
    }
  }

  @Test("a dry run tells what would come, and writes nothing")
  func dryRun() async throws {
    let (server, device) = try Device.withServer()
    for name in ["a", "b", "c", "d"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    server.with {
      $0.notes["new"] = note("new", "new")
      for id: NoteID in ["a", "b"] {
        $0.notes[id]?.text = "from the phone"
        $0.notes[id]?.updatedAt = WireTime(seconds: 1_810_000_000)
      }
      $0.notes["d"] = nil
    }
    try device.write("b.md", id: "b", "from here")
    let before = try device.files()
    let found = try await device.client.planArrival(isRestore: false)
    #expect(
      Set(found.arrivals.map { "\($0.noteID.text) \($0.outcome?.rawValue ?? "")" })
        == ["new create", "a update", "b conflict", "d remove"])
    #expect(try device.files() == before)
    #expect(try device.client.queue().changes.map(\.noteID) == ["b"])
  }
}
