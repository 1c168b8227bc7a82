import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// A server that answers a request and did not carry out one of its operations.
@Suite("Operations that were not carried out")
struct RefusedOperationTests {
  @Test("a new note that the server could not store is set aside, and is not taken for deleted")
  func create() async throws {
    let (server, device) = try Device.withServer(having: "a", "b")
    server.with { $0.unstorableIDs = ["a"] }
    try await device.client.push()
      .expect(created: ["b.md"], aside: [.refused(status: 400, "not a folder")])
    let sync = try await device.client.sync()
    #expect(sync.pull.removed == [] && sync.push.noteCount == 0)
    #expect(device.folder.exists("a.md"))
    #expect(try device.client.queue().aside.map(\.noteID) == ["a"])
    server.with { $0.unstorableIDs = [] }
    try device.write("a.md", id: "a", "text, edited")
    #expect(try await device.client.push().created.map(\.text) == ["a.md"])
  }

  @Test("a new note that was sent twice, and could not be stored, is not taken for sent")
  func repetition() async throws {
    let (server, device) = try Device.withServer(having: "a", pictures: "a.media/1.jpg")
    server.with {
      $0.unstorableIDs = ["a"]
      $0.script = [.lostAnswer]
    }
    #expect(try await device.client.push().created == [])
    #expect(try await device.client.sync().pull.removed == [])
    #expect(device.folder.exists("a.md"))
  }

  @Test(
    "an edit or a deletion that the server could not carry out is sent once, and said",
    arguments: [true, false])
  func change(isDeletion: Bool) async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    if isDeletion {
      try device.folder.remove("a.md")
    } else {
      try device.write("a.md", id: "a", "text, edited")
    }
    server.with {
      $0.requests = []
      $0.unstorableIDs = ["a"]
    }
    for _ in 0..<2 {
      try await device.client.sync().push
        .expect(notes: 0, aside: [.refused(status: 400, "not a folder")])
    }
    let sent = server.with { state in
      state.bodies.count {
        let body = String(decoding: $0, as: UTF8.self)
        return body.contains("\"opType\"") && !body.contains("tl notesync probe")
      }
    }
    #expect(sent == 2)
    _ = try device.client.resync()
    server.with { $0.unstorableIDs = [] }
    #expect(try await device.client.sync().push.noteCount == 1)
  }

  @Test("an edit that a server ignores without a word is tried again, and then left in peace")
  func ignored() async throws {
    let (server, device) = try await Device.pushed(having: "a")
    try device.write("a.md", id: "a", "text, edited")
    server.with { $0.ignoredText = "edited" }
    #expect(try await device.client.push().aside.map(\.reason) == [.keptOtherwise])
    let count = server.with { $0.requests.count }
    #expect(try await device.client.push().aside.map(\.reason) == [.keptOtherwise])
    #expect(server.with { $0.requests.count } == count)
  }

  @Test("a result that cannot be read, of a note that travels alone, stops no other")
  func unreadable() async throws {
    let (server, device) = try Device.withServer()
    device.settings.requestLimit = 20_000
    for name in ["a", "b", "c"] {
      try device.write("\(name).md", id: name, "text")
      try device.folder.write(picture(1, size: 12_000), to: "\(name).media/1.jpg")
    }
    server.with { $0.timelessIDs = ["b"] }
    try await device.client.push().expect(created: ["a.md", "c.md"], aside: [.answerUnusable])
  }

  @Test("results that can none of them be read are no notesync", arguments: [1, 2, 4])
  func nothingReadable(count: Int) async throws {
    let (server, device) = try Device.withServer()
    device.settings.requestLimit = 20_000
    for name in ["a", "b", "c", "d"].prefix(count) {
      try device.write("\(name).md", id: name, "text")
      try device.folder.write(picture(1, size: 12_000), to: "\(name).media/1.jpg")
    }
    server.with { $0.timelessIDs = ["a", "b", "c", "d"] }
    await #expect(throws: NotesyncError.self) { try await device.client.push() }
    #expect(server.with { $0.requests.count } == min(count, 3))
  }
}
