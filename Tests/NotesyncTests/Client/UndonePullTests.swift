import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Notesync

/// A pull that is taken back, of which the server is told by the next push.
@Suite("Undoing a pull")
struct UndonePullTests {
  /// Later than what the device has written itself.
  private static let time = WireTime(seconds: 1_796_000_000)
  private static let created = WireTime(seconds: 1_780_000_000)

  private let server: FakeServer
  private let device: Device
  private var log: OperationLog { OperationLog(device.vault.folder) }

  /// A device with five notes that the server has too; a phone then changed `a`, deleted `b` and wrote `new`.
  init() async throws {
    (server, device) = try await Device.pushed(having: "a", "b", "c", "d", "e")
    server.with {
      $0.notes["a"]?.text = "from the phone"
      $0.notes["a"]?.updatedAt = Self.time
      $0.media["a"] = [photo(1)]
      $0.notes["b"]?.updatedAt = Self.time
      $0.notes["b"]?.deletedAt = Self.time
      $0.notes["new"] = WireNote(
        id: "new", text: "written there", createdAt: Self.created, updatedAt: Self.time)
      $0.media["new"] = [photo(2)]
    }
  }

  private func photo(_ number: Int) -> FakeServer.StoredMedia {
    .photo("photo-\(number)", picture(number), filename: "p.jpg")
  }

  /// Runs `body` with a client whose pulls are one operation.
  private func recording(
    _ body: (NotesyncClient) async throws -> Void
  ) async throws -> OperationRecorder {
    let recorder = OperationRecorder(
      LoggedOperation.Head(
        time: "2026-11-20T18:03:11Z", face: .commandLine, words: "tl notesync sync"))
    device.operation = recorder
    try await body(device.client)
    recorder.finish()
    return recorder
  }

  private func takeBack(_ operation: LoggedOperation) throws {
    let plan = try OperationReversal(of: operation, in: device.vault.folder, zone: .utc)
    #expect(plan.obstacles.isEmpty)
    let writer = try NoteWriter(device.vault, device.surroundings, zone: .utc)
    let failures = writer.carryOut(plan.steps)
    #expect(failures.isEmpty)
  }

  @Test("a pull is one operation, whose undo brings every byte back")
  func operation() async throws {
    let before = try device.files()
    let recorder = try await recording { _ = try await $0.sync() }
    let number = try #require(recorder.number)
    let operation = try #require(log.operation(number))
    #expect(operation.isComplete && operation.undecided.isEmpty)
    #expect(operation.paths.count == 3, "\(operation.paths)")
    #expect(try device.files() != before)
    try takeBack(operation)
    #expect(try device.files() == before)
  }

  @Test("what was taken back is sent as changes that are later than those of the server")
  func sent() async throws {
    let recorder = try await recording { _ = try await $0.sync() }
    try takeBack(try #require(recorder.number.flatMap(log.operation)))
    let queue = try device.client.queue()
    #expect(queue.changes.map(\.noteID).sorted() == ["a", "b", "new"])
    let (pull, push) = try await device.client.sync()
    #expect(pull.isEmpty, "\(pull)")
    #expect(push.noteCount == 3 && push.aside == [] && push.heldDeletions.isEmpty, "\(push)")
    let notes = server.with { $0.notes }
    #expect(notes["a"]?.text == "text")
    #expect(notes["b"]?.text == "text" && notes["b"]?.deletedAt == nil)
    #expect(notes["new"]?.deletedAt != nil)
    for id: NoteID in ["a", "b"] {
      let updated = try #require(notes[id]?.updatedAt)
      #expect(updated > Self.time)
    }
  }

  @Test("a restore is an operation too, and what brings nothing is none")
  func restore() async throws {
    let recorder = try await recording { _ = try await $0.restore(newest: nil) }
    let operation = try #require(recorder.number.flatMap(log.operation))
    #expect(operation.texts.count == 2)
    let second = try await recording { _ = try await $0.restore(newest: nil) }
    #expect(second.number == nil)
  }
}
