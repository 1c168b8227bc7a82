import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Restoring")
struct RestoringTests {
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
          checksum: sha256Hex(picture(1)), bytes: picture(1))
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
    let hash = sha256Hex(picture(1))
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

  @Test("a restore that is cut anywhere leaves whole notes, and the next one brings the rest")
  func cutRestore() async throws {
    try await withSeed { (generator: inout SeededGenerator, _) async throws in
      let server = try FakeServer()
      server.with { state in
        state.scriptsEverything = true
        for number in 1...3 {
          state.notes["n\(number)"] = note("n\(number)", "text \(number)")
          state.media["n\(number)"] = [.photo("m\(number)", picture(number, size: 3_000))]
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
          try device.folder.names(in: device.incoming) == [])
        let report = try await device.client.restore(newest: nil)
        #expect(report.created.count == 3 && report.media.count == 3 && report.findings == [])
        #expect(try device.client.queue().changes == [])
      }
    }
  }

  @Test("a note that is listed twice is written once; more notes than were asked for are none")
  func tooMany() async throws {
    let (server, device) = try Device.withServer()
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
    let (_, device) = try Device.withServer(having: "a")
    for number in 1...2 { try device.folder.write(picture(number), to: "a.media/\(number).jpg") }
    _ = try await device.client.push()
    try device.folder.remove("a.media")
    #expect(try await device.client.restore(newest: nil).media.count == 2)
    let files = try device.files().keys.filter { $0.hasSuffix(".jpg") }.sorted()
    try device.folder.remove(try #require(files.first))
    _ = try await device.client.sync()
    let report = try await device.client.restore(newest: nil)
    #expect(report.media == [] && report.removedMediaCount == 1)
    #expect(
      try await device.client.restore(newest: nil, bringsRemovedMedia: true).media.count == 1)
    #expect(try device.client.queue().changes == [])
  }

  @Test("data that do not come although they were asked for are named")
  func missingData() async throws {
    let (server, device) = try Device.withServer()
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

  @Test("a restore brings back what was lost here, and overwrites nothing that is newer")
  func restoring() async throws {
    let (_, device) = try Device.withServer()
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "text of \(name)") }
    _ = try await device.client.push()
    try device.folder.remove("a.md")
    try device.write("b.md", id: "b", "edited here")
    let report = try await device.client.restore(newest: nil)
    #expect(report.created.count == 1)
    #expect(try device.folder.readText("b.md").contains("edited here"))
    #expect(try device.client.queue().changes.map(\.noteID) == ["b"])
  }
}
