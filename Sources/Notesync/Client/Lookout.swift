internal import VaultFormat

/// Looks what the server has of the notes that are to be sent, so that nothing which others wrote is overwritten
/// unseen.
///
/// A server that answers no probes is asked for its whole list.
struct Lookout {
  let connection: Connection
  let ledger: Ledger
  let probe: DeletionProbe

  /// All notes of the server, without the data of their media; nil where it cannot leave that out and there may be too
  /// much of it.
  let list: () async throws -> Arrival?

  /// Takes out of the queue what the server has already, and sets aside what a sync has to bring together first.
  ///
  /// - Returns: whether the server has no notes at all.
  func look(_ queue: inout WaitingQueue, _ snapshot: VaultSnapshot) async throws -> Bool {
    if ledger.ids.isEmpty {
      if queue.changes.isEmpty { return false }
      guard try await isServerInUse() else { return true }
      try await compare(&queue, snapshot)
    } else if queue.changes.contains(where: isForgotten) {
      try await compare(&queue, snapshot)
    } else if try await !ask(&queue, snapshot) {
      try await compare(&queue, snapshot)
    }
    return false
  }

  /// Nothing is known of the note but that the server had it once.
  private func isForgotten(_ change: WaitingChange) -> Bool {
    ledger[change.noteID].map { !$0.isDeleted && $0.contentHash == nil } ?? false
  }

  /// Compares everything that waits with all that the server has, media too.
  private func compare(_ queue: inout WaitingQueue, _ snapshot: VaultSnapshot) async throws {
    guard let arrival = try await list() else {
      // What media the server has nobody can tell then: they are sent, and it knows them again.
      _ = try await ask(&queue, snapshot)
      return
    }
    let listed = Dictionary(
      arrival.notes.map { ($0.noteID, $0) }, uniquingKeysWith: { first, _ in first })
    let unlisted = queue.changes.filter { listed[$0.noteID] == nil && isForgotten($0) }
    let answers = unlisted.isEmpty ? nil : try await probe.ask(unlisted.map(\.noteID))
    try sort(&queue) { change in
      if let note = listed[change.noteID] {
        let media = arrival.media[change.noteID, default: []].compactMap(\.normalizedChecksum)
        return fate(of: change, snapshot.notes[change.noteID], note, media)
      }
      guard case .deleted(let time, let updated)? = answers?[change.noteID] else { return .sent }
      return fate(of: change, snapshot.notes[change.noteID], deletedAt: max(time, updated))
    }
  }

  /// Asks for each note that waits; somebody else may have sent the new ones too.
  ///
  /// - Returns: false where the server does not answer, or not for each.
  private func ask(_ queue: inout WaitingQueue, _ snapshot: VaultSnapshot) async throws -> Bool {
    let limit = connection.settings.requestLimit
    let ids = queue.changes.filter { change in
      let isOversized = change.media.allSatisfy { Base64Encoder.length(of: $0.size) > limit }
      return change.kind == .create || change.changesContent || !isOversized
    }.map(\.noteID)
    if ids.isEmpty { return true }
    guard let answers = try await probe.ask(ids) else { return false }
    try sort(&queue) { change in
      guard case .alive(let note)? = answers[change.noteID] else { return .sent }
      return fate(of: change, snapshot.notes[change.noteID], note, [])
    }
    return ids.allSatisfy { answers[$0] != nil }
  }

  /// What becomes of a change.
  private enum Fate {
    case sent
    /// What is left of it, once the server is known to have the rest.
    case reduced(WaitingChange?)
    case setAside(AsideNote.Reason)
  }

  private func sort(_ queue: inout WaitingQueue, by fate: (WaitingChange) -> Fate) throws {
    var waiting: [WaitingChange] = []
    for change in queue.changes {
      switch fate(change) {
      case .sent: waiting.append(change)
      case .reduced(let rest): if let rest { waiting.append(rest) }
      case .setAside(let reason):
        queue.aside.append(AsideNote(path: change.path, noteID: change.noteID, reason: reason))
      }
    }
    queue.changes = waiting
    try ledger.commit()
  }

