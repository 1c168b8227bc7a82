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
    try await TestServer.run { server in
      let phone = try await Phone(server)
      let photos = (0..<120).map { number in
        Photo(
          id: "m\(number)", filename: "a.jpg",
          bytes: [0xFF, 0xD8, 0xFF, 0xE0] + Array(String(1_000 + number / 2).utf8))
      }
      #expect(try await phone.sync(Operation(media: photos)).outcomes == ["applied"])
      let names = Set(
        server.folder.contents().filter { $0.contains(".media/") }
          .compactMap { $0.split(separator: "/").last.map(String.init) })
      #expect(names.count == 60)
      #expect(names.isSuperset(of: ["a.jpg", "a-2.jpg", "a-60.jpg"]))
      #expect(try await phone.notes().media.count == 60)
      #expect(!server.folder.contents().contains { $0.contains("notesync/serving/") })
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

  @Test("what a killed server left of media goes, and what another one is at work with stays")
  func leftovers() throws {
    let folder = try TestServer.prepared()
    let vault = try Vault(opening: folder.path("vault"))
    let photo = try folder.write(Photo.jpeg(1), to: "photo")
    let stage = try RequestStage(in: vault)
    try stage.add(photo)
    try folder.write("left", to: "vault/.tl/local/notesync/serving/killed/1")
    RequestStage.removeLeftovers(in: vault)
    let left = folder.contents().filter { $0.contains("/serving/") }
    #expect(left.count == 3 && !left.contains { $0.contains("killed") }, "\(left)")
    withExtendedLifetime(stage) {}
  }
}
