import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// What others did on the server is neither sent again nor overwritten unseen.
@Suite("Comparing before pushing")
struct RemoteComparisonTests {
  @Test("a second vault with the same notes and pictures has nothing to send")
  func sameNotes() async throws {
    let server = try FakeServer()
    let (first, second) = (try Device(server), try Device(server, seed: 2))
    for device in [first, second] {
      try device.write("a.md", id: "a", "text", updated: "2026-11-20T11:00:00Z")
      try device.folder.write(picture(1), to: "a.media/1.jpg")
      try device.write("b.md", id: "b", "text", updated: "2026-11-20T11:00:00Z")
    }
    try second.folder.write(picture(2), to: "b.media/2.jpg")
    _ = try await first.client.push()
    try await second.client.push().expect(edited: ["b.md"], media: 1)
    #expect(server.with { $0.appliedCount } == ["a": 1, "b": 2])
    #expect(server.with { $0.media["b"]?.count } == 1)
  }

  @Test("a picture that only the server has is no removed one for a vault with the same note")
  func unknownPicture() async throws {
    let server = try FakeServer()
    let (first, second) = (try Device(server), try Device(server, seed: 2))
    for device in [first, second] {
      try device.write("a.md", id: "a", "text", updated: "2026-11-20T11:00:00Z")
    }
    try first.folder.write(picture(1), to: "a.media/1.jpg")
    _ = try await first.client.push()
    #expect(try await second.client.push().noteCount == 0)
    #expect(try await second.client.sync().pull.media.count == 1)
  }

  @Test("a picture that goes along with a note that is there already is not lost in a broken line")
  func brokenLine() async throws {
    let server = try FakeServer()
    let (first, second) = (try Device(server), try Device(server, seed: 2))
    for device in [first, second] {
      try device.write("a.md", id: "a", "text", updated: "2026-11-20T11:00:00Z")
    }
    try second.folder.write(picture(1), to: "a.media/1.jpg")
    try second.write("z.md", id: "z", "text")
    try second.folder.move("a.md", to: "a.txt")
    _ = try await second.client.push()
    _ = try await first.client.push()
    try second.folder.move("a.txt", to: "a.md")
    // The look goes well.
    server.with { $0.script = [.honest, .honest, .lostAnswer] }
    _ = try await second.client.push()
    #expect(server.with { $0.media["a"]?.count } == 1)
  }

  @Test("what was deleted here before a resync, and edited on the phone, is left to a sync")
  func deletionAfterResync() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b", "c")
    try device.folder.remove("a.md", "b.md")
    server.edit("a", "edited on the phone", at: WireTime(seconds: 1_800_500_000))
    _ = try device.client.resync()
    try await device.client.push().expect(deleted: ["b.md"], aside: [.changedElsewhere])
    #expect(server.with { $0.notes["a"]?.deletedAt } == nil)
  }

  @Test("a resync forgets no change that waits, whatever comes next", arguments: [true, false])
  func waitingAfterResync(syncs: Bool) async throws {
    let (server, device) = try await Device.pushed(
      having: "a", "b", "c", updated: "2026-11-20T11:00:00Z")
    try device.folder.remove("a.md")
    try device.write("b.md", id: "b", "text, edited", updated: "2026-11-20T11:00:00Z")
    _ = try device.client.resync()
    if syncs {
      let report = try await device.client.sync()
      #expect(report.pull.created == [] && report.pull.copies == [] && report.pull.updated == [])
      #expect(report.push.deleted == ["a.md"] && report.push.edited.map(\.text) == ["b.md"])
    } else {
      try await device.client.push().expect(edited: ["b.md"], deleted: ["a.md"])
    }
    #expect(server.with { $0.notes["a"]?.deletedAt } != nil)
    #expect(server.with { $0.notes["b"]?.text } == "text, edited")
    #expect(try device.files().keys.sorted() == ["b.md", "c.md"])
  }

  @Test(
    "what was deleted on the phone stays deleted after a resync, and stays here",
    arguments: [false, true])
  func deletedAfterResync(isHeavy: Bool) async throws {
    let (server, device) = try Device.withServer()
    // The list is too heavy to be asked for, so that the notes are asked about.
    if isHeavy { device.settings.lightListSize = -1 }
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "text") }
    _ = try await device.client.push()
    let time = WireTime(seconds: 1_800_500_000)
    server.delete("a", at: time)
    _ = try device.client.resync()
    let (pull, push) = try await device.client.sync()
    #expect(pull.removed == [] && push.aside.map(\.reason) == [.deletedElsewhere])
    #expect(server.with { $0.notes["a"]?.deletedAt } == time)
    #expect(try await device.client.sync().push.noteCount == 0)
    try device.write("a.md", id: "a", "edited")
    #expect(try await device.client.push().edited.map(\.text) == ["a.md"])
    #expect(server.with { $0.notes["a"]?.deletedAt } == nil)
  }

  @Test("an odd answer to a probe does not switch looking off")
  func oddAnswer() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    try device.write("b.md", id: "b", "edited")
    // The list takes the place of the probe.
    server.with { $0.script = [.reply(400, "<html>no")] }
    #expect(try await device.client.push().edited.map(\.text) == ["b.md"])
    for isPlain in [true, false] {
      server.with {
        $0.answersProbes = isPlain
        $0.notes["a"]?.text = "from the phone"
        $0.notes["a"]?.updatedAt = WireTime(seconds: 1_900_000_000)
      }
      try device.write("a.md", id: "a", "from here \(isPlain)")
      #expect(try await device.client.push().aside.map(\.reason) == [.changedElsewhere])
      #expect(server.with { $0.notes["a"]?.text } == "from the phone")
    }
  }

  @Test("a note on which the server fails when it is asked about keeps nothing else from going")
  func failingProbe() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b", "c")
    server.with { $0.failingDeletion = "b" }
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "edited") }
    #expect(try await device.client.push().edited.map(\.text) == ["a.md", "b.md", "c.md"])
    // What was changed there too is seen in the list.
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "edited again") }
    server.edit("b", "from the phone", at: WireTime(seconds: 1_900_000_000))
    let report = try await device.client.push()
    #expect(report.edited.count == 2 && report.aside.map(\.noteID) == ["b"])
    #expect(server.with { $0.notes["b"]?.text } == "from the phone")
  }

  @Test("a note edited here and on the phone is left to a sync")
  func changedElsewhere() async throws {
    let (server, device) = try await Device.pushed(having: "a", updated: "2026-11-20T11:00:00Z")
    server.edit("a", "from the phone", at: WireTime(seconds: 2_000_000_000))
    try device.write("a.md", id: "a", "from here", updated: "2026-11-20T11:00:01Z")
    try await device.client.push().expect(aside: [.changedElsewhere])
    #expect(server.with { $0.notes["a"]?.text } == "from the phone")
  }

  @Test(
    "resync compares everything anew: what the server has is not sent, what it lost is, later than before"
  )
  func resync() async throws {
    let (server, device) = try await Device.pushed(
      having: "a", updated: "2026-11-20T11:00:00Z", pictures: "a.media/1.jpg")
    #expect(try device.client.resync() == 1)
    #expect(try await device.client.push().noteCount == 0)
    server.with { $0.media = [:] }
    #expect(try device.client.resync() == 1)
    #expect(try await device.client.push().edited.map(\.text) == ["a.md"])
    #expect(server.with { $0.media["a"]?.count } == 1)
    server.with { $0.notes = [:] }
    #expect(try device.client.resync() == 1)
    #expect(try await device.client.push().edited.map(\.text) == ["a.md"])
    #expect(server.with { $0.notes["a"]?.text } == "text")
  }
}
