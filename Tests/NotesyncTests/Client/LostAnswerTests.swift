import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// Operations that the server carried out without anybody hearing of it.
@Suite("Lost answers")
struct LostAnswerTests {
  /// Whatever is sent after the first two looks is carried out and not answered.
  private func losing(_ server: FakeServer, _ body: () async throws -> Void) async throws {
    server.with { $0.script = [.honest, .honest] + Array(repeating: .lostAnswer, count: 6) }
    await #expect(throws: NotesyncError.self) { try await body() }
    server.with { $0.script = [] }
  }

  @Test("a note that was deleted and put back stays, and is alive on the server again")
  func putBack() async throws {
    for pushesOnly in [true, false] {
      let (server, device) = try await Device.pushed(having: "a", "b")
      let bytes = try device.folder.read("a.md")
      try device.folder.remove("a.md")
      try await losing(server) { _ = try await device.client.push() }
      #expect(server.with { $0.notes["a"]?.deletedAt } != nil)
      try device.folder.write(bytes, to: "a.md")
      #expect(try device.client.queue().changes.map(\.noteID) == ["a"])
      if pushesOnly {
        _ = try await device.client.push()
      } else {
        #expect(try await device.client.sync().pull.removed == [])
      }
      #expect(try device.folder.read("a.md") == bytes)
      #expect(
        server.with { $0.notes["a"].map { $0.deletedAt == nil && $0.text == "text" } } == true)
      #expect(try device.client.queue().changes == [])
    }
  }

  @Test("an edit that was taken back is taken back on the server too")
  func takenBack() async throws {
    let (server, device) = try await Device.pushed(having: "a", text: "first")
    try device.write("a.md", id: "a", "second")
    try await losing(server) { _ = try await device.client.push() }
    #expect(server.with { $0.notes["a"]?.text } == "second")
    try device.write("a.md", id: "a", "first")
    _ = try await device.client.push()
    #expect(server.with { $0.notes["a"]?.text } == "first")
    #expect(try device.client.queue().changes == [])
  }

  @Test(
    "a note that was deleted, put back and deleted again, with no answer, is deleted in the end")
  func deletedTwice() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    try device.folder.remove("a.md")
    try await losing(server) { _ = try await device.client.push() }
    try device.write("a.md", id: "a", "edited")
    server.with { $0.script = [.honest] + Array(repeating: .lostAnswer, count: 6) }
    await #expect(throws: NotesyncError.self) { try await device.client.push() }
    server.with { $0.script = [] }
    #expect(server.with { $0.notes["a"]?.text } == "edited")
    try device.folder.remove("a.md")
    #expect(try await device.client.push().deleted == ["a.md"])
    #expect(server.with { $0.notes["a"]?.deletedAt } != nil)
  }

  @Test("media of a request that a gateway gave up on, and that was carried out, go once")
  func gateway() async throws {
    let (server, device) = try Device.withServer(having: "a", pictures: "a.media/1.jpg")
    server.with { $0.script = [.replyAfterAll(504, "<html>")] }
    #expect(try await device.client.push().mediaCount == 1)
    #expect(try device.client.queue().changes == [])
    let carrying = server.with {
      $0.bodies.count { String(decoding: $0, as: UTF8.self).contains("dataBase64") }
    }
    #expect(carrying == 2)
  }
}
