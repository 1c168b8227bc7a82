import Foundation
import NotesyncServer
import Synchronization
import TestSupport
import Testing
import VaultFormat

/// A server that is killed at each of its steps, and gets the same request again when it runs anew.
///
/// `TL_NOTESYNC_KILLS` is how often it is killed, one time unless given; each more takes ten times as long.
@Suite("Requests that were cut off")
struct KilledRequestTests {
  @Test(
    "the same request again leads to what it would have led to at once",
    arguments: KilledRequest.all, [false, true])
  func killed(request: KilledRequest, isLookedAt: Bool) async throws {
    let folder = try TestServer.prepared()
    let images = try DiskImages(of: folder)
    let token = Mutex("")
    let expected = Mutex<ServerState?>(nil)
    try await TestServer.run(in: folder, change: { $0.onChange = { images.take() } }) { server in
      let (other, phone) = (try await Phone(server), try await Phone(server))
      token.withLock { $0 = phone.token }
      for operations in request.before { _ = try await other.sync(operations) }
      if let edit = request.edit { try edit(folder) }
      images.begin()
      let answer = try await phone.sync(request.operations)
      images.end()
      #expect(answer.status == 200)
      let state = try await ServerState(phone, answer)
      expected.withLock { $0 = state }
    }
    #expect(images.failure == nil)
    let wanted = try #require(expected.withLock { $0 })
    let asked = ProcessInfo.processInfo.environment["TL_NOTESYNC_KILLS"].flatMap { Int($0) }
    let killed = Killed(
      request: request, isLookedAt: isLookedAt, token: token.withLock { $0 }, wanted: wanted)
    try await killed.check(images, "killed", more: (asked ?? 1) - 1)
  }

  @Test("a note whose deletion was cut off, and that somebody brought back, stays")
  func broughtBack() async throws {
    let folder = try TestServer.prepared()
    let images = try DiskImages(of: folder)
    let token = Mutex("")
    let deletion = Operation(type: "delete", updated: "2026-03-01T04:00:00Z")
    try await TestServer.withPhone(in: folder, change: { $0.onChange = { images.take() } }) {
      _, phone in
      token.withLock { $0 = phone.token }
      _ = try await phone.sync(
        Operation(text: "Hello", updated: "2026-03-01T01:00:00Z", media: [Photo(id: "m1")]))
      images.begin()
      _ = try await phone.sync(deletion)
      images.end()
    }
    let place = "vault/2026/03/2026-03-01-hello.md"
    let count = Mutex(0)
    for number in 0..<images.count {
      let folder = try images.copy(number)
      try await TestServer.run(in: folder) { server in
        let phone = Phone(server, token: token.withLock { $0 })
        _ = try await phone.notes()
        let trashed = folder.contents().first { $0.contains("/files/") && $0.hasSuffix("hello.md") }
        guard let trashed, !folder.exists(place) else { return }
        count.withLock { $0 += 1 }
        try folder.move(trashed, to: place)
        let restored = try await phone.notes().notes.first
        #expect((restored?["updatedAt"] as? String ?? "") > "2026-03-01T04:00:00Z")
        var late = deletion
        late.id = UUID().uuidString
        #expect(try await phone.sync(late).outcomes == ["skipped"])
        #expect(folder.exists(place))
      }
    }
    #expect(count.withLock { $0 } > 0)
  }

  @Test("what could not be carried out in full is when it comes again, under whatever id")
  func halfDone() async throws {
    try await TestServer.withPhone { server, phone in
      let place = "vault/2026/03/2026-03-01-hello.media"
      _ = try await phone.sync(Operation(updated: "2026-03-01T01:00:00Z"))
      try server.folder.write("no folder", to: place)
      var later = Operation(
        text: "Later", updated: "2026-03-01T04:00:00.123456Z", media: [Photo(id: "m1")])
      let refused = try await phone.sync(later).expect(updated: "2026-03-01T04:00:00Z")
      #expect(refused.results[0]["error"] as? String == "invalid_request")
      try server.folder.remove(place)
      later.id = UUID().uuidString
      #expect(try await phone.sync(later).outcomes == ["applied"])
      #expect(try await phone.notes().media.map { $0["id"] as? String } == ["m1"])
      later.id = UUID().uuidString
      #expect(try await phone.sync(later).outcomes == ["skipped"])
      #expect(server.folder.contents().allSatisfy { !$0.contains(".conflict-") })
    }
  }

