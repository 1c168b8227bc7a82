import Foundation
import Notesync
import TestSupport
import Testing
import VaultFormat

@Suite("The server and notes that stay in the vault")
struct StayingInVaultTests {
  private static let file = "vault/2026/03/2026-03-01-hello.md"
  private static let heads = ["tl: tracker", "open_after: 2099-01-01"]

  @Test("a page and a sealed note are not listed", arguments: heads)
  func notListed(head: String) async throws {
    try await TestServer.withPhone { server, phone in
      try server.folder.write("---\nid: a\n\(head)\n---\n\nmine\n", to: "vault/a.md")
      #expect(try await phone.notes().notes.isEmpty)
    }
  }

  @Test(
    "what an app has of a note that becomes one stays, and it cannot change the file",
    arguments: heads)
  func becomesOne(head: String) async throws {
    try await TestServer.withPhone(having: [Operation()], clock: TestClock(4_000_000_000)) {
      server, phone in
      let old = try server.folder.readText(Self.file)
      let page = old.replacing("\n---\n", with: "\n\(head)\n---\n").replacing("Hello", with: "Mine")
      try server.folder.remove(Self.file)
      try server.folder.write(page, to: "vault/moved.md")
      let listed = try await phone.notes().notes
      #expect(listed.map { $0["text"] as? String } == ["Hello"])
      #expect(listed.map { $0["deletedAt"] is String } == [false])
      let edit = Operation(text: "From the phone", updated: "2096-10-02T07:00:00Z")
      #expect(try await phone.sync(edit).outcomes == ["skipped"])
      let delete = Operation(type: "delete", updated: "2096-10-02T08:00:00Z")
      #expect(try await phone.sync(delete).outcomes == ["skipped"])
      #expect(try server.folder.readText("vault/moved.md") == page)
      // The app may drop its words now.
      let trash = server.folder.contents().filter {
        $0.hasPrefix("vault/.tl/") && $0.hasSuffix(".md")
      }
      #expect(try trash.contains { try server.folder.readText($0).contains("From the phone") })
    }
  }

  @Test("a page that takes the place of a note that moved does not stop the note")
  func takesThePlace() async throws {
    try await TestServer.withPhone(having: [Operation()], clock: TestClock(4_000_000_000)) {
      server, phone in
      let note = try server.folder.readText(Self.file)
      try server.folder.write(note.replacing("Hello", with: "Moved"), to: "vault/moved.md")
      try server.folder.write("---\nid: p\ntl: tracker\n---\n\nmine\n", to: Self.file)
      #expect(try await phone.notes().notes.map { $0["text"] as? String } == ["Moved"])
      let edit = Operation(text: "From the phone", updated: "2097-10-02T07:00:00Z")
      #expect(try await phone.sync(edit).outcomes == ["applied"])
      #expect(try server.folder.readText("vault/moved.md").contains("From the phone"))
    }
  }

  @Test("a conflict copy of a sealed note is not listed, and is once its note opens")
  func copyOfSealed() async throws {
    try await TestServer.withPhone { server, phone in
      try server.folder.write("---\nid: a\nopen_after: 2099-01-01\n---\n\nmine\n", to: "vault/a.md")
      try server.folder.write("---\nid: b\nconflict_of: a\n---\n\nmine too\n", to: "vault/b.md")
      #expect(try await phone.notes().notes.isEmpty)
      try server.folder.write("---\nid: a\n---\n\nmine\n", to: "vault/a.md")
      #expect(try await phone.notes().notes.count == 2)
    }
  }
}
