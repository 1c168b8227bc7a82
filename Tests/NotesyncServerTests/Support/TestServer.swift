import Foundation
import NIOHTTP1
import Notesync
import NotesyncServer
import Synchronization
import TestSupport
import Testing
import VaultFormat
import VaultStore
import WebServer

/// A server on a free port of this machine with one vault and one account, `ada` with the password `correct horse`.
final class TestServer: Sendable {
  static let name = "ada"
  static let password = "correct horse"
  static let start: Int64 = 1_772_357_400  // 2026-03-01T09:30:00Z

  let folder: TemporaryFolder
  let port: Int
  let base: String
  let apiKey: String
  let clock: TestClock
  let lines: Lines

  init(
    _ folder: TemporaryFolder, port: Int, apiKey: String, _ clock: TestClock, _ lines: Lines
  ) {
    self.folder = folder
    self.port = port
    base = "http://127.0.0.1:\(port)"
    self.apiKey = apiKey
    self.clock = clock
    self.lines = lines
  }

  /// Runs `body` while a server runs; it is down afterwards.
  static func run(
    in folder: TemporaryFolder? = nil, clock: TestClock = TestClock(start),
    change: (inout ServerSettings) -> Void = { _ in },
    passwords: (ServerSettings) -> PasswordSignIn? = { _ in nil },
    _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    let folder = try folder ?? prepared()
    var settings = settings(in: folder, clock)
    change(&settings)
    let lines = Lines()
    let shared = passwords(settings)
    let server = try await NotesyncServer(settings, passwords: shared) { lines.add($0) }
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let result: Result<Void, any Error> = await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await server.run { continuation.yield($0) }
      }
      do {
        guard let port = await ports.first(where: { _ in true }) else {
          try await group.next()
          throw CommandFailure(description: "the server did not start")
        }
        try await body(
          TestServer(folder, port: port, apiKey: server.apiKey, clock, lines))
        group.cancelAll()
        try await group.waitForAll()
        return .success(())
      } catch {
        group.cancelAll()
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Runs `body` while a server runs that a phone is signed in to.
  ///
  /// - Parameter notes: what the phone has sent before.
  static func withPhone(
    having notes: [Operation] = [], in folder: TemporaryFolder? = nil,
    clock: TestClock = TestClock(start), change: (inout ServerSettings) -> Void = { _ in },
    _ body: @Sendable @escaping (TestServer, Phone) async throws -> Void
  ) async throws {
    try await run(in: folder, clock: clock, change: change) { server in
      let phone = try await Phone(server)
      if !notes.isEmpty { _ = try await phone.sync(notes) }
      try await body(server, phone)
    }
  }

  /// A folder with an empty vault and the account.
  static func prepared() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    _ = try Vault.initialize(folder.path("vault"), timeZone: nil)
    try AccountsFile(folder.path("state/accounts.json")).add(
      name, password: password, cost: .least)
    return folder
  }

  static func settings(in folder: TemporaryFolder, _ clock: TestClock) -> ServerSettings {
    let counter = Mutex<UInt64>(0)
    let zone = TimeZoneRules { _ in 3600 }
    let surroundings = Surroundings(now: { clock.now }, zone: zone) {
      var generator = SeededGenerator(
        seed: counter.withLock {
          $0 += 1
          return $0
        })
      return NoteID.random(using: &generator)
    }
    var settings = ServerSettings(
      stateFolder: folder.path("state"), vault: folder.path("vault"), surroundings: surroundings,
      zone: { _ in zone })
    settings.web.port = 0
    settings.passwordCost = .least
    return settings
  }
}

// MARK: - Requests