  @Test("a request that the machine stopped is carried out when it comes again")
  func stopped() async throws {
    let folder = try TestServer.prepared()
    let isSaving = Mutex(false)
    let time = "2099-01-01T00:00:00Z"
    let moment = ISO8601DateFormatter().date(from: time).map { Int64($0.timeIntervalSince1970) }
    let count = Mutex(0)
    // Another program that never lets the last note be written.
    let zone = TimeZoneRules { instant in
      guard instant == moment, isSaving.withLock({ $0 }) else { return 3600 }
      let number = count.withLock {
        $0 += 1
        return $0
      }
      let path = "vault/2026/03/2026-03-01-busy.md"
      let text = (try? folder.readText(path)) ?? ""
      _ = try? folder.write(
        text.replacingOccurrences(of: "Busy", with: "Busy \(number)"), to: path)
      return 3600
    }
    try await TestServer.withPhone(in: folder, change: { $0.zone = { _ in zone } }) { _, phone in
      _ = try await phone.sync([
        Operation(text: "A", updated: "2026-03-01T01:00:00Z"),
        Operation(note: "n2", text: "Busy", updated: "2026-03-01T01:00:00Z"),
      ])
      let operations = [
        Operation(type: "delete", text: "A", updated: "2026-03-01T02:00:00.5Z"),
        Operation(text: "B", updated: "2026-03-01T03:00:00.5Z"),
        Operation(type: "delete", text: "B", updated: "2026-03-01T04:00:00.5Z"),
        Operation(note: "n2", text: "Thumb", updated: time),
      ]
      isSaving.withLock { $0 = true }
      #expect(try await phone.sync(operations).status == 503)
      isSaving.withLock { $0 = false }
      let answer = try await phone.sync(operations).expect(200)
      for index in 0..<3 {
        #expect(answer.note(index)["text"] as? String == "B")
        #expect(answer.note(index)["updatedAt"] as? String == "2026-03-01T04:00:00Z")
        #expect(answer.note(index)["deletedAt"] as? String == "2026-03-01T04:00:00Z")
      }
      #expect(try await !phone.notes().notes.contains { $0["id"] as? String == "n1" })
      let notes = folder.contents().filter { $0.hasSuffix(".md") && !$0.contains("/.tl/") }
      #expect(notes.allSatisfy { $0.hasPrefix("vault/2026/03/2026-03-01-busy.") })
    }
  }
}

/// A server that was killed while it carried out a request.
private struct Killed: Sendable {
  var request: KilledRequest
  var isLookedAt: Bool
  var token: String
  var wanted: ServerState

  /// Sends the request again to each of the servers that were killed, and kills that as often as asked for.
  func check(_ images: DiskImages, _ name: String, more: Int) async throws {
    for number in 0..<images.count {
      let name = "\(name) at step \(number) of \(images.count)"
      if more > 0 {
        let folder = try images.copy(number)
        let again = try DiskImages(of: folder)
        try await TestServer.run(in: folder, change: { $0.onChange = { again.take() } }) { server in
          let phone = Phone(server, token: token)
          try await look(phone)
          again.begin()
          _ = try await phone.sync(request.operations)
          again.end()
        }
        try await check(again, name, more: more - 1)
      }
      try await TestServer.run(in: images.copy(number)) { server in
        try await check(Phone(server, token: token), Comment(rawValue: name))
      }
    }
  }

  private func look(_ phone: Phone) async throws {
    // What was written by hand, and sent, would go to the trash and not beside the note.
    if isLookedAt, request.edit == nil { #expect(try await phone.notes().status == 200) }
  }

  private func check(_ phone: Phone, _ name: Comment) async throws {
    try await look(phone)
    let answer = try await phone.sync(request.operations).expect(200)
    let found = try await ServerState(phone, answer)
    #expect(found.shown == wanted.shown, name)
    #expect(found.files == wanted.files, name)
    #expect(wanted.trash.subtracting(found.trash) == [], name)
    let last = Operation(text: "?", updated: request.last)
    #expect(try await phone.sync(last).outcomes == ["skipped"], name)
    let next = Operation(text: "!", updated: request.next)
    #expect(try await phone.sync(next).outcomes == ["applied"], name)
  }
}

/// A request, and what there is before it.
struct KilledRequest: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Requests of another sign-in.
  var before: [[Operation]] = []
  /// What is done to the vault by hand then.
  var edit: (@Sendable (TemporaryFolder) throws -> Void)?
  var operations: [Operation]
  /// The time that the note `n1` has afterwards, and a microsecond more.
  var last = "2026-03-01T04:00:00.123456Z"
  var next = "2026-03-01T04:00:00.123457Z"

  private static let start = "2026-03-01T01:00:00.5Z"
  private static let end = "2026-03-01T04:00:00.123456Z"
  private static let first = Operation(
    text: "Hello", tags: ["a"], updated: start, media: [Photo(id: "m1")])
  private static let removal = Operation(type: "delete", updated: "2026-03-01T02:00:00.5Z")

