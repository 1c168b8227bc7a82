import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// Pages and sealed notes are not sent to the apps, and what the apps have of them stays as it is.
@Suite("Notes that stay in the vault")
struct StayingInVaultTests {
  private static let heads = ["tl: tracker", "tl: person", "open_after: 2099-01-01"]

  @Test("a page and a sealed note are not sent, and nothing is said of them", arguments: heads)
  func notSent(head: String) async throws {
    let (server, device) = try Device.withServer()
    try device.folder.write("---\nid: a\n\(head)\n---\n\nmine\n", to: "a.md")
    try device.write("b.md", id: "b", "for all")
    try await device.client.push().expect(created: ["b.md"], aside: [])
    #expect(server.with { $0.notes["a"] } == nil)
  }

  @Test("a note that becomes one is no deletion, neither there nor here", arguments: heads)
  func becomesOne(head: String) async throws {
    let (server, device) = try await Device.pushed(having: "a", text: "for all")
    let text = "---\nid: a\n\(head)\n---\n\nmine alone\n"
    try device.folder.write(text, to: "a.md")
    #expect(try await device.client.sync().push.deleted == [])
    try device.folder.move("a.md", to: "moved.md")
    #expect(try await device.client.sync().push.deleted == [])
    server.expect("a", text: "for all", isDeleted: false)
    // Nor does an edit or a deletion by an app reach it.
    let later = WireTime(seconds: device.clock.now() + 100)
    server.edit("a", "from the phone", at: later)
    let edited = try await device.client.sync()
    #expect(edited.pull.findings.isEmpty)
    server.with { $0.notes["a"]?.deletedAt = later }
    _ = try await device.client.sync()
    #expect(try device.folder.readText("moved.md") == text)
    #expect(try device.files().keys.sorted() == ["moved.md"])
  }

  @Test("a note that opens is sent, and joined with what an app wrote meanwhile")
  func opens() async throws {
    let (server, device) = try await Device.pushed(having: "a", text: "for all")
    try device.folder.write("---\nid: a\nopen_after: 2099-01-01\n---\n\na letter\n", to: "a.md")
    _ = try await device.client.push()
    try device.folder.write("---\nid: a\nopen_after: 2020-01-01\n---\n\na letter\n", to: "a.md")
    #expect(try await device.client.sync().push.edited.map(\.text) == ["a.md"])
    #expect(server.with { $0.notes["a"]?.text } == "a letter")
  }

  @Test("a note that is gone is deleted there, although a page has its path")
  func takesThePlace() async throws {
    let (server, device) = try Device.withServer()
    for name in ["a", "b", "c"] { try device.write("\(name).md", id: name, "text \(name)") }
    _ = try await device.client.push()
    try device.folder.write("---\nid: p\ntl: tracker\n---\n\nmine\n", to: "a.md")
    #expect(try await device.client.push().deleted == ["a.md"])
    #expect(server.with { $0.notes["a"]?.deletedAt } != nil)
  }

  @Test("a conflict copy of a sealed note is not sent, and is sent once its note opens")
  func copyOfSealed() async throws {
    let (_, device) = try Device.withServer()
    try device.folder.write("---\nid: a\nopen_after: 2099-01-01\n---\n\na letter\n", to: "a.md")
    try device.folder.write("---\nid: b\nconflict_of: a\n---\n\nan old letter\n", to: "b.md")
    #expect(try await device.client.push().created == [])
    try device.folder.write("---\nid: a\nopen_after: 2020-01-01\n---\n\na letter\n", to: "a.md")
    #expect(try await device.client.push().created.map(\.text) == ["a.md", "b.md"])
  }
}
