import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// What cannot go, or need not, is not sent again and again.
@Suite("Left in peace")
struct PeaceTests {
  private func sends(_ server: FakeServer) -> Int {
    server.with { $0.requests.count { $0.path == "/api/notesync" } }
  }

  @Test("a refused edit is not sent with each sync, and is when it changes")
  func refusedEdit() async throws {
    let (server, device) = try await Device.pushed(having: "a")
    server.with { $0.failingText = "poison" }
    try device.write("a.md", id: "a", "poison")
    #expect(try await device.client.sync().push.aside.count == 1)
    let count = sends(server)
    for _ in 0..<2 { #expect(try await device.client.sync().push.aside.count == 1) }
    #expect(sends(server) == count)
    // It may have been the server's bad moment.
    device.clock.advance(3_600)
    #expect(try await device.client.sync().push.aside.count == 1)
    #expect(sends(server) > count)
    try device.write("a.md", id: "a", "better")
    #expect(try await device.client.sync().push.edited.count == 1)
  }

  @Test("a deletion on which the server fails costs the others nothing, and is not tried for ever")
  func refusedDeletion() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b", "c")
    server.with { $0.failingDeletion = "a" }
    try device.folder.remove("a.md", "b.md")
    try await device.client.push().expect(deleted: ["b.md"], asideIDs: ["a"])
    let queue = try device.client.queue()
    #expect(queue.changes == [] && queue.aside.map(\.noteID) == ["a"])
    let count = sends(server)
    #expect(try await device.client.push().aside.count == 1)
    #expect(sends(server) == count)
  }

  @Test("a server that keeps another text than it got is left in peace, and told of")
  func keptOtherwise() async throws {
    let (server, device) = try Device.withServer()
    server.with { $0.stripsBlanks = true }
    try device.write("a.md", id: "a", "text", updated: "2026-11-20T11:00:00Z")
    _ = try await device.client.push()
    try device.write("a.md", id: "a", "text with a blank ", updated: "2026-11-20T11:00:01Z")
    #expect(try await device.client.push().aside.map(\.reason) == [.keptOtherwise])
    for _ in 0..<2 { #expect(try await device.client.sync().pull.copies == []) }
    let (count, files) = (server.with { $0.appliedCount["a"] }, try device.files())
    #expect(try await device.client.sync().push.aside.map(\.reason) == [.keptOtherwise])
    #expect(server.with { $0.appliedCount["a"] } == count)
    #expect(try device.files() == files)
    #expect(try device.folder.readText("a.md").contains("text with a blank \n"))
  }

  @Test("a picture that is added to a note which was deleted elsewhere brings it back")
  func pictureOfDeletedNote() async throws {
    let (server, device) = try Device.withServer()
    server.with {
      var tombstone = WireNote(
        id: "a", text: "", createdAt: .earliest, updatedAt: WireTime(seconds: 1_799_000_000))
      tombstone.deletedAt = tombstone.updatedAt
      $0.notes["a"] = tombstone
    }
    try device.write("a.md", id: "a", "text", updated: "2026-11-20T11:00:00Z")
    try device.folder.write(picture(1), to: "a.media/1.jpg")
    #expect(try await device.client.push().aside.map(\.reason) == [.deletedElsewhere])
    let queue = try device.client.queue()
    #expect(queue.changes == [] && queue.onlyHere.map(\.noteID) == ["a"])
    #expect(try await device.client.push().aside == [])
    try device.folder.write(picture(2), to: "a.media/2.jpg")
    #expect(try await device.client.push().mediaCount == 2)
    server.expect("a", isDeleted: false, media: 2)
  }

  @Test("a picture that was removed on the server is not sent again; after a resync it is")
  func removedOnServer() async throws {
    let (server, device) = try Device.withServer(
      having: "a", updated: "2026-11-20T11:00:00Z", pictures: "a.media/1.jpg")
    _ = try await device.client.sync()
    server.with { $0.media["a"] = [] }
    for _ in 0..<2 { #expect(try await device.client.sync().push.mediaCount == 0) }
    #expect(try device.files().keys.contains("a.media/1.jpg"))
    _ = try device.client.resync()
    #expect(try await device.client.sync().push.mediaCount == 1)
  }

  @Test("a time far ahead is told of and no failure")
  func farAhead() async throws {
    let (server, device) = try Device.withServer()
    server.with {
      $0.notes["a"] = note("a", "from 2099", at: 4_070_908_800)
    }
    for _ in 0..<2 {
      let (pull, _) = try await device.client.sync()
      #expect(pull.findings == [] && pull.farAhead.count == 1)
    }
  }

  @Test("a push without a word from the server leaves the last error and the last sync as they are")
  func silentPush() async throws {
    let (server, device) = try await Device.pushed(having: "a")
    server.with {
      $0.scriptsEverything = true
      $0.script = [.reply(401, "{}")]
    }
    await #expect(throws: NotesyncError.loginExpired) { try await device.client.sync() }
    let before = try device.client.status()
    #expect(try await device.client.push().noteCount == 0)
    #expect(before.lastError != nil)
    #expect(try device.client.status().lastError == before.lastError)
    #expect(try device.client.status().lastSync == before.lastSync)
  }

  @Test("a dry run knows what the gate would hold back")
  func dryRunWithGate() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    server.with { $0.notes = [:] }
    let held = try await device.client.planArrival(isRestore: false)
    #expect(held.arrivals == [] && held.heldRemovals.count == 2)
    let through = try await device.client.planArrival(
      isRestore: false, allowsDeletions: true)
    #expect(through.arrivals.map(\.outcome) == [.remove, .remove])
  }
}
