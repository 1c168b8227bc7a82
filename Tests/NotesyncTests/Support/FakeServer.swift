import Cryptography
import Foundation
import Synchronization
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Notesync

/// A server in memory that does what the contract measured of the original, and what a test tells it to.
final class FakeServer: NotesyncTransport {
  struct StoredMedia {
    var id: String
    var kind: String
    var filename: String
    var contentType: String
    var checksum: String
    var bytes: [UInt8]

    /// A picture as a phone sends it.
    static func photo(_ id: String, _ bytes: [UInt8], filename: String = "x.jpg") -> StoredMedia {
      StoredMedia(
        id: id, kind: "image", filename: filename, contentType: "image/jpeg",
        checksum: sha256Hex(bytes), bytes: bytes)
    }
  }

  struct State {
    var notes: [NoteID: WireNote] = [:]
    var media: [NoteID: [StoredMedia]] = [:]
    var usedIDs: Set<String> = []
    /// Answers in place of the server's own, first come first served.
    var script: [Scripted] = []
    /// The script is for requests of any path, and not only for those that send something.
    var scriptsEverything = false
    var requests: [TransportRequest] = []
    /// Bodies of the requests that were read to their end.
    var bodies: [[UInt8]] = []
    var accessToken = "access"
    var refreshToken = "refresh"
    var apiKey: String?
    var bodyLimit: Int64 = 52_428_800
    /// Texts whose notes make the server fail, and refuse.
    var failingText: String?
    var refusedText: String?
    /// Operations with this text are skipped without a word, whatever their time.
    var ignoredText: String?
    /// Notes that a server of tl cannot store, or cannot change: it says so in their results.
    var unstorableIDs: Set<NoteID> = []
    /// Deletions of this note make the server fail, and so do probes of it.
    var failingDeletion: NoteID?
    /// Ids of notes of another account.
    var foreignIDs: Set<NoteID> = []
    /// Blanks at the end of a text are not kept.
    var stripsBlanks = false
    var answersProbes = true
    var refreshesByPost = false
    var hardDeleted: Set<NoteID> = []
    /// Operations of all requests that were applied, by note.
    var appliedCount: [NoteID: Int] = [:]
    /// As a server of tl does it when it is asked for.
    var leavesOutData = false
    /// Notes whose times are answered as no time that anybody can read.
    var timelessIDs: Set<NoteID> = []
    /// How often the length of an answer was asked for, by path.
    var lengths: [String: Int] = [:]
    /// Of lists, as far as they were read.
    var sentBytes = 0
    /// What somebody else does as soon as the next change was stored.
    var afterNextChange: (@Sendable (inout State) -> Void)?
    /// The order of tags, which no answer keeps.
    var chance = SeededGenerator(seed: 1)
  }

  enum Scripted {
    case reply(Int, String, headers: [String: String] = [:])
    case failure(NotesyncError)
    /// The request is carried out, and the answer is lost.
    case lostAnswer
    /// The request is carried out, and something in between answers.
    case replyAfterAll(Int, String)
    /// The answer is cut after so many bytes.
    case cut(Int)
    /// The server's own answer.
    case honest
  }

