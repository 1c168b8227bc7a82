import Foundation
import Synchronization
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// What looks like a deletion or another note, and is none.
@Suite("Changes that nobody meant")
struct UnmeantChangeTests {
  @Test("a copy with an earlier name does not take the note's place on the server")
  func copy() async throws {
    let (server, device) = try Device.withServer()
    try device.write("m.md", id: "a", "text")
    _ = try await device.client.push()
    let copied = try device.folder.readText("m.md").replacing("text", with: "a recipe")
    try device.folder.write(copied, to: "b.md")
    let report = try await device.client.sync().push
      .expect(notes: 0, aside: [.blocked(.repeatedID)])
    #expect(report.aside.map(\.path?.text) == ["b.md"])
    server.edit("a", "from the phone", at: WireTime(seconds: 1_800_500_000))
    _ = try await device.client.sync()
    #expect(try device.folder.readText("m.md").contains("from the phone"))
    #expect(try device.folder.readText("b.md").contains("a recipe"))
    // Without the original the copy is the note, moved.
    try device.folder.remove("m.md")
    #expect(try await device.client.sync().push.edited.map(\.text) == ["b.md"])
  }

  @Test(
    "notes that an older state of the server does not know are sent again, and not deleted",
    arguments: [true, false])
  func backup(hasEdit: Bool) async throws {
    let (server, device) = try Device.withServer(having: "a", "b", "c")
    _ = try await device.client.sync()
    let (notes, used) = server.with { ($0.notes, $0.usedIDs) }
    try device.write(
      "d.md", id: "d", "written after the backup", updated: "2026-12-24T10:00:00Z")
    if hasEdit { try device.write("a.md", id: "a", "text, edited") }
    _ = try await device.client.sync()
    server.with { ($0.notes, $0.usedIDs) = (notes, used) }
    let report = try await device.client.sync()
    #expect(report.pull.removed == [])
    #expect(server.with { $0.notes["d"]?.text } == "written after the backup")
    #expect(device.folder.exists("d.md"))
    // Deleted for good by somebody at the server, while it went on.
    server.with {
      $0.notes["b"] = nil
      $0.hardDeleted = ["b"]
      $0.notes["c"]?.updatedAt = WireTime(seconds: 1_900_000_000)
    }
    #expect(try await device.client.sync().pull.removed.map(\.text) == ["b.md"])
  }

  @Test(
    "a link in the place of a note, or of its folder, is no deletion", arguments: ["n/a.md", "n"])
  func link(_ place: String) async throws {
    let (server, device) = try Device.withServer()
    let elsewhere = try TemporaryFolder(inMemory: true)
    try device.folder.makeFolder("n")
    for name in ["a", "b", "c"] { try device.write("n/\(name).md", id: name, "text") }
    try device.write("z.md", id: "z", "text")
    _ = try await device.client.push()
    try FileManager.default.moveItem(
      atPath: device.folder.path(place), toPath: elsewhere.path("moved"))
    try FileManager.default.createSymbolicLink(
      atPath: device.folder.path(place), withDestinationPath: elsewhere.path("moved"))
    let report = try await device.client.sync(allowsDeletions: true)
    #expect(report.push.deleted == [] && report.pull.created == [])
    #expect(server.with { state in state.notes.values.allSatisfy { $0.deletedAt == nil } })
  }

