import Foundation
import NotesyncServer
import Synchronization
import TestSupport
import Testing
import VaultFormat

/// An editor that saves a note while a request is about to write it.
@Suite("An editor saves in the middle of a request")
struct EditorRaceTests {
  private static let path = "vault/2026/03/2026-03-01-hello.md"

  @Test(
    "between the look at a note and its writing: what is later wins, and nothing is lost",
    arguments: [("2099-01-01T00:00:00Z", true), ("2026-03-01T09:20:00Z", false)])
  func beforeWriting(time: String, wins: Bool) async throws {
    let editor = try Editor()
    try await TestServer.withPhone(
      having: [Operation(text: "Hello")], in: editor.folder,
      change: { editor.isAsked(by: &$0, time) }
    ) { server, phone in
      editor.arm(times: 1)
      let answer = try await phone.sync(Operation(text: "Hello, by thumb", updated: time))
      #expect(answer.outcomes == [wins ? "applied" : "skipped"])
      let text = wins ? "Hello, by thumb" : "Hello, by hand 1"
      #expect(answer.note(0)["text"] as? String == text)
      #expect(try server.folder.readText(Self.path).hasSuffix("\n\(text)\n"))
      let copies = server.folder.contents().filter { $0.contains(".conflict-here-") }
      #expect(copies.count == (wins ? 1 : 0))
      for copy in copies { #expect(try server.folder.readText(copy).contains("by hand 1")) }
    }
  }

  @Test("again and again: the request is to be sent again, and its operation is not used up")
  func neverEnding() async throws {
    let editor = try Editor()
    let time = "2099-01-01T00:00:00Z"
    try await TestServer.withPhone(
      having: [Operation(text: "Hello")], in: editor.folder,
      change: { editor.isAsked(by: &$0, time) }
    ) { server, phone in
      editor.arm(times: .max)
      let operation = Operation(text: "by thumb", updated: time)
      let answer = try await phone.sync([operation, Operation(note: "n2", text: "Two")]).expect(503)
      #expect(answer.header("retry-after") == "5")
      #expect(try server.folder.readText(Self.path).contains("by hand"))
      #expect(!server.lines.all.contains { $0.contains("hello") })
      editor.arm(times: 0)
      try await phone.sync(operation).expect(outcomes: ["applied"], note: "by thumb")
    }
  }

  @Test("between the writing and what is remembered of it", arguments: [false, true])
  func afterWriting(isNew: Bool) async throws {
    let editor = try Editor()
    try await TestServer.withPhone(
      in: editor.folder, change: { $0.whenWritten = { editor.save() } }
    ) { server, phone in
      if !isNew { _ = try await phone.sync(Operation(text: "Hello")) }
      editor.arm(times: 1)
      let operation = Operation(
        text: "Hello\nand more", updated: "2026-03-01T09:10:00Z", media: [Photo()])
      try await phone.sync(operation)
        .expect(outcomes: ["applied"], note: "Hello, by hand 1", updated: "2026-03-01T09:30:00Z")
      let later = Operation(text: "by thumb", updated: "2099-01-01T00:00:00Z")
      #expect(try await phone.sync(later).outcomes == ["applied"])
      let copies = server.folder.contents().filter { $0.contains(".conflict-here-") }
      #expect(copies.count == 1)
    }
  }

  @Test("a save that leaves size and time as they were is met when the note is written")
  func sameStatus() async throws {
    try await TestServer.withPhone(having: [Operation(text: "Hello")]) { server, phone in
      func setTime() throws {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(TestServer.start - 100))],
          ofItemAtPath: server.folder.path(Self.path))
      }
      try setTime()
      _ = try await phone.notes()
      try server.folder.replace("Hello", with: "HELLO", in: Self.path)
      try setTime()
      let later = Operation(text: "by thumb", updated: "2099-01-01T00:00:00Z")
      #expect(try await phone.sync(later).outcomes == ["applied"])
      let copy = try #require(server.folder.contents().first { $0.contains(".conflict-here-") })
      #expect(try server.folder.readText(copy).contains("HELLO"))
    }
  }

  @Test("last words that were added to are not deleted")
  func lastWords() async throws {
    let editor = try Editor()
    try await TestServer.withPhone(
      in: editor.folder, change: { $0.whenWritten = { editor.save() } }
    ) { server, phone in
      editor.arm(times: 1)
      let answer = try await phone.sync(
        Operation(text: "Hello", updated: "2026-03-01T09:10:00Z", deleted: "2026-03-01T09:10:00Z"))
      #expect(answer.note(0)["deletedAt"] is NSNull)
      #expect(try server.folder.readText(Self.path).contains("by hand 1"))
    }
  }
}

/// Adds to the text of the note when it is asked to.
private final class Editor: Sendable {
  let folder: TemporaryFolder
  private let left = Mutex(0)
  private let count = Atomic(0)

  init() throws {
    folder = try TestServer.prepared()
  }

  func arm(times: Int) { left.withLock { $0 = times } }

  /// Saves when the time of the operation is put into the note: after the look at it, before it is written.
  func isAsked(by settings: inout ServerSettings, _ time: String) {
    let moment = ISO8601DateFormatter().date(from: time).map { Int64($0.timeIntervalSince1970) }
    let zone = TimeZoneRules { [self] instant in
      if instant == moment { save() }
      return 3600
    }
    settings.zone = { _ in zone }
  }

  func save() {
    let number = left.withLock { left in
      guard left > 0 else { return 0 }
      left -= 1
      return count.add(1, ordering: .relaxed).newValue
    }
    let path = "vault/2026/03/2026-03-01-hello.md"
    guard number > 0, let text = try? folder.readText(path) else { return }
    let head = text.components(separatedBy: "\n---\n")[0]
    _ = try? folder.write("\(head)\n---\n\nHello, by hand \(number)\n", to: path)
  }
}
