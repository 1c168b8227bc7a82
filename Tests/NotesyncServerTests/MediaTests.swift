import Cryptography
import Foundation
import TestSupport
import Testing

@Suite("Media")
struct MediaTests {
  @Test("a photo and a sound lie beside the note and come back whole")
  func roundTrip() async throws {
    try await TestServer.withPhone { server, phone in
      let photo = Photo(id: "0B7A5C1E-2D55", filename: "../../evil/Holiday.JPG")
      let sound = Photo(
        id: "s1", kind: "audio", filename: "s1.m4a", contentType: "audio/m4a",
        bytes: Array("\0\0\0\u{18}ftypM4A abc".utf8))
      _ = try await phone.sync(Operation(media: [photo, sound]))
      let files = server.folder.contents().filter { $0.contains(".media/") }
      #expect(
        files == [
          "vault/2026/03/2026-03-01-hello.media/Holiday.jpg",
          "vault/2026/03/2026-03-01-hello.media/s1.m4a",
        ])
      #expect(try server.folder.read(files[0]) == photo.bytes)
      let media = try await phone.notes().media
      #expect(media.count == 2)
      let first = try #require(media.first { $0["id"] as? String == photo.id })
      #expect(
        Set(first.keys) == [
          "id", "noteId", "kind", "filename", "contentType", "checksum", "dataBase64",
        ])
      #expect(first["noteId"] as? String == "n1")
      #expect(first["kind"] as? String == "image")
      #expect(first["filename"] as? String == "0B7A5C1E-2D55.jpg")
      #expect(first["contentType"] as? String == "image/jpeg")
      #expect(first["dataBase64"] as? String == Data(photo.bytes).base64EncodedString())
      let hash = sha256Hex(photo.bytes)
      #expect(first["checksum"] as? String == hash)
      #expect(media.contains { $0["kind"] as? String == "audio" })
    }
  }

  @Test("media are only ever added, and the same bytes once")
  func additive() async throws {
    try await TestServer.withPhone(having: [Operation(media: [Photo(id: "a")])]) { _, phone in
      _ = try await phone.sync(
        Operation(
          updated: "2026-03-01T09:00:01Z", media: [Photo(id: "b", bytes: Photo.jpeg(2))]))
      _ = try await phone.sync(
        Operation(
          updated: "2026-03-01T09:00:02Z", media: [Photo(id: "c"), Photo(id: "d")]))
      _ = try await phone.sync(Operation(text: "none", updated: "2026-03-01T09:00:03Z"))
      let ids = try await phone.notes().media.compactMap { $0["id"] as? String }
      #expect(Set(ids) == ["a", "b"])
    }
  }

  @Test("an operation that comes too late leaves its pictures all the same")
  func skipped() async throws {
    try await TestServer.withPhone { _, phone in
      // The two ways in which Android sends one note: without its media, then with them.
      try await phone.sync([
        Operation(updated: "2026-03-01T09:00:00.123"),
        Operation(updated: "2026-03-01T09:00:00.123", media: [Photo(id: "a")]),
        Operation(updated: "2026-03-01T08:00:00", media: [Photo(id: "x", base64: "%%%")]),
      ]).expect(outcomes: ["applied", "skipped", "skipped"])
      #expect(try await phone.notes().media.map { $0["id"] as? String } == ["a"])
    }
  }

  @Test("a late picture whose id stands for another one is added, and the id stays where it is")
  func late() async throws {
    try await TestServer.withPhone { _, phone in
      let other = [UInt8]("no picture that anybody knows".utf8)
      try await phone.sync([
        Operation(media: [Photo(id: "a")]), Operation(note: "n2", text: "Two"),
        Operation(media: [Photo(id: "a", bytes: Photo.jpeg(2))]),
        Operation(note: "n2", media: [Photo(id: "a", bytes: other)]),
      ]).expect(outcomes: ["applied", "applied", "skipped", "skipped"])
      let media = try await phone.notes().media
      let found = Dictionary(grouping: media) { $0["noteId"] as? String ?? "" }
        .mapValues { Set($0.compactMap { $0["dataBase64"] as? String }) }
      let wanted = [
        "n1": [Photo.jpeg(1), Photo.jpeg(2)], "n2": [other],
      ].mapValues { Set($0.map { Data($0).base64EncodedString() }) }
      #expect(found == wanted)
      let kept = try #require(media.first { $0["id"] as? String == "a" })
      #expect(kept["dataBase64"] as? String == Data(Photo.jpeg(1)).base64EncodedString())
    }
  }

  @Test("what is known of media outlives the server, also of those that nobody asks for")
  func hashes() async throws {
    let folder = try TestServer.prepared()
    let path = "vault/.tl/local/notesync/media-hashes"
    try await TestServer.withPhone(having: [Operation(media: [Photo()])], in: folder) { _, phone in
      _ = try await phone.sync(
        Operation(note: "n2", text: "Two", updated: "2026-03-01T09:00:01Z", media: [Photo()]))
      _ = try await phone.notes()
    }
    let all = try folder.readText(path)
    #expect(all.contains("hello.media/") && all.contains("two.media/"))
    try await TestServer.run(in: folder) { server in
      _ = try await Phone(server).notes("?limit=1")
    }
    let kept = try folder.readText(path)
    #expect(kept.contains("hello.media/") && kept.contains("two.media/"))
  }

  @Test(
    "an id with other bytes replaces, an id on another note moves; the old file is in the trash")
  func replaced() async throws {
    try await TestServer.withPhone(having: [Operation(media: [Photo(id: "a")])]) { server, phone in
      _ = try await phone.sync(
        Operation(
          updated: "2026-03-01T09:00:01Z", media: [Photo(id: "a", bytes: Photo.jpeg(2))]))
      var media = try await phone.notes().media
      #expect(media.count == 1)
      #expect(media[0]["dataBase64"] as? String == Data(Photo.jpeg(2)).base64EncodedString())
      _ = try await phone.sync(
        Operation(note: "n2", media: [Photo(id: "a", bytes: Photo.jpeg(2))]))
      media = try await phone.notes().media
      #expect(media.map { $0["noteId"] as? String } == ["n2"])
      let trash = server.folder.contents().filter {
        $0.contains("local/trash") && $0.hasSuffix(".jpg")
      }
      #expect(trash.count == 2)
    }
  }

  @Test("a file that was dropped into the folder has one id for ever; films stay here")
  func dropped() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      let folder = "vault/2026/03/2026-03-01-hello.media"
      try server.folder.write(Photo.jpeg(7), to: "\(folder)/from the camera.jpg")
      try server.folder.write("film", to: "\(folder)/film.mp4")
      let media = try await phone.notes().media
      #expect(media.count == 1)
      let id = try #require(media[0]["id"] as? String)
      #expect(media[0]["filename"] as? String == "\(id).jpg")
      #expect(try await phone.notes().media[0]["id"] as? String == id)
    }
  }

  @Test("what is no base64 fails its operation alone, and is kept")
  func broken() async throws {
    try await TestServer.withPhone { server, phone in
      let answer = try await phone.sync([
        Operation(note: "good 1", media: [Photo()]),
        Operation(note: "bad", text: "precious", media: [Photo(base64: "AA A=")]),
        Operation(note: "good 2"),
      ]).expect(200, outcomes: ["applied", "skipped", "applied"])
      #expect(answer.results[1]["noteId"] as? String == "bad")
      #expect(answer.results[1]["error"] as? String == "invalid_request")
      #expect(try await phone.notes().notes.count == 2)
      let kept = server.folder.contents().filter { $0.contains("/aside/") }
      #expect(kept.count == 2)
      let request = try #require(kept.first { $0.hasSuffix(".json") })
      #expect(try server.folder.readText(request).contains("precious"))
      #expect(!server.folder.contents().contains { $0.contains("/incoming/") })
    }
  }
}
