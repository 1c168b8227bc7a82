import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync
@testable import NotesyncServer
@testable import VaultStore

/// Many files in one operation.
@Suite("Many media")
struct ManyMediaTests {
  @Test(
    "each gets a name of its own, those that are there already come once, and nothing is left over")
  func many() async throws {
    try await TestServer.withPhone { server, phone in
      let photos = (0..<120).map { number in
        Photo(
          id: "m\(number)", filename: "a.jpg",
          bytes: [0xFF, 0xD8, 0xFF, 0xE0] + Array(String(1_000 + number / 2).utf8))
      }
      try await phone.sync(Operation(media: photos)).expect(outcomes: ["applied"])
      let names = Set(
        server.folder.contents().filter { $0.contains(".media/") }
          .compactMap { $0.split(separator: "/").last.map(String.init) })
      #expect(names.count == 60)
      #expect(names.isSuperset(of: ["a.jpg", "a-2.jpg", "a-60.jpg"]))
      #expect(try await phone.notes().media.count == 60)
      #expect(!server.folder.contents().contains { $0.contains(".tl/local/work/") })
    }
  }

  @Test("a server that ends gives up between two files, and the same request is carried out later")
  func ended() throws {
    let folder = try TestServer.prepared()
    let stop = ShutdownFlag()
    #expect(throws: Never.self) { try stop.check() }
    stop.raise()
    #expect(throws: Unavailable.self) { try stop.check() }
    let spool = try Spool(in: folder.path("incoming"))
    try spool.append(Array(#"{"ops":[]}"#.utf8))
    #expect(throws: Unavailable.self) { try spool.operations(limit: 10, stop) }
  }
}
