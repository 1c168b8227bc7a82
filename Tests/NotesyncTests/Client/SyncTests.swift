import Crypto
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Restoring and syncing")
struct SyncTests {
  private func note(
    _ id: String, _ text: String, at seconds: Int64 = 1_790_000_000, tags: [String] = []
  ) -> WireNote {
    WireNote(
      id: id, text: text, tags: tags, createdAt: WireTime(seconds: 1_780_000_000),
      updatedAt: WireTime(seconds: seconds))
  }

  @Test("two empty vaults restore the same files, whatever the order of tags and answers")
  func sameFiles() async throws {
    let server = try FakeServer()
    server.with {
      $0.notes["8F0C1C1E-AAAA"] = note(
        "8F0C1C1E-AAAA", "From the phone\n\nSecond line", tags: ["b", "d", "a", "e", "c"])
      $0.notes["x"] = note("x", "")
      $0.media["x"] = [
        .init(
          id: "MEDIA-1", kind: "image", filename: "../../etc/passwd", contentType: "image/png",
          checksum: SHA256.hash(data: picture(1)).hex, bytes: picture(1))
      ]
    }
    let (first, second) = (try Device(server), try Device(server, seed: 2))
    let report = try await first.client.restore()
    _ = try await second.client.restore(newest: nil)
    #expect(report.created.count == 2)
    #expect(try first.files() == second.files())
    #expect(try first.files().keys.contains { $0.hasSuffix("/MEDIA-1.jpg") })
    #expect(try first.files().keys.contains { $0.hasSuffix("from-the-phone-8f0c1c1e.md") })
    #expect(try await first.client.restore().created == [])
    #expect(try first.client.queue().changes == [])
    let text = try first.folder.readText(
      try #require(report.created.first { $0.text.contains("phone") }).text)
    #expect(
      text == """
        ---
        id: 8F0C1C1E-AAAA
        created: 2026-05-28T20:26:40Z
        updated: 2026-09-21T14:13:20Z
        tags: [a, b, c, d, e]
        ---

        From the phone

        Second line

        """)
  }

  @Test("all notes come, however many there are")
  func all() async throws {
    let server = try FakeServer()
    server.with { state in
      for number in 0..<1_010 { state.notes["n\(number)"] = note("n\(number)", "text \(number)") }
    }
    let device = try Device(server)
    #expect(try await device.client.restore().created.count == 10)
    #expect(try await device.client.restore(newest: nil).created.count == 1_000)
  }

  @Test("media of every odd kind are taken, kept apart or named, and the note is kept")
  func oddMedia() async throws {
    let server = try FakeServer()
    let hash = SHA256.hash(data: picture(1)).hex
    server.with {
      $0.notes["a"] = note("a", "text")
      $0.media["a"] = [
        .init(
          id: "1", kind: "image", filename: "", contentType: "image/jpeg",
          checksum: "sha256:" + hash.uppercased(), bytes: picture(1)),
        .init(
          id: "2", kind: "file", filename: "x.pdf", contentType: "application/pdf", checksum: "",
          bytes: Array("%PDF-1.4".utf8)),
        .init(
          id: "3", kind: "image", filename: "y.jpg", contentType: "text/html",
          checksum: String(repeating: "0", count: 64), bytes: picture(3)),
        .init(
          id: "../4", kind: "audio", filename: "z", contentType: "audio/m4a", checksum: "?",
          bytes: Array("....ftypM4A .".utf8)),
      ]
    }
    let device = try Device(server)
    let report = try await device.client.restore()
    #expect(report.findings.count == 1)
    guard case .wrongChecksum(_, let kept)? = report.findings.first?.reason else {
      Issue.record("\(report.findings)")
      return
    }
    #expect(try device.folder.read(kept.text) == picture(3))
    let names = try device.files().keys.compactMap { $0.split(separator: "/").last }.sorted()
    #expect(names.contains("1.jpg") && names.contains("2.pdf"))
    #expect(names.contains { $0.hasSuffix(".m4a") && !$0.contains("4.m4a.") })
    #expect(names.count == 4)
    #expect(try device.client.queue().changes == [])
    #expect(try await device.client.restore().media == [])
    #expect(try await device.client.push().noteCount == 0)
  }

