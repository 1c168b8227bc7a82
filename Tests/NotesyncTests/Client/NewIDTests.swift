import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Notesync

@Suite("New ids")
struct NewIDTests {
  @Test(
    "a note whose id belongs to another account gets another one and is sent; nothing else changes")
  func foreignID() async throws {
    let (server, device) = try await Device.pushed(having: "known", text: "sent before")
    server.with { $0.foreignIDs = ["theirs"] }
    try device.write("a.md", id: "theirs", "text of a")
    try device.write("b.md", id: "mine", "text of b")
    let report = try await device.client.push()
      .expect(created: ["b.md"], aside: [.failsOnNew(status: 500)])
    #expect(try device.client.queue().aside.map(\.reason) == [.failsOnNew(status: 500)])
    let ids = Set(
      (report.aside + [UnsentNote(path: nil, noteID: "known", reason: .changing)]).map(\.noteID))
    #expect(try device.client.giveNewIDs(to: ids).map(\.text) == ["a.md"])
    let text = try device.folder.readText("a.md")
    #expect(!text.contains("theirs") && text.hasSuffix("---\n\ntext of a\n"))
    #expect(try device.folder.readText("known.md").contains("id: known"))
    #expect(try await device.client.push().created.map(\.text) == ["a.md"])
    #expect(try device.client.queue().changes == [])
    #expect(server.with { $0.notes.values.count { $0.text == "text of a" } } == 1)
  }

  @Test("giving new ids is an operation, and can be taken back; storing ids on the way is none")
  func operation() async throws {
    let server = try FakeServer()
    let device = try Device(server)
    server.with { $0.foreignIDs = ["theirs"] }
    try device.write("a.md", id: "theirs", "text of a")
    try device.folder.write("text of b\n", to: "b.md")
    let recorder = OperationRecorder(
      LoggedOperation.Head(
        time: "2026-11-20T18:03:11Z", face: .commandLine, words: "tl notesync push --new-ids"))
    device.operation = recorder
    let before = try device.folder.readText("a.md")
    let report = try await device.client.push()
    #expect(report.storedIDs.map(\.text) == ["b.md"] && recorder.number == nil)
    _ = try device.client.giveNewIDs(to: Set(report.aside.map(\.noteID)))
    let logged = try #require(recorder.logged)
    #expect(logged.paths.map(\.text) == ["a.md"])
    let plan = try OperationReversal(of: logged, in: device.vault.folder, zone: .utc)
    let failures = try NoteWriter(device.vault, device.surroundings, zone: .utc)
      .carryOut(plan.steps)
    #expect(failures.isEmpty)
    #expect(try device.folder.readText("a.md") == before)
  }

  @Test("U+0000 in what comes is left out and told")
  func nul() async throws {
    let (server, device) = try Device.withServer()
    let time = WireTime(seconds: 1_790_000_000)
    server.with {
      $0.notes["a"] = WireNote(id: "a", text: "one\0two", createdAt: time, updatedAt: time)
    }
    let (pull, _) = try await device.client.sync()
    #expect(pull.findings.map(\.reason) == [.holdsNUL])
    #expect(try device.folder.readText(try #require(pull.created.first).text).contains("onetwo"))
    #expect(try await device.client.sync().pull.findings == [])
  }
}