  static let all: [KilledRequest] = [
    KilledRequest(
      testDescription: "new notes",
      operations: [
        Operation(text: "Hello", isPinned: true, tags: ["a"], updated: end, media: [Photo()]),
        Operation(note: "n2", text: "Two", updated: end),
        Operation(type: "delete", note: "n3", text: "Three", updated: end),
      ]),
    KilledRequest(
      testDescription: "edits",
      before: [[first, Operation(note: "n2", text: "Two", updated: start)]],
      operations: [
        Operation(
          text: "Goodbye", tags: ["b"], updated: end, media: [Photo(bytes: Photo.jpeg(2))]),
        Operation(note: "n2", text: "Two and three", updated: end),
        Operation(note: "n2", text: "Two and four", updated: "2026-03-01T05:00:00Z"),
      ]),
    KilledRequest(
      testDescription: "an edit over another one that was made in the vault", before: [[first]],
      edit: { folder in
        let path = "vault/2026/03/2026-03-01-hello.md"
        try folder.replace("Hello", with: "By hand", in: path)
      },
      operations: [Operation(text: "Goodbye", updated: "2099-01-01T00:00:00.5Z")],
      last: "2099-01-01T00:00:00.5Z", next: "2099-01-01T00:00:00.500001Z"),
    KilledRequest(
      testDescription: "a delete", before: [[first]],
      operations: [Operation(type: "delete", updated: end)]),
    KilledRequest(
      testDescription: "a resurrection", before: [[first], [removal]],
      operations: [Operation(text: "Back", updated: end, media: [Photo(bytes: Photo.jpeg(2))])]),
    KilledRequest(
      testDescription: "a resurrection with the same text", before: [[first], [removal]],
      operations: [Operation(text: "Hello", tags: ["a"], updated: end)]),
    KilledRequest(
      testDescription: "last words", before: [[first]],
      operations: [
        Operation(
          text: "Last words", updated: end, deleted: end, media: [Photo(bytes: Photo.jpeg(2))])
      ]),
    KilledRequest(
      testDescription: "last words that are the first",
      operations: [Operation(text: "Hello", updated: end, deleted: end, media: [Photo()])]),
    KilledRequest(
      testDescription: "last words of a deleted note", before: [[first], [removal]],
      operations: [Operation(text: "Last words", updated: end, deleted: end)]),
    KilledRequest(
      testDescription: "a delete, an edit and a delete", before: [[first]],
      operations: [
        removal, Operation(text: "B", updated: "2026-03-01T03:00:00.5Z"),
        Operation(type: "delete", updated: end),
      ]),
    KilledRequest(
      testDescription: "a known id with other bytes", before: [[first]],
      operations: [
        Operation(
          text: "Hello", tags: ["a"], updated: end,
          media: [Photo(id: "m1", bytes: Photo.jpeg(2))])
      ]),
    KilledRequest(
      testDescription: "a known id with other bytes and another text",
      before: [[first, Operation(note: "n2", text: "Two", updated: start)]],
      operations: [
        Operation(text: "Other", updated: end, media: [Photo(id: "m1", bytes: Photo.jpeg(2))]),
        Operation(
          note: "n2", text: "Two and three", updated: end,
          media: [Photo(id: "m1", bytes: Photo.jpeg(3))]),
      ]),
  ]
}

/// What a server has and shows.
private struct ServerState {
  /// The notes that a request was answered with, and a listing.
  var shown: [String]
  /// All of the vault but hidden files, each with its path.
  var files: [String]
  /// What is in the trash; media of a note say so.
  var trash: Set<String>

  init(_ phone: Phone, _ answer: Answer) async throws {
    let listing = try await phone.notes()
    let parts = answer.results.map { $0["note"] ?? "" } + listing.notes + listing.media
    shown = try parts.map { part in
      let object = part as? [String: Any] ?? [:]
      let known = object.filter { $0.key != "dataBase64" }
      let data = try JSONSerialization.data(withJSONObject: known, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
    (files, trash) = ([], [])
    let folder = phone.server.folder
    for path in folder.contents() where path.hasPrefix("vault/") {
      guard let bytes = try? folder.read(path) else { continue }
      let content = path.hasSuffix(".md") ? String(decoding: bytes, as: UTF8.self) : "\(bytes)"
      if !path.contains("/.") {
        files.append("\(path): \(content)")
      } else if path.hasPrefix("vault/.tl/local/trash/"), path.contains("/files/") {
        trash.insert("\(path.contains(".media/") ? "media " : "")\(content)")
      }
    }
  }
}