  @Test(
    "a picture that a phone added meanwhile saves a note from being deleted",
    arguments: [true, false])
  func pictureByPhone(syncs: Bool) async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    try device.folder.remove("a.md")
    server.with {
      $0.notes["a"]?.updatedAt = WireTime(seconds: 1_800_500_000)
      $0.media["a"] = [.photo("m", picture(1))]
    }
    if syncs {
      let report = try await device.client.sync()
      #expect(report.pull.created.count == 1 && report.pull.media.count == 1)
    } else {
      #expect(try await device.client.push().aside.map(\.reason) == [.changedElsewhere])
    }
    #expect(server.with { $0.notes["a"]?.deletedAt } == nil)
  }

  @Test("a note that is back when its deletion is about to go out is not deleted")
  func back() async throws {
    let (server, device) = try await Device.pushed(having: "a", "b")
    try device.folder.move("a.md", to: "a.txt")
    device.beforeRequest = {
      try? device.folder.move("a.txt", to: "a.md")
    }
    try await device.client.push().expect(deleted: [], aside: [.changing])
    #expect(server.with { $0.notes["a"]?.deletedAt } == nil)
  }

  @Test("a file that somebody is writing gets no id")
  func writing() async throws {
    let (_, device) = try Device.withServer()
    // It goes on by a second each time that it is asked.
    device.clock.set(Int64(Date().timeIntervalSince1970) - 2)
    for name in ["a", "b"] { try device.folder.write("line 1\n", to: "\(name).md") }
    let file = try #require(FileHandle(forWritingAtPath: device.folder.path("a.md")))
    device.clock.whileSleeping.withLock {
      $0 = {
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data("line 2\n".utf8))
      }
    }
    try await device.client.push().expect(created: ["b.md"], aside: [.changing])
    try file.write(contentsOf: Data("line 3\n".utf8))
    #expect(try device.folder.readText("a.md") == "line 1\nline 2\nline 3\n")
    try file.close()
    device.clock.whileSleeping.withLock { $0 = {} }
    device.clock.advance(100)
    #expect(try await device.client.push().created.map(\.text) == ["a.md"])
  }

  @Test("a note whose file is empty for a moment is neither deleted nor another one")
  func saving() async throws {
    let (_, device) = try await Device.pushed(having: "a", "b")
    let whole = try device.folder.read("a.md")
    try device.folder.write("", to: "a.md")
    device.clock.set(Int64(Date().timeIntervalSince1970) + 10)
    let report = try await device.client.sync()
    #expect(report.push.noteCount == 0 && report.pull.created == [])
    #expect(report.push.aside.map(\.reason) == [.changing])
    #expect(try device.folder.read("a.md") == [])
    try device.folder.write(whole, to: "a.md")
    #expect(try await device.client.sync().push.noteCount == 0)
    // One that stays so is meant.
    try device.folder.write("", to: "a.md")
    device.clock.advance(1_000)
    #expect(try await device.client.push().deleted == ["a.md"])
  }

  @Test("a new note in the place of one that was deleted before goes at once")
  func newInOldPlace() async throws {
    let (_, device) = try await Device.pushed(having: "a", "b")
    try device.folder.remove("a.md")
    _ = try await device.client.push()
    try device.folder.write("another\n", to: "a.md")
    device.clock.set(Int64(Date().timeIntervalSince1970) + 10)
    #expect(try await device.client.push().created.map(\.text) == ["a.md"])
  }

  @Test("a dry run tells of pictures too, removed ones where they are asked for")
  func dryRun() async throws {
    let (_, device) = try await Device.pushed(having: "a", pictures: "a.media/1.jpg")
    #expect(try await device.client.planArrival(isRestore: false).arrivals == [])
    try device.folder.remove("a.media/1.jpg")
    _ = try await device.client.sync()
    #expect(try await device.client.planArrival(newest: nil).arrivals == [])
    let removed = try await device.client.planArrival(newest: nil, bringsRemovedMedia: true)
    #expect(removed.arrivals.map(\.outcome) == [.update])
  }

  @Test("an id that is no text is told as what it is, and nothing is said to be written")
  func oddID() async throws {
    let (_, device) = try Device.withServer()
    try device.folder.write("---\nid: [1, 2]\n---\n\ntext\n", to: "a.md")
    let report = try await device.client.push()
    #expect(report.storedIDs == [])
    guard case .idNotStored? = report.aside.first?.reason else {
      Issue.record("\(report.aside)")
      return
    }
  }
}