/// An answer with all of its body.
struct Answer: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The object of the body; empty where it is none.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }

  func header(_ name: String) -> String? { headers.first(name: name) }

  var error: String? { json["error"] as? String }

  /// The results of a sync.
  var results: [[String: Any]] { json["results"] as? [[String: Any]] ?? [] }
  var outcomes: [String] { results.map { $0["result"] as? String ?? "?" } }
  func note(_ index: Int) -> [String: Any] { results[index]["note"] as? [String: Any] ?? [:] }

  var notes: [[String: Any]] { json["notes"] as? [[String: Any]] ?? [] }
  var media: [[String: Any]] { json["media"] as? [[String: Any]] ?? [] }

  /// Expects a status, an error, the results of a sync, and what is in the body; what is nil is not looked at.
  ///
  /// - Parameters:
  ///   - note: the text of the first result's note.
  ///   - updated: its time.
  @discardableResult
  func expect(
    _ status: Int? = nil, error: String? = nil, outcomes: [String]? = nil, note: String? = nil,
    updated: String? = nil, location: String? = nil, has wanted: String...,
    lacks unwanted: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Answer {
    if let status { #expect(self.status == status, "\(text)", sourceLocation: sourceLocation) }
    if let error { #expect(self.error == error, "\(text)", sourceLocation: sourceLocation) }
    if let outcomes {
      #expect(self.outcomes == outcomes, "\(text)", sourceLocation: sourceLocation)
    }
    if note != nil || updated != nil {
      let first = results.first?["note"] as? [String: Any] ?? [:]
      if let note { #expect(first["text"] as? String == note, sourceLocation: sourceLocation) }
      if let updated {
        #expect(first["updatedAt"] as? String == updated, sourceLocation: sourceLocation)
      }
    }
    if let location { #expect(header("location") == location, sourceLocation: sourceLocation) }
    TestSupport.expect(text, wanted, unwanted, sourceLocation)
    return self
  }
}

extension TestServer {
  func send(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
  ) async throws -> Answer {
    let length = body.map { [("Content-Length", "\($0.count)")] } ?? []
    return try await TestClient(port: port).send(
      method, path, headers: headers + length, pieces: body.map { [$0] } ?? [])
  }

  func post(
    _ path: String, _ value: [String: Any], headers: [(String, String)] = []
  ) async throws -> Answer {
    let body = Array(try JSONSerialization.data(withJSONObject: value))
    return try await send(
      "POST", path, headers: [("Content-Type", "application/json")] + headers, body: body)
  }

  func logIn(
    _ name: String = TestServer.name, _ password: String = TestServer.password
  ) async throws -> (access: String, refresh: String) {
    let answer = try await attempt(name, password)
    let tokens = answer.json["tokens"] as? [String: String] ?? [:]
    return (try #require(tokens["access_token"]), try #require(tokens["refresh_token"]))
  }

  func get(_ path: String, _ token: String) async throws -> Answer {
    try await send("GET", path, headers: credentials(token))
  }

  /// What a sign-in is answered, through a proxy if an address is given.
  func attempt(
    _ name: String, _ password: String, from address: String? = nil
  ) async throws -> Answer {
    try await post(
      "/auth/login", ["username": name, "password": password],
      headers: address.map { [("X-Forwarded-For", $0)] } ?? [])
  }

  func attempt(_ password: String, from address: String? = nil) async throws -> Answer {
    try await attempt(Self.name, password, from: address)
  }

  func credentials(_ token: String) -> [(String, String)] {
    [("X-API-Key", apiKey), ("Authorization", "Bearer \(token)")]
  }
}

/// Someone signed in.
struct Phone: Sendable {
  let server: TestServer
  let token: String

  init(_ server: TestServer, name: String = TestServer.name) async throws {
    self.server = server
    token = try await server.logIn(name).access
  }

  /// Someone who signed in before the server was started anew.
  init(_ server: TestServer, token: String) {
    self.server = server
    self.token = token
  }

  func sync(_ operations: [[String: Any]]) async throws -> Answer {
    try await server.post(
      "/api/notesync", ["ops": operations], headers: server.credentials(token))
  }

  func sync(_ operation: Operation) async throws -> Answer { try await sync([operation.json]) }

  func sync(_ operations: [Operation]) async throws -> Answer {
    try await sync(operations.map(\.json))
  }

  func notes(_ query: String = "?limit=1000") async throws -> Answer {
    try await server.get("/api/notes\(query)", token)
  }
}

/// An operation as a phone sends it.
struct Operation: Sendable {
  var id = UUID().uuidString
  var type = "upsert"
  var note = "n1"
  var text = "Hello"
  var isPinned = false
  var tags: [String] = []
  var created = "2026-03-01T09:00:00Z"
  var updated = "2026-03-01T09:00:00Z"
  var deleted: String?
  var media: [Photo] = []

  var json: [String: Any] {
    var fields: [String: Any] = [
      "id": note, "text": text, "isPinned": isPinned, "tags": tags, "createdAt": created,
      "updatedAt": updated,
    ]
    if let deleted { fields["deletedAt"] = deleted }
    return ["opId": id, "opType": type, "note": fields, "media": media.map { $0.json(on: note) }]
  }
}

struct Photo: Sendable {
  var id = UUID().uuidString
  var kind = "image"
  var filename = "p.jpg"
  var contentType = "image/jpeg"
  var checksum = "abc"
  var bytes: [UInt8] = Photo.jpeg(1)
  var base64: String?

  /// Begins as a JPEG does.
  static func jpeg(_ seed: UInt8) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: seed, count: 40)
  }

  func json(on note: String) -> [String: Any] {
    [
      "id": id, "noteId": note, "kind": kind, "filename": filename, "contentType": contentType,
      "checksum": checksum, "dataBase64": base64 ?? Data(bytes).base64EncodedString(),
    ]
  }
}

extension TestServer {
  /// Sends a body without saying how long it is.
  func sendChunked(
    _ path: String, headers: [(String, String)], _ body: [UInt8]
  ) async throws -> Answer {
    let pieces = stride(from: 0, to: body.count, by: 500).map {
      Array(body[$0..<min($0 + 500, body.count)])
    }
    return try await TestClient(port: port).send(
      "POST", path, headers: headers + [("Transfer-Encoding", "chunked")], pieces: pieces)
  }
}