  /// - Parameter media: checksums of those that the server has, as far as it said so.
  private func fate(
    of change: WaitingChange, _ local: NoteDigest?, _ note: WireNote, _ media: [String]
  ) -> Fate {
    // What an operation without an answer brought, media too, is told when it is sent once more.
    let isNews = ledger.pendingOperations(on: change.noteID).isEmpty || !isUnchanged(note)
    if isNews, let local, NoteContent(note).hash == local.contentHash {
      acknowledge(note, media, local)
      return .reduced(WaitingChange(local, in: ledger))
    }
    if isUnchanged(note), change.kind != .delete || !isLater(note) { return .sent }
    if isForgotten(change), let known = ledger[change.noteID] {
      // The time that was acknowledged is still there, and with it the content that was.
      if let local, note.updatedAt == known.serverTime {
        acknowledge(note, media, local)
        return .reduced(WaitingChange(local, in: ledger))
      }
      return change.kind == .delete && !isLater(note) ? .sent : .setAside(.changedElsewhere)
    }
    return .setAside(.changedElsewhere)
  }

  /// Of a note that was forgotten here and deleted there: it stays here, and travels again when it changes.
  private func fate(
    of change: WaitingChange, _ local: NoteDigest?, deletedAt time: WireTime
  ) -> Fate {
    guard var known = ledger[change.noteID] else { return .sent }
    known.serverTime = max(known.serverTime, time)
    known.knowDeleted(
      contentHash: local?.contentHash, media: Set(local?.media.map(\.sha256) ?? []))
    known.path = local?.path ?? known.path
    ledger.acknowledge(change.noteID, known)
    return local == nil ? .reduced(nil) : .setAside(.deletedElsewhere)
  }

  /// The server has it later than it was last seen there: with the same text it may have got a picture.
  private func isLater(_ note: WireNote) -> Bool {
    let known = ledger.acknowledgement(of: note.noteID, seeing: note)
    return known.map { note.updatedAt.seconds > $0.serverTime.seconds } ?? true
  }

  private func acknowledge(_ note: WireNote, _ media: [String], _ local: NoteDigest) {
    var known =
      ledger[note.noteID]
      ?? Acknowledgement(
        serverTime: note.updatedAt, sentTime: note.updatedAt,
        createdAt: note.createdAt)
    if known.isDeleted { known.media = [] }
    known.know(NoteContent(note))
    known.serverTime = max(known.serverTime, note.updatedAt)
    // What is there and not here was never removed here: it is to come in with a sync.
    known.media.formUnion(local.media.map(\.sha256).filter(media.contains))
    known.isDeleted = false
    known.path = local.path
    ledger.acknowledge(note.noteID, known)
  }

  /// Whether the server has what it acknowledged.
  private func isUnchanged(_ note: WireNote) -> Bool {
    guard let known = ledger.acknowledgement(of: note.noteID, seeing: note) else { return false }
    return !known.isDeleted && known.contentHash == NoteContent(note).hash
  }

  private struct Enough: Error {}

  /// More than an answer without notes has, in bytes.
  private static let emptySize = 1_024

  private func isServerInUse() async throws -> Bool {
    var reader = ElementsReader(arrays: ["notes"], wanted: ["id"])
    var (count, size) = (0, 0)
    do {
      let reply = try await connection.send(
        TransportRequest(.get, "/api/notes?limit=1"),
        to: Connection.Taker(
          begin: {
            reader = ElementsReader(arrays: ["notes"], wanted: ["id"])
            count = 0
          },
          take: {
            count += try reader.read($0).count
            size += $0.count
            // An empty list is short.
            if count > 0 || size > Self.emptySize { throw Enough() }
          }))
      // Whatever else it answers, the push will say it better.
      return reply.status == 200 && count > 0
    } catch is Enough {
      return true
    } catch let error as JSONSyntaxError {
      throw NotesyncError.unusableAnswer("\(error.message) at byte \(error.offset)")
    }
  }
}
