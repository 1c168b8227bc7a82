import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// What becomes of a note that both sides changed.
@Suite("Changes on both sides")
struct JoiningTests {
  private func time(_ text: String) throws -> Int64 {
    try #require(ISO8601DateFormatter().date(from: text).map { Int64($0.timeIntervalSince1970) })
  }

  private func prepared(tags: [String] = []) async throws -> (FakeServer, Device) {
    let (server, device) = try Device.withServer()
    try device.write("a.md", id: "a", "text", tags: tags, updated: "2026-11-20T11:00:00Z")
    _ = try await device.client.push()
    return (server, device)
  }

  @Test(
    "the later text counts, also that of an editor that sets no time", arguments: [true, false])
  func editor(isLater: Bool) async throws {
    let (server, device) = try await prepared()
    let phone = try time("2026-11-25T00:00:00Z")
    try device.write("a.md", id: "a", "from the editor", updated: "2026-11-20T11:00:00Z")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(phone + (isLater ? 60 : -60)))],
      ofItemAtPath: device.folder.path("a.md"))
    server.edit("a", "from the phone", at: WireTime(seconds: phone))
    let (pull, _) = try await device.client.sync()
    let (winner, loser) = isLater ? ("editor", "phone") : ("phone", "editor")
    let copy = try #require(pull.copies.first)
    #expect(try device.folder.readText("a.md").contains("from the \(winner)"))
    #expect(try device.folder.readText(copy.text).contains("from the \(loser)"))
    #expect(server.with { $0.notes["a"]?.text } == "from the \(winner)")
  }

  @Test("tags and pin of both sides are joined", arguments: [true, false])
  func labels(phoneIsLater: Bool) async throws {
    let (server, device) = try await prepared(tags: ["base", "gone-here", "gone-there"])
    try device.folder.write(
      """
      ---
      id: a
      created: 2026-11-20T10:00:00Z
      updated: 2026-11-21T11:00:00Z
      pinned: true
      tags: [base, gone-there, mine]
      ---

      text

      """, to: "a.md")
    let phone = try time(phoneIsLater ? "2026-11-22T00:00:00Z" : "2026-11-21T00:00:00Z")
    server.with {
      $0.notes["a"]?.tags = ["base", "gone-here", "theirs"]
      $0.notes["a"]?.updatedAt = WireTime(seconds: phone)
    }
    let (pull, _) = try await device.client.sync()
    #expect(pull.copies == [] && pull.findings == [])
    let note = try #require(server.with { $0.notes["a"] })
    #expect(Set(note.tags) == ["base", "mine", "theirs"] && note.isPinned)
    let content = try #require(try device.contents()["a"])
    #expect(content.hasSuffix("|base,mine,theirs|true|"))
    let again = try await device.client.sync()
    #expect(again.pull.updated == [] && again.push.noteCount == 0)
  }

  @Test("where nobody knows what both began with, no tag is lost")
  func unknownBase() async throws {
    let (server, _) = try await prepared(tags: ["here"])
    let other = try Device(server, seed: 2)
    try other.write("b.md", id: "a", "text", tags: ["there"], updated: "2026-11-20T12:00:00Z")
    _ = try await other.client.sync()
    #expect(server.with { Set($0.notes["a"]?.tags ?? []) } == ["here", "there"])
  }

  @Test("a resync forgets neither which tags were removed nor that a note was not changed here")
  func afterResync() async throws {
    let (server, device) = try await prepared(tags: ["gone", "kept"])
    server.with {
      $0.notes["a"]?.tags = ["kept"]
      $0.notes["a"]?.text = "from the phone"
      $0.notes["a"]?.updatedAt = WireTime(seconds: 1_799_000_000)
    }
    // As a checkout or a copy does it.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_799_500_000)],
      ofItemAtPath: device.folder.path("a.md"))
    _ = try device.client.resync()
    _ = try await device.client.sync()
    #expect(
      server.with { $0.notes["a"].map { [$0.text] + $0.tags } } == ["from the phone", "kept"])
    #expect(try device.contents()["a"]?.hasSuffix("|kept|false|") == true)
  }

  @Test("joining does not depend on the side from which it is seen")
  func symmetric() throws {
    try withSeed { random, _ in
      let names = ["a", "b", "c", "d"]
      for _ in 0..<300 {
        func labels() -> NoteLabels {
          NoteLabels(
            tags: names.filter { _ in Bool.random(using: &random) }.compactMap { Tag($0) },
            isPinned: Bool.random(using: &random))
        }
        let base = Bool.random(using: &random) ? labels() : nil
        let (here, there) = (labels(), labels())
        let (one, other) = (
          NoteLabels.joined(base: base, here: here, there: there, thereIsLater: true),
          NoteLabels.joined(base: base, here: there, there: here, thereIsLater: false)
        )
        #expect(Set(one.tags) == Set(other.tags) && one.isPinned == other.isPinned)
        for tag in one.tags {
          #expect(here.tags.contains(tag) || there.tags.contains(tag))
        }
        if let base, here == base { #expect(Set(one.tags) == Set(there.tags)) }
        if base == nil { #expect(Set(one.tags) == Set(here.tags).union(there.tags)) }
      }
    }
  }

  @Test("an edit of the same second, later by a fraction, is no conflict")
  func fraction() async throws {
    let (server, device) = try await prepared()
    server.with {
      guard let time = $0.notes["a"]?.updatedAt else { return }
      $0.notes["a"]?.text = "from the phone"
      $0.notes["a"]?.updatedAt = WireTime(microseconds: time.microseconds + 5)
    }
    let (pull, push) = try await device.client.sync()
    #expect(pull.copies == [] && pull.updated.count == 1 && push.noteCount == 0)
  }

  @Test("a tag with a character that no text may hold does not come and go for ever")
  func tagWithNUL() async throws {
    let (server, device) = try await prepared()
    server.with {
      $0.notes["a"]?.tags = ["x\u{0}y"]
      $0.notes["a"]?.updatedAt = WireTime(seconds: 1_810_000_000)
    }
    #expect(try await device.client.sync().pull.updated.count == 1)
    let again = try await device.client.sync()
    #expect(again.pull.updated == [] && again.push.noteCount == 0)
  }
}
