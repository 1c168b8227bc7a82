import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// Ids that Unicode takes for the same text, and that are other bytes.
@Suite("Ids that look alike")
struct SimilarIDsTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  private func texts(of device: Device) throws -> [NoteID: String] {
    var texts: [NoteID: String] = [:]
    let notes = VaultNotes(
      device.vault, zone: .utc, threads: 1, hashes: MediaHashes(device.vault, now: { 0 }),
      now: { 0 })
    _ = try notes.forEach { texts[$0.id] = $0.content.text }
    return texts
  }

  @Test("a note that arrives is not taken for the one here")
  func arriving() async throws {
    let (server, device) = try Device.withServer()
    try device.write("a.md", id: Self.composed, "written here")
    _ = try await device.client.sync()
    server.with {
      $0.notes[NoteID(nonEmpty: Self.decomposed)] = note(
        Self.decomposed, "from there", at: 1_799_000_000)
    }
    for _ in 0..<2 {
      let (pull, push) = try await device.client.sync()
      #expect(pull.updated == [] && pull.copies == [] && push.noteCount == 0)
    }
    let expected: [NoteID: String] = [
      NoteID(nonEmpty: Self.composed): "written here",
      NoteID(nonEmpty: Self.decomposed): "from there",
    ]
    #expect(try texts(of: device) == expected)
    #expect(server.with { $0.notes.mapValues(\.text) } == expected)
  }

  @Test("two notes here both go out, and both deletions")
  func leaving() async throws {
    let (server, device) = try Device.withServer()
    try device.write("a.md", id: Self.composed, "one")
    try device.write("b.md", id: Self.decomposed, "two")
    try device.write("c.md", id: "c", "three")
    try await device.client.push().expect(created: ["a.md", "b.md", "c.md"])
    #expect(server.with { $0.notes.values.map(\.text).sorted() } == ["one", "three", "two"])
    try device.folder.remove("a.md")
    #expect(try await device.client.push().deleted == ["a.md"])
    #expect(
      server.with { $0.notes.values.filter { $0.deletedAt == nil }.map(\.text).sorted() }
        == ["three", "two"])
  }
}
