import Foundation
import Notesync
import NotesyncServer
import Synchronization
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

/// The client of tl against the server of tl, over a real port.
@Suite("Client and server", .serialized)
struct ClientTests {
  @Test(
    "the example vault is pushed to an empty server, and restored into an empty vault as it was")
  func roundTrip() async throws {
    // Later than every note: a time ahead of the clock is not sent.
    try await TestServer.run(clock: TestClock(1_900_000_000)) { server in
      let first = try await Laptop(server, 1)
      let source = RepositoryRoot.path("example-vault")
      for name in try FileManager.default.subpathsOfDirectory(atPath: source) {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: "\(source)/\(name)", isDirectory: &isFolder)
        guard !isFolder.boolValue, !name.hasPrefix(".tl/") else { continue }
        try first.folder.write(
          Data(contentsOf: URL(fileURLWithPath: "\(source)/\(name)")), to: name)
      }
      try first.folder.write(
        Array("---\nid: odd\ncreated: 2026-01-01T00:00:00Z\n---\n\n".utf8)
          + Array("e\u{301} \u{FEFF}\u{1}\u{7F} a\rb\r\nc\n\n".utf8), to: "odd.md")
      let pushed = try await first.client.push()
      #expect(pushed.created.count > 3)
      #expect(pushed.aside == [])
      #expect(try await first.client.push().noteCount == 0)
      let second = try await Laptop(server, 2)
      let restored = try await second.client.restore(newest: nil)
      #expect(restored.findings == [])
      let (before, after) = (
        try first.contents(withTimes: true), try second.contents(withTimes: true)
      )
      #expect(after.keys.sorted() == before.keys.sorted())
      for (id, note) in before { #expect(after[id] == note) }
      #expect(try second.client.queue().changes == [])
      await first.close()
      await second.close()
    }
  }

  @Test("edits, pictures and deletions go from one vault to the other, and to the server's")
  func twoVaults() async throws {
    try await TestServer.run { server in
      let (first, second) = (try await Laptop(server, 1), try await Laptop(server, 2))
      for name in ["a", "b", "c"] {
        try first.folder.write(
          "---\nid: \(name)\ncreated: 2026-03-01T08:00:00Z\nupdated: 2026-03-01T08:00:00Z\n---\n\ntext of \(name)\n",
          to: "\(name).md")
      }
      try first.folder.write([0xFF, 0xD8, 0xFF, 0xE0, 1], to: "a.media/x.jpg")
      _ = try await first.client.sync()
      _ = try await second.client.sync()
      #expect(try second.contents() == first.contents())
      // An edit here, another one there, and a deletion.
      server.clock.advance(60)
      try first.change("a", to: "edited by the first")
      try second.change("b", to: "edited by the second")
      let path = try #require(second.path(of: "c"))
      try second.folder.remove(path)
      let (_, pushed) = try await second.client.sync()
      #expect(pushed.deleted.count == 1)
      let (pulled, _) = try await first.client.sync()
      #expect(pulled.removed.map(\.text) == ["c.md"])
      #expect(pulled.updated.map(\.text) == ["b.md"])
      _ = try await second.client.sync()
      #expect(try second.contents() == first.contents())
      #expect(try first.contents().count == 2)
      // The same note on both sides.
      server.clock.advance(60)
      try first.change("a", to: "one text")
      try second.change("a", to: "another text")
      for laptop in [first, second, first, second] { _ = try await laptop.client.sync() }
      #expect(try second.contents() == first.contents())
      let all = try first.contents().values.joined()
      for text in ["one text", "another text"] { #expect(all.contains(Array(text.utf8).hex)) }
      await first.close()
      await second.close()
    }
  }

  @Test("connections cut at 64 places lose nothing and send nothing twice")
  func cuts() async throws {
    try await withSeed { (generator: inout SeededGenerator, _) async throws in
      let places = (0..<64).map { _ in Int.random(in: 0...9_000, using: &generator) }
      try await TestServer.run { server in
        let target = Int(server.base.split(separator: ":").last ?? "") ?? 0
        let proxy = try CuttingProxy(to: target, limits: places)
        let laptop = try await Laptop(server, 1, through: proxy.port)
        var number = 0
        while proxy.unusedLimits > 0, number < 64 {
          number += 1
          try laptop.folder.write("note \(number)\n", to: "n\(number).md")
          try laptop.folder.write(
            [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: UInt8(number), count: 3_000),
            to: "n\(number).media/x.jpg")
          _ = try? await laptop.client.push()
        }
        _ = try await laptop.client.push()
        #expect(try laptop.client.queue().changes == [])
        await laptop.close()
        proxy.stop()
        let other = try await Laptop(server, 2)
        let restored = try await other.client.restore(newest: nil)
        #expect(restored.created.count == number)
        #expect(restored.media.count == number)
        #expect(try other.contents() == laptop.contents())
        await other.close()
      }
    }
  }

  @Test("a note that the server cannot store stays here, and is sent once it can")
  func unstorable() async throws {
    try await TestServer.run { server in
      try server.folder.makeFolder("elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: server.folder.path("vault/2026"),
        withDestinationPath: server.folder.path("elsewhere"))
      let laptop = try await Laptop(server, 1)
      try laptop.folder.write("---\nid: a\ncreated: 2026-11-20\n---\n\ntext\n", to: "a.md")
      let report = try await laptop.client.push()
      #expect(report.created == [])
      #expect(report.aside.map(\.noteID.text) == ["a"])
      for _ in 0..<2 { #expect(try await laptop.client.sync().pull.removed == []) }
      #expect(laptop.folder.exists("a.md"))
      try server.folder.remove("vault/2026")
      _ = try laptop.client.resync()
      #expect(try await laptop.client.push().created.map(\.text) == ["a.md"])
      await laptop.close()
    }
  }

  @Test("the server's own sign-in page brings the browser back")
  func bringsBack() async throws {
    try await TestServer.run { server in
      let settings = NotesyncSettings(server: try ServerAddress(server.base))
      let transport = HTTPTransport(settings)
      let login = NotesyncLogin(
        settings, transport, pacing: Pacing(now: { 0 }, sleep: { _ in }, random: { 0 }))
      let browser = BrowserLogin(redirect: "http://127.0.0.1:7/callback") {
        (0..<32).map { _ in UInt8.random(in: 0...255) }
      }
      #expect(try await login.bringsBack(browser))
      await transport.close()
    }
  }

  @Test("an expired token is renewed; a wrong password and a wrong key are told as such")
  func signingIn() async throws {
    try await TestServer.run { server in
      let laptop = try await Laptop(server, 1)
      try laptop.folder.write("text\n", to: "a.md")
      server.clock.advance(4 * 3600)
      #expect(try await laptop.client.push().created.count == 1)
      await laptop.close()
      await #expect(throws: NotesyncError.wrongPassword) {
        try await Laptop(server, 2, password: "wrong")
      }
      let other = try await Laptop(server, 3, apiKey: "wrong")
      try other.folder.write("text\n", to: "b.md")
      await #expect(throws: NotesyncError.wrongAPIKey) { try await other.client.push() }
      await other.close()
    }
  }
}
