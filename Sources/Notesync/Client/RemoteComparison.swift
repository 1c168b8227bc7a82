internal import VaultFormat

/// Compares what is to be sent with what the server has, so that nothing that others wrote is overwritten unseen.
///
/// A server that answers no probes is asked for its whole list.
struct RemoteComparison {
  let connection: Connection
  let ledger: Ledger
  let probe: DeletionProbe

  /// All notes of the server, without the data of their media; nil where it cannot leave that out and there may be too
  /// much of it.
  let list: () async throws -> Arrival?

  /// Decides once more on what the plan would send.
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

  /// Compares everything that waits with all that the server has, media too.
  private func compareAll(_ plan: inout NotesyncPlan) async throws {
    guard let arrival = try await list() else {
      // What media the server has cannot be told then: they are sent, and it knows them again.
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
      // A living note that is not listed was written meanwhile; the push finds out about it.
      if case .deleted(let time, let updated)? = answers?[id] {
        return .deleted(at: time, updated: updated)
      }
      return .unasked
    }
  }

  /// Asks for each note that waits; somebody else may have sent the new ones too.
  ///
  /// - Returns: false where the server does not answer, or not for each.
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

  /// More than an answer without notes has, in bytes.
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
      // Whatever else it answers, the push will say it better.
      return reply.status == 200 && count > 0
    } catch is ServerHasNotes {
      return true
    } catch let error as JSONSyntaxError {
      throw NotesyncError(error)
    }
  }
}
