import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// Notes that the vault has and that nobody can read at the moment.
@Suite("Notes out of sight")
struct OutOfSightTests {
  private let later = WireTime(seconds: 1_810_000_000)

  /// A device whose notes `n1` to `n4` are on the server.
  private func prepared() async throws -> (FakeServer, Device) {
    let (server, device) = try Device.withServer()
    for number in 1...4 { try device.write("n\(number).md", id: "n\(number)", "text \(number)") }
    _ = try await device.client.push()
    return (server, device)
  }

  private func move(_ old: String, _ new: String, on device: Device) throws {
    try device.folder.move(old, to: new)
  }

  @Test(
    "a note that was moved and broken then is not deleted on the server", arguments: [true, false])
  func movedAndBroken(isSeenBetween: Bool) async throws {
    let (server, device) = try await prepared()
    try move("n3.md", "renamed.md", on: device)
    if isSeenBetween { #expect(try await device.client.push().noteCount == 0) }
    try device.folder.write("---\nid: n3\ntags: [a\n---\n\ntext 3\n", to: "renamed.md")
    let report = try await device.client.push()
    #expect(report.deleted == [] && report.aside.map(\.path?.text) == ["renamed.md"])
    #expect(server.with { $0.notes["n3"]?.deletedAt } == nil)
    // Mended, it is the note that it was; what is gone for sure goes there too.
    try device.write("renamed.md", id: "n3", "text 3")
    try device.folder.remove("n4.md")
    #expect(try await device.client.push().deleted == ["n4.md"])
  }

  @Test("a note that took the place of a deleted one and was broken then is not deleted")
  func inPlaceOfDeleted() async throws {
    let (server, device) = try await prepared()
    try device.folder.remove("n1.md")
    #expect(try await device.client.push().deleted == ["n1.md"])
    try move("n2.md", "n1.md", on: device)
    try device.folder.write("---\nid: n2\ntags: [a\n---\n\ntext 2\n", to: "n1.md")
    #expect(try await device.client.sync().push.deleted == [])
    #expect(server.with { $0.notes["n2"]?.deletedAt } == nil)
  }

  @Test("a broken note of another id holds back neither deletions nor a restore")
  func stranger() async throws {
    let (server, device) = try await prepared()
    try device.folder.write("---\ntags: [a\n---\n\nnew\n", to: "new.md")
    try device.folder.remove("n1.md")
    let plan = try await device.client.planArrival(newest: nil)
    #expect(plan.arrivals.map(\.noteID) == ["n1"])
    #expect(try await device.client.restore(newest: nil).created.count == 1)
    let path = try #require(try device.files().keys.first { $0.contains("text-1") })
    try device.folder.remove(path)
    #expect(try await device.client.push().deleted == [path])
    #expect(server.with { $0.notes["n1"]?.deletedAt } != nil)
  }

  @Test("a note that was moved, and that only a cloud has now, is not deleted on the server")
  func movedToCloud() async throws {
    let (server, device) = try await prepared()
    try device.folder.makeFolder("sub")
    try move("n1.md", "sub/n1.md", on: device)
    _ = try await device.client.push()
    try move("sub/n1.md", "sub/.n1.md.icloud", on: device)
    #expect(try await device.client.push().deleted == [])
    #expect(server.with { $0.notes["n1"]?.deletedAt } == nil)
  }

  @Test("what a phone did to a note that only a cloud has waits until it is back")
  func cloud() async throws {
    let (server, device) = try await prepared()
    for name in ["n1", "n2", "n3"] { try move("\(name).md", ".\(name).md.icloud", on: device) }
    server.with {
      $0.notes["n1"]?.text = "from the phone"
      $0.notes["n1"]?.updatedAt = later
      $0.notes["n2"]?.deletedAt = later
      $0.notes["n2"]?.updatedAt = later
    }
    let (pull, push) = try await device.client.sync()
    #expect(pull.created == [] && pull.findings.map(\.noteID) == ["n1"] && push.noteCount == 0)
    for name in ["n1", "n2", "n3"] { try move(".\(name).md.icloud", "\(name).md", on: device) }
    let after = try await device.client.sync()
    #expect(after.pull.updated.map(\.text) == ["n1.md"])
    #expect(after.pull.removed.map(\.text) == ["n2.md"] && after.push.noteCount == 0)
    #expect(server.with { $0.notes["n2"]?.deletedAt } != nil)
  }
}