  let state = Mutex(State())
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func with<R>(_ body: (inout State) throws -> R) rethrows -> R {
    try state.withLock { try body(&$0) }
  }

  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    var body: [UInt8] = []
    if var pieces = request.body?.pieces() {
      while let piece = try pieces.next() { body += piece }
      sent(body.count)
    }
    let step: Scripted = with { state in
      state.lengths[request.path, default: 0] += request.method == .head ? 1 : 0
      let isLook = request.path == "/api/notes?limit=1" || request.method == .head
      if !isLook {
        state.requests.append(request)
        state.bodies.append(body)
      }
      let isScripted =
        !state.script.isEmpty && request.method != .head && (state.scriptsEverything || !isLook)
      return isScripted ? state.script.removeFirst() : .honest
    }
    switch step {
    case .failure(let failure): throw failure
    case .reply(let status, let text, let headers):
      return try give(
        TransportReply(status: status, headers: headers, body: Array(text.utf8)), accept)
    case .replyAfterAll(let status, let text):
      _ = try answer(request, body)
      return try give(TransportReply(status: status, body: Array(text.utf8)), accept)
    case .lostAnswer:
      _ = try answer(request, body)
      throw NotesyncError.interrupted("lost")
    case .cut(let count):
      var reply = try answer(request, body)
      reply.body = Array(reply.body.prefix(count))
      return try give(reply, accept)
    case .honest where request.method == .head:
      var reply = try answer(request, body)
      reply.headers["content-length"] = "\(reply.body.count)"
      reply.body = []
      return reply
    case .honest:
      return try give(try answer(request, body), counts: request.method == .get, accept)
    }
  }

  private func give(
    _ reply: TransportReply, counts: Bool = false,
    _ accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws -> TransportReply {
    guard reply.status == 200 else {
      return TransportReply(
        status: reply.status, headers: reply.headers,
        body: Array(reply.body.prefix(TransportReply.errorLimit)))
    }
    var rest = reply.body[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1_000)
      if counts { with { $0.sentBytes += piece.count } }
      try piece.withUnsafeBufferPointer { try accept($0) }
      rest = rest.dropFirst(1_000)
    }
    return TransportReply(status: 200, headers: reply.headers)
  }

  private func answer(_ request: TransportRequest, _ body: [UInt8]) throws -> TransportReply {
    let headers = Dictionary(
      request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    let path = String(request.path.prefix { $0 != "?" })
    return try with { state in
      if path == "/auth/refresh" { return refresh(request, headers, body, &state) }
      if let key = state.apiKey, headers["x-api-key"] != key {
        return reply(401, #"{"error":"unauthorized"}"#)
      }
      guard headers["authorization"] == "Bearer \(state.accessToken)" else {
        return reply(401, #"{"error":"token_expired","msg":"Token has expired"}"#)
      }
      if path == "/api/notes" { return try list(request, &state) }
      guard path == "/api/notesync" else { return reply(404, "<html>") }
      if Int64(body.count) > state.bodyLimit { return reply(413, "<html>too large") }
      return try apply(body, &state)
    }
  }

  private func reply(_ status: Int, _ text: String) -> TransportReply {
    TransportReply(status: status, body: Array(text.utf8))
  }

  private func refresh(
    _ request: TransportRequest, _ headers: [String: String], _ body: [UInt8], _ state: inout State
  ) -> TransportReply {
    if state.refreshesByPost != (request.method == .post) { return reply(405, "<html>") }
    let given =
      state.refreshesByPost
      ? JSONElement.small(body, wanted: ["refresh_token"])?["refresh_token"]?.text.map {
        "Bearer \($0)"
      }
      : headers["authorization"]
    guard given == "Bearer \(state.refreshToken)" else {
      return reply(401, #"{"error":"invalid_token"}"#)
    }
    state.accessToken = "access\(state.requests.count)"
    return reply(200, #"{"access_token":"\#(state.accessToken)","message":"1"}"#)
  }

  private func list(_ request: TransportRequest, _ state: inout State) throws -> TransportReply {
    let query = request.path.split(separator: "?").last?.split(separator: "&") ?? []
    let limit = query.first?.split(separator: "=").last.flatMap { Int($0) } ?? 10
    let withData = !state.leavesOutData || !query.contains("data=no")
    let notes = state.notes.values.filter { $0.deletedAt == nil }
      .sorted { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) }.prefix(limit)
    let root = try VaultFolder(opening: folder.path)
    var writer = WireWriter()
    writer.json.beginObject()
    writer.json.key("media")
    writer.json.beginArray()
    for note in notes {
      for media in state.media[note.noteID] ?? [] {
        let name = "out-\(media.id.hashValue)-\(note.noteID.hashValue)"
        _ = try folder.write(media.bytes, to: name)
        let file = WireBody.File(
          VaultPath(in: nil, named: name.utf8), in: root, size: Int64(media.bytes.count),
          sha256: nil)
        writer.writeMedia(
          id: media.id, noteID: note.id, kind: media.kind, filename: media.filename,
          contentType: media.contentType, checksum: media.checksum, data: withData ? file : nil)
      }
    }
    writer.json.endArray()
    writer.json.key("notes")
    writer.json.beginArray()
    for note in notes { write(note, to: &writer, &state) }
    writer.json.endArray()
    writer.json.endObject()
    var text: [UInt8] = []
    var pieces = writer.finish().pieces()
    while let piece = try pieces.next() { text += piece }
    return TransportReply(
      status: 200, headers: withData ? [:] : ["notesync-data": "no"], body: text)
  }

  /// As the original does: tags in any order, six digits of a fraction where there is one.
  private func write(_ note: WireNote, to writer: inout WireWriter, _ state: inout State) {
    let isTimeless = state.timelessIDs.contains(note.noteID)
    func text(_ time: WireTime) -> String {
      let fraction = (time.microseconds % 1_000_000 + 1_000_000) % 1_000_000
      if isTimeless { return "yesterday at 24:00" }
      guard fraction != 0 else { return time.text }
      return time.text.dropLast() + "." + String("\(1_000_000 + fraction)".dropFirst()) + "Z"
    }
    writer.json.beginObject()
    writer.json.key("id")
    writer.json.string(note.id)
    writer.json.key("text")
    writer.json.string(note.text)
    writer.json.key("isPinned")
    writer.json.bool(note.isPinned)
    writer.json.key("tags")
    writer.json.beginArray()
    for tag in note.tags.shuffled(using: &state.chance) { writer.json.string(tag) }
    writer.json.endArray()
    writer.json.key("createdAt")
    writer.json.string(text(note.createdAt))
    writer.json.key("updatedAt")
    writer.json.string(text(note.updatedAt))
    writer.json.key("deletedAt")
    if let deleted = note.deletedAt {
      writer.json.string(text(deleted))
    } else {
      writer.json.null()
    }
    writer.json.endObject()
  }

  private func apply(_ body: [UInt8], _ state: inout State) throws -> TransportReply {
    var reader = OperationsReader(folder: folder.path)
    let operations: [WireOperation]
    do {
      try body.withUnsafeBufferPointer { try reader.read($0) }
      operations = try reader.finish().map { try $0.get() }
    } catch let problem as OperationProblem {
      let location = problem.location.map { Int($0) == nil ? "\"\($0)\"" : $0 }.joined(
        separator: ",")
      return reply(
        400, #"{"details":[{"loc":[\#(location)],"msg":"bad"}],"error":"invalid_request"}"#)
    }
    if let text = state.failingText, operations.contains(where: { $0.note.text.contains(text) }) {
      return reply(500, "<html>Internal Server Error")
    }
    if operations.contains(where: { state.foreignIDs.contains($0.note.noteID) }) {
      return reply(500, "<html>Internal Server Error")
    }
    if let id = state.failingDeletion,
      operations.contains(where: { $0.kind == .delete && $0.note.noteID == id })
    {
      return reply(500, "<html>Internal Server Error")
    }
    if let text = state.refusedText, operations.contains(where: { $0.note.text.contains(text) }) {
      return reply(400, #"{"error":"invalid_base64"}"#)
    }
    var outcomes: [WireResult.Outcome] = []
    var refused: Set<String> = []
    for operation in operations {
      if state.unstorableIDs.contains(operation.note.noteID), !state.usedIDs.contains(operation.id)
      {
        refused.insert(operation.id)
      }
      let isIgnored = state.ignoredText.map { operation.note.text.contains($0) } ?? false
      let isSkipped = isIgnored || refused.contains(operation.id)
      outcomes.append(isSkipped ? .skipped : try apply(operation, &state))
    }
    var writer = WireWriter()
    writer.json.beginObject()
    writer.json.key("results")
    writer.json.beginArray()
    for (operation, outcome) in zip(operations, outcomes) {
      writer.json.beginObject()
      writer.json.key("noteId")
      writer.json.string(operation.note.id)
      writer.json.key("result")
      writer.json.string(outcome.word)
      writer.json.key("note")
      write(state.notes[operation.note.noteID] ?? operation.note, to: &writer, &state)
      if refused.contains(operation.id) { Self.writeProblem(to: &writer) }
      writer.json.endObject()
    }
    writer.json.endArray()
    writer.json.endObject()
    var text: [UInt8] = []
    var pieces = writer.finish().pieces()
    while let piece = try pieces.next() { text += piece }
    return TransportReply(status: 200, body: text)
  }

  private static func writeProblem(to writer: inout WireWriter) {
    writer.json.key("error")
    writer.json.string("invalid_request")
    writer.json.key("details")
    writer.json.beginArray()
    writer.json.beginObject()
    writer.json.key("msg")
    writer.json.string("not a folder")
    writer.json.endObject()
    writer.json.endArray()
  }

  private func apply(_ operation: WireOperation, _ state: inout State) throws -> WireResult.Outcome
  {
    let note = operation.note
    if state.answersProbes || operation.note.updatedAt != .earliest {
      guard state.usedIDs.insert(operation.id).inserted else { return .skipped }
    }
    let stored = state.notes[note.noteID]
    if operation.kind == .delete {
      let time = max(note.updatedAt, note.deletedAt ?? note.updatedAt)
      if var stored {
        guard time > max(stored.updatedAt, stored.deletedAt ?? stored.updatedAt) else {
          return .skipped
        }
        stored.updatedAt = time
        stored.deletedAt = note.deletedAt ?? time
        state.notes[note.noteID] = stored
      } else {
        var tombstone = note
        tombstone.deletedAt = note.deletedAt ?? time
        tombstone.updatedAt = time
        tombstone.tags = []
        state.notes[note.noteID] = tombstone
      }
    } else {
      if let stored, note.updatedAt <= stored.updatedAt { return .skipped }
      var new = note
      new.createdAt = stored?.createdAt ?? note.createdAt
      if state.stripsBlanks { while new.text.last == " " { new.text.removeLast() } }
      state.notes[note.noteID] = new
      for media in operation.media { try store(media, of: note.noteID, &state) }
    }
    state.appliedCount[note.noteID, default: 0] += 1
    let others = state.afterNextChange
    state.afterNextChange = nil
    others?(&state)
    return .applied
  }

  private func store(_ media: WireMedia, of id: NoteID, _ state: inout State) throws {
    if state.media[id]?.contains(where: { $0.checksum == media.checksum }) == true { return }
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: media.data.file)))
    state.media[id, default: []].append(
      StoredMedia(
        id: media.id, kind: media.kind, filename: media.filename, contentType: media.contentType,
        checksum: media.checksum, bytes: bytes))
  }
}

// MARK: - What a phone does, and what is there

extension FakeServer {
  /// Changes a note's text.
  func edit(_ id: NoteID, _ text: String, at time: WireTime) {
    with {
      $0.notes[id]?.text = text
      $0.notes[id]?.updatedAt = time
    }
  }

  func delete(_ id: NoteID, at time: WireTime) {
    with {
      $0.notes[id]?.deletedAt = time
      $0.notes[id]?.updatedAt = time
    }
  }

  /// Expects a note to have a text, to be deleted or not, to have so many media, and to have been applied so often; what
  /// is nil is not looked at.
  func expect(
    _ id: NoteID, text: String? = nil, isDeleted: Bool? = nil, media: Int? = nil,
    applied: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let state = with { $0 }
    if let text { #expect(state.notes[id]?.text == text, sourceLocation: sourceLocation) }
    if let isDeleted {
      let isGone = state.notes[id].map { $0.deletedAt != nil }
      #expect(isGone == isDeleted, sourceLocation: sourceLocation)
    }
    if let media { #expect(state.media[id]?.count == media, sourceLocation: sourceLocation) }
    if let applied { #expect(state.appliedCount[id] == applied, sourceLocation: sourceLocation) }
  }
}
