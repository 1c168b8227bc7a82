import Foundation
import NotesyncServer
import TestSupport
import Testing
import VaultFormat
import VaultStore

/// What phones change, in the log of operations.
@Suite("Undoing a request of a phone")
struct UndoneRequestTests {
  private static let removal = Operation(type: "delete", updated: "2026-03-01T12:00:00Z")

  /// The requests of a phone: the last one is taken back.
  private static let requests: [(name: String, before: [Operation], request: [Operation])] = [
    (
      "new notes", [],
      [Operation(media: [Photo()]), Operation(note: "n2", text: "Two")]
    ),
    (
      "an edit with a picture", [Operation()],
      [Operation(text: "Later", updated: "2026-03-01T10:00:00Z", media: [Photo()])]
    ),
    ("a delete", [Operation(media: [Photo()])], [removal]),
    (
      "another picture for a known id", [Operation(media: [Photo(id: "m1")])],
      [
        Operation(
          updated: "2026-03-01T10:00:00Z", media: [Photo(id: "m1", bytes: Photo.jpeg(2))])
      ]
    ),
    (
      "two edits and a delete", [Operation()],
      [
        Operation(text: "B", updated: "2026-03-01T10:00:00Z"),
        Operation(text: "C", updated: "2026-03-01T11:00:00Z"), removal,
      ]
    ),
    (
      "last words", [Operation(media: [Photo()])],
      [
        Operation(
          text: "Bye", updated: "2026-03-01T12:00:00Z", deleted: "2026-03-01T12:00:00Z")
      ]
    ),
    (
      "a note that comes back", [Operation(media: [Photo()]), removal],
      [Operation(text: "Again", updated: "2026-03-01T13:00:00Z")]
    ),
  ]

  private func files(_ server: TestServer) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in server.folder.contents() where path.hasPrefix("vault/") && !path.contains("/.") {
      if let bytes = try? server.folder.read(path) { files[path] = bytes }
    }
    return files
  }

  private func log(_ server: TestServer) throws -> OperationLog {
    OperationLog(try Vault(opening: server.folder.path("vault")).folder)
  }

  private func last(_ server: TestServer) throws -> LoggedOperation {
    try #require(try log(server).history().first { _ in true }?.operation)
  }

  private func takeBack(_ operation: LoggedOperation, _ server: TestServer) throws {
    let settings = TestServer.settings(in: server.folder, server.clock)
    let vault = try Vault(opening: server.folder.path("vault"))
    let zone = settings.zone(vault)
    let plan = try OperationReversal(of: operation, in: vault.folder, zone: zone)
    #expect(plan.obstacles.isEmpty)
    let writer = try NoteWriter(vault, settings.surroundings, zone: zone)
    let failures = writer.carryOut(plan.steps)
    #expect(failures.isEmpty)
  }

  @Test("each request is one operation, whose undo brings every byte back", arguments: 0..<7)
  func undone(number: Int) async throws {
    try await TestServer.run { server in
      let (name, before, request) = Self.requests[number]
      let phone = try await Phone(server)
      for operation in before { _ = try await phone.sync(operation) }
      let (files, count) = (try self.files(server), try log(server).history().map { $0 }.count)
      #expect(count == before.count)

      let answer = try await phone.sync(request)
      #expect(answer.outcomes.allSatisfy { $0 == "applied" })
      let last = try last(server)
      #expect(last.number == count + 1 && last.isComplete, "\(name)")
      #expect(last.head.face == .phone && last.head.words == "from a phone: ada")

      try takeBack(last, server)
      #expect(try self.files(server) == files, "\(name)")
    }
  }

  @Test("the phone is told of what was taken back")
  func told() async throws {
    try await TestServer.withPhone(having: [Operation()], clock: TestClock(4_000_000_000)) {
      server, phone in
      _ = try await phone.sync(Operation(text: "Later", updated: "2026-03-01T10:00:00Z"))
      try takeBack(try last(server), server)
      let note = try #require(try await phone.notes().notes.first)
      #expect(note["text"] as? String == "Hello")
    }
  }

  @Test("a note that is deleted takes its comments along, also back when its phone writes it again")
  func comments() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      let id = Operation().note
      try server.folder.write(
        "---\nid: c1\ntl: comment\ncomment_on: \(id)\n---\nLovely\n",
        to: "vault/comments/2026/03/c1.md")
      let before = try files(server)
      _ = try await phone.sync(Self.removal)
      #expect(try files(server).isEmpty)
      let removal = try last(server)
      try takeBack(removal, server)
      #expect(try files(server) == before)
      _ = try await phone.sync(Operation(type: "delete", updated: "2026-03-01T13:00:00Z"))
      #expect(try files(server).isEmpty)
      _ = try await phone.sync(Operation(text: "Again", updated: "2026-03-01T14:00:00Z"))
      #expect(try files(server)["vault/comments/2026/03/c1.md"] != nil)
    }
  }

  @Test("a request that changes no file is no operation")
  func nothing() async throws {
    try await TestServer.withPhone { server, phone in
      let operation = Operation()
      _ = try await phone.sync(operation)
      _ = try await phone.sync(operation)
      _ = try await phone.sync(Operation(type: "delete", note: "unknown"))
      #expect(try log(server).history().map { $0 }.count == 1)
    }
  }
}