  @Test(
    "a note whose times cannot be read is named; the others come, and it is not taken for deleted")
  func unreadableTimes() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    for name in ["a", "b"] { try device.write("\(name).md", id: name, "text") }
    _ = try await device.client.push()
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

  @Test("a restore that is cut anywhere leaves whole notes, and the next one brings the rest")
  func cutRestore() async throws {
    try await withSeed { (generator: inout SeededGenerator, _) async throws in
      let server = try FakeServer()
      server.with { state in
        state.scriptsEverything = true
        for number in 1...3 {
          state.notes["n\(number)"] = note("n\(number)", "text \(number)")
          state.media["n\(number)"] = [
            .init(
              id: "m\(number)", kind: "image", filename: "x.jpg", contentType: "image/jpeg",
              checksum: SHA256.hash(data: picture(number, size: 3_000)).hex,
              bytes: picture(number, size: 3_000))
          ]
        }
      }
      for _ in 0..<16 {
        let device = try Device(server)
        let count = Int.random(in: 0..<13_000, using: &generator)
        server.with { $0.script = [.cut(count)] }
        await #expect(throws: NotesyncError.self, "\(count)") {
          try await device.client.restore(newest: nil)
        }
        #expect(
          try FileManager.default.contentsOfDirectory(
            atPath: device.folder.path(".tl/local/notesync/incoming")) == [])
        let report = try await device.client.restore(newest: nil)
        #expect(report.created.count == 3 && report.media.count == 3 && report.findings == [])
        #expect(try device.client.queue().changes == [])
      }
    }
  }

  @Test("a note that is listed twice is written once; more notes than were asked for are none")
  func tooMany() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    let listed =
      #"{"id":"a","text":"x","isPinned":false,"tags":[],"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"}"#
    server.with {
      $0.scriptsEverything = true
      $0.script = [.reply(200, #"{"media":[],"notes":[\#(listed),\#(listed)]}"#)]
    }
    #expect(try await device.client.restore(newest: 2).created.count == 1)
    server.with { $0.script = [.reply(200, #"{"media":[],"notes":[\#(listed),\#(listed)]}"#)] }
    // Asking for one goes to the same path as the look before a first push.
    await #expect(throws: NotesyncError.self) { try await device.client.restore(newest: 1) }
  }

  @Test(
    "pictures that were lost here come back with a restore; those that were removed when asked for")
  func lostPictures() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    try device.write("a.md", id: "a", "text")
    for number in 1...2 { try device.folder.write(picture(number), to: "a.media/\(number).jpg") }
    _ = try await device.client.push()
    try FileManager.default.removeItem(atPath: device.folder.path("a.media"))
    #expect(try await device.client.restore(newest: nil).media.count == 2)
    let files = try device.files().keys.filter { $0.hasSuffix(".jpg") }.sorted()
    try FileManager.default.removeItem(atPath: device.folder.path(try #require(files.first)))
    _ = try await device.client.sync()
    let report = try await device.client.restore(newest: nil)
    #expect(report.media == [] && report.removedMediaCount == 1)
    #expect(
      try await device.client.restore(newest: nil, bringsRemovedMedia: true).media.count == 1)
    #expect(try device.client.queue().changes == [])
  }

  @Test("what a server that went back in time has besides is kept as a conflict copy")
  func olderServer() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    try device.write("a.md", id: "a", "text", updated: "2026-11-20T11:00:00Z")
    _ = try await device.client.push()
    server.with { $0.notes["a"] = note("a", "only there", at: 1_780_000_000) }
    let (pull, _) = try await device.client.sync()
    let copy = try #require(pull.copies.first)
    #expect(try device.folder.readText(copy.text).contains("only there"))
    #expect(server.with { $0.notes["a"]?.text } == "text")
  }

  @Test("what was done before an error is told all the same")
  func toldAnyway() async throws {
    let server = try FakeServer()
    let device = try Device(server)
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
    let server = try FakeServer()
    let device = try Device(server)
    server.with { state in
      state.leavesOutData = true
      for number in 1...5 {
        state.notes["n\(number)"] = note(
          "n\(number)", "text \(number)", at: 1_790_000_000 + Int64(number))
        state.media["n\(number)"] = [
          .init(
            id: "m\(number)", kind: "image", filename: "x.jpg", contentType: "image/jpeg",
            checksum: SHA256.hash(data: picture(number)).hex, bytes: picture(number))
        ]
      }
    }
    #expect(try await device.client.sync().pull.media.count == 5)
    #expect(try device.client.queue().changes == [])
    func paths() -> [String] { server.with { $0.requests.map(\.path) } }
    #expect(paths() == ["/api/notes?limit=1000&data=no", "/api/notes?limit=5"])
    #expect(try await device.client.sync().pull.media == [])
    #expect(paths().last == "/api/notes?limit=1000&data=no")
    // The fourth is the second newest.
    server.with {
      $0.media["n4"]?.append(
        .init(
          id: "m6", kind: "image", filename: "x.jpg", contentType: "image/jpeg",
          checksum: SHA256.hash(data: picture(6)).hex, bytes: picture(6)))
    }
    #expect(
      try await device.client.sync().pull.media.map(\.text).first?.hasSuffix("m6.jpg") == true)
    #expect(paths().last == "/api/notes?limit=2")
    // What was removed here is not asked for again.
    let file = try #require(try device.files().keys.first { $0.hasSuffix("m6.jpg") })
    try FileManager.default.removeItem(atPath: device.folder.path(file))
    for _ in 0..<2 { #expect(try await device.client.sync().pull.media == []) }
    #expect(paths().last == "/api/notes?limit=1000&data=no")
    #expect(
      try await device.client.restore(newest: nil, bringsRemovedMedia: true).media.count == 1)
    // Nor are those of a note that was deleted here.
    let oldest = try #require(
      try device.files().keys.first { $0.hasSuffix("text-1-n1.md") }
        ?? device.files().keys.first { $0.contains("text-1") && $0.hasSuffix(".md") })
    try FileManager.default.removeItem(atPath: device.folder.path(oldest))
    let count = paths().count
    #expect(try await device.client.sync().push.deleted.count == 1)
    #expect(paths()[count...].filter { $0.hasPrefix("/api/notes?") }.count == 1)
  }

  @Test("data that do not come although they were asked for are named")
  func missingData() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    let listed =
      #"{"id":"a","text":"x","isPinned":false,"tags":[],"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"}"#
    let media =
      #"{"id":"m","noteId":"a","kind":"image","filename":"f","contentType":"image/jpeg","checksum":"00"}"#
    let list = #"{"media":[\#(media)],"notes":[\#(listed)]}"#
    let later = #"{"media":[],"notes":[\#(listed)]}"#
    server.with { $0.script = [.reply(200, list), .reply(200, later)] }
    let report = try await device.client.restore()
    #expect(report.created.count == 1)
    #expect(report.findings.map(\.reason) == [.missingData(filename: "f")])
  }

  @Test("a picture that was removed here does not come back")
  func removedPicture() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    try device.write("a.md", id: "a", "text")
    try device.folder.write(picture(1), to: "a.media/1.jpg")
    try device.folder.write(picture(2), to: "a.media/2.jpg")
    _ = try await device.client.push()
    try FileManager.default.removeItem(atPath: device.folder.path("a.media/1.jpg"))
    _ = try await device.client.sync()
    _ = try device.client.resync()
    _ = try await device.client.sync()
    #expect(try device.files().keys.sorted() == ["a.md", "a.media/2.jpg"])
  }

  @Test("an edit on the phone comes in without touching another byte of the file")
  func phoneEdit() async throws {
    let server = try FakeServer()
    let device = try Device(server)
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
    #expect(text.contains("mood: calm # today\r\n"))
    #expect(text.contains("  - One\r\n  - three\r\n"))
    #expect(text.contains("pinned: true"))
    #expect(text.hasSuffix("---\r\nnew text"))
  }

  @Test("edits on both sides: the later one is the note, the other a conflict copy")
  func conflict() async throws {
    for phoneIsLater in [true, false] {
      let server = try FakeServer()
      let device = try Device(server)
      try device.write("a.md", id: "a", "base", updated: "2026-11-20T11:00:00Z")
      _ = try await device.client.push()
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
    let server = try FakeServer()
    let device = try Device(server)
    for name in ["a", "b", "c", "d"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    server.with { state in
      for id in ["a", "b"] {
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
    #expect(server.with { $0.notes["b"]?.deletedAt } == nil)
    #expect(server.with { $0.notes["b"]?.text } == "edited meanwhile")
    #expect(try device.files().keys.sorted() == ["b.md", "d.md"])
    // The probe left nothing but its own tombstone.
    #expect(server.with { $0.notes.count } == 4)
    let again = try await device.client.sync()
    #expect(again.push.noteCount == 0 && again.pull.removed == [])
  }

  @Test("a server that was emptied, or answers no probes, deletes nothing here")
  func emptiedServer() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    for name in ["a", "b"] { try device.write("\(name).md", id: name, "text") }
    _ = try await device.client.push()
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
    let server = try FakeServer()
    let device = try Device(server)
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "text") }
    _ = try await device.client.push()
    for name in ["a", "b"] {
      try FileManager.default.removeItem(atPath: device.folder.path("\(name).md"))
    }
    server.with {
      $0.notes["a"]?.text = "edited on the phone"
      $0.notes["a"]?.updatedAt = WireTime(seconds: 1_810_000_000)
    }
    let (pull, push) = try await device.client.sync()
    #expect(pull.created.count == 1)
    #expect(push.deleted == ["b.md"])
    #expect(server.with { $0.notes["a"]?.deletedAt } == nil)
    #expect(server.with { $0.notes["b"]?.deletedAt } != nil)
  }

  @Test("what was sent without an answer and edited since is no conflict with itself")
  func ownPast() async throws {
    for isCreation in [true, false] {
      let server = try FakeServer()
      let device = try Device(server)
      try device.write("a.md", id: "a", "first")
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

  @Test("a rehearsal tells what would come, and writes nothing")
  func rehearsal() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    for name in ["a", "b", "c", "d"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    server.with {
      $0.notes["new"] = note("new", "new")
      for id in ["a", "b"] {
        $0.notes[id]?.text = "from the phone"
        $0.notes[id]?.updatedAt = WireTime(seconds: 1_810_000_000)
      }
      $0.notes["d"] = nil
    }
    try device.write("b.md", id: "b", "from here")
    let before = try device.files()
    let found = try await device.client.rehearseArrival(isRestore: false)
    #expect(
      Set(found.map { "\($0.noteID) \($0.outcome)" })
        == ["new create", "a update", "b conflict", "d remove"])
    #expect(try device.files() == before)
    #expect(try device.client.queue().changes.map(\.noteID) == ["b"])
  }

  @Test("a restore brings back what was lost here, and overwrites nothing that is newer")
  func restoring() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    try FileManager.default.removeItem(atPath: device.folder.path("a.md"))
    try device.write("b.md", id: "b", "edited here")
    let report = try await device.client.restore(newest: nil)
    #expect(report.created.count == 1)
    #expect(try device.folder.readText("b.md").contains("edited here"))
    #expect(try device.client.queue().changes.map(\.noteID) == ["b"])
  }

  @Test("the example vault comes back from an empty server: texts, tags, pins, times and media")
  func roundTrip() async throws {
    let server = try FakeServer()
    let first = try Device(server)
    let source = RepositoryRoot.path("example-vault")
    for name in try FileManager.default.subpathsOfDirectory(atPath: source) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(source)/\(name)", isDirectory: &isFolder)
      guard !isFolder.boolValue, !name.hasPrefix(".tl/") else { continue }
      try first.folder.write(Data(contentsOf: URL(fileURLWithPath: "\(source)/\(name)")), to: name)
    }
    let report = try await first.client.push()
    #expect(report.created.count > 3)
    let second = try Device(server, seed: 2)
    _ = try await second.client.restore(newest: nil)
    #expect(try second.contents() == first.contents())
    #expect(try second.times() == first.times())
    #expect(try second.client.queue().changes == [])
  }
}

extension Device {
  /// When each note was made and last changed, to the second, by id.
  func times() throws -> [String: String] {
    var times: [String: String] = [:]
    let notes = VaultNotes(
      vault, zone: .utc, threads: 1, hashes: MediaHashes(vault, now: { self.clock.now() }))
    _ = try notes.forEach { times[$0.id.text] = "\($0.created.seconds) \($0.updated.seconds)" }
    return times
  }
}
