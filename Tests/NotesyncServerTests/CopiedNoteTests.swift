import Foundation
import Notesync
import TestSupport
import Testing
import VaultFormat
import VaultStore

@Suite("A note's file that was copied in the vault")
struct CopiedNoteTests {
  private static let original = "vault/2026/03/2026-03-01-hello.md"

  /// The copy has no name that sorts behind the original's: the scan alone would take it for the note.
  private static let copy = "vault/2026/03/0-diary.md"

  @Test("a deletion of the note leaves the copy the note that it was", arguments: [false, true])
  func deletedByPhone(isEditedLater: Bool) async throws {
    // Long after the files were written, so that their stat data are believed.
    try await TestServer.withPhone(clock: TestClock(4_000_000_000)) { server, phone in
      let copy = try await Self.copyNote(server, phone)
      let delete = Operation(type: "delete", updated: "2096-10-02T07:00:00Z")
      let answer = try await phone.sync(delete).expect(outcomes: ["applied"])
      #expect(answer.note(0)["deletedAt"] is String)
      if isEditedLater { try Self.edit(server, "Diary", "Dear diary") }
      let text = isEditedLater ? "Dear diary" : "Diary"
      #expect(try await Self.listed(phone) == [copy: text])
      // Nor does another deletion of the note reach the copy.
      let again = Operation(type: "delete", updated: "2097-01-01T00:00:00Z")
      #expect(try await phone.sync(again).note(0)["deletedAt"] is String)
      #expect(try await Self.listed(phone) == [copy: text])
      #expect(try server.folder.readText(Self.copy).contains(text))
    }
  }

  @Test("what a phone writes into the copy, after the note was deleted, stays the copy's")
  func writtenByPhone() async throws {
    try await TestServer.withPhone(clock: TestClock(4_000_000_000)) { server, phone in
      let copy = try await Self.copyNote(server, phone)
      _ = try await phone.sync(Operation(type: "delete", updated: "2096-10-02T07:00:00Z"))
      let edit = Operation(note: copy, text: "From the phone", updated: "2096-10-02T07:01:00Z")
      #expect(try await phone.sync(edit).outcomes == ["applied"])
      #expect(try await Self.listed(phone) == [copy: "From the phone"])
      #expect(try server.folder.readText(Self.copy).contains("From the phone"))
    }
  }

  @Test("a note that was deleted by hand is gone, and its copy stays")
  func deletedByHand() async throws {
    try await TestServer.withPhone(clock: TestClock(4_000_000_000)) { server, phone in
      let copy = try await Self.copyNote(server, phone)
      try server.folder.remove(Self.original)
      try Self.edit(server, "Diary", "Dear diary")
      #expect(try await Self.listed(phone) == [copy: "Dear diary"])
    }
  }

  @Test("a note that moved, or came back, beside its copy is the note", arguments: [false, true])
  func broughtBack(isDeletedFirst: Bool) async throws {
    try await TestServer.withPhone(clock: TestClock(4_000_000_000)) { server, phone in
      let copy = try await Self.copyNote(server, phone)
      let original = try server.folder.readText(Self.original)
      if isDeletedFirst {
        _ = try await phone.sync(Operation(type: "delete", updated: "2096-10-02T07:00:00Z"))
        #expect(try await Self.listed(phone) == [copy: "Diary"])
      } else {
        try server.folder.remove(Self.original)
      }
      try server.folder.write(original, to: "vault/back.md")
      #expect(try await Self.listed(phone) == [copy: "Diary", "n1": "Hello"])
    }
  }

  /// Makes a note and a copy of its file with a text of its own.
  ///
  /// - Returns: the id of the copy.
  private static func copyNote(_ server: TestServer, _ phone: Phone) async throws -> String {
    _ = try await phone.sync(Operation())
    try server.folder.write(try server.folder.read(original), to: copy)
    try edit(server, "Hello", "Diary")
    let listed = try await listed(phone)
    #expect(listed.values.sorted() == ["Diary", "Hello"] && listed["n1"] == "Hello")
    return try #require(listed.keys.first { $0 != "n1" })
  }

  private static func edit(_ server: TestServer, _ old: String, _ new: String) throws {
    try server.folder.replace(old, with: new, in: copy)
  }

  private static func listed(_ phone: Phone) async throws -> [String: String] {
    let notes = try await phone.notes().notes
    return Dictionary(
      notes.map { ($0["id"] as? String ?? "", $0["text"] as? String ?? "") },
      uniquingKeysWith: { "\($0), \($1)" })
  }
}
