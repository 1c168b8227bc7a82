internal import VaultFormat

/// Compares the notes to send with the server's, so that no change made elsewhere is overwritten unseen.
///
/// If the server does not support probes, its whole list is fetched.
struct RemoteComparison {
  let connection: Connection
  let ledger: Ledger
  let probe: DeletionProbe

  /// Fetches all notes of the server without media data; nil if it cannot leave the data out and there may be too much.
  let list: () async throws -> Arrival?

  /// Decides again what the plan sends.
  ///
  /// - Returns: whether the server has no notes at all.
  func update(_ plan: inout NotesyncPlan) async throws -> Bool {
    if ledger.ids.isEmpty {
      if plan.departures.isEmpty { return false }
      guard try await isServerInUse() else { return true }
      try await compareAll(&plan)
    } else if plan.departures.contains(where: \.observation.isForgotten) {
      try await compareAll(&plan)
    } else if try await !ask(&plan) {
      try await compareAll(&plan)
    }
    return false
  }

  /// Compares all waiting changes with all notes and media of the server.
  private func compareAll(_ plan: inout NotesyncPlan) async throws {
    guard let arrival = try await list() else {
      // The server's media are then unknown: all are sent, and it recognizes those that it has.
      _ = try await ask(&plan)
      return
    }
    let listed = Dictionary(
      arrival.notes.map { ($0.noteID, $0) }, uniquingKeysWith: { first, _ in first })
    let unlisted = plan.departures.filter {
      $0.observation.isForgotten && listed[$0.noteID] == nil
    }.map(\.noteID)
    let answers = unlisted.isEmpty ? nil : try await probe.ask(unlisted)
    plan.update { id in
      if let note = listed[id] {
        return .alive(RemoteVersion(note, media: arrival.checksums(of: id)))
      }
      // An existing note that is not listed was written meanwhile; the push detects it.
      if case .deleted(let time, let updated)? = answers?[id] {
        return .deleted(at: time, updated: updated)
      }
      return .unasked
    }
  }

  /// Probes each waiting note; even new ones may have been sent from elsewhere.
  ///
  /// - Returns: false if the server does not answer for each note.
  private func ask(_ plan: inout NotesyncPlan) async throws -> Bool {
    let limit = connection.settings.requestLimit
    let ids = plan.changes.filter { change in
      let isOversized = change.media.allSatisfy { Base64Encoder.length(of: $0.size) > limit }
      return change.kind == .create || change.changesContent || !isOversized
    }.map(\.noteID)
    if ids.isEmpty { return true }
    guard let answers = try await probe.ask(ids) else { return false }
    plan.update { answers[$0].map(RemoteNote.init) ?? .unasked }
    return ids.allSatisfy { answers[$0] != nil }
  }

  private struct ServerHasNotes: Error {}

  /// An upper bound for an answer without notes, in bytes.
  private static let emptySize = 1_024

  private func isServerInUse() async throws -> Bool {
    var reader = ElementsReader(arrays: ["notes"], wanted: ["id"])
    var (count, size) = (0, 0)
    do {
      let reply = try await connection.send(
        TransportRequest(.get, "/api/notes?limit=1"),
        to: ResponseBodyHandler(
          begin: {
            reader = ElementsReader(arrays: ["notes"], wanted: ["id"])
            count = 0
          },
          receive: {
            count += try reader.read($0).count
            size += $0.count
            // An empty list is short.
            if count > 0 || size > Self.emptySize { throw ServerHasNotes() }
          }))
      // The push reports any other answer.
      return reply.status == 200 && count > 0
    } catch is ServerHasNotes {
      return true
    } catch let error as JSONSyntaxError {
      throw NotesyncError(error)
    }
  }
}

/// A note on the server.
enum RemoteNote: Hashable, Sendable {
  /// Not probed, or without an answer.
  case unasked
  /// The server never had it, or has no record of it any more.
  case unknown
  case deleted(at: WireTime, updated: WireTime)
  case alive(RemoteVersion)

  init(_ answer: DeletionProbe.Answer) {
    switch answer {
    case .unknown: self = .unknown
    case .deleted(let time, let updated): self = .deleted(at: time, updated: updated)
    case .alive(let note): self = .alive(RemoteVersion(note))
    }
  }
}

/// The server's version of a note that is not deleted.
struct RemoteVersion: Hashable, Sendable {
  /// `NoteContent.hash`.
  var contentHash: String
  var labels: NoteLabels
  var created: WireTime
  var updated: WireTime
  /// SHA-256 of its media as declared; nil if they were not requested.
  var media: [String]?
  /// Its text equals the one in the vault.
  var hasLocalText = false

  init(_ note: WireNote, media: [String]? = nil, localText: String? = nil) {
    let content = NoteContent(note)
    contentHash = content.hash
    labels = NoteLabels(content)
    created = note.createdAt
    updated = note.updatedAt
    self.media = media
    hasLocalText = localText.map { $0.utf8.elementsEqual(content.text.utf8) } ?? false
  }
}
