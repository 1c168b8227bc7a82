internal import VaultFormat

/// Looks what the server has of the notes that are to be sent, so that nothing which others wrote is overwritten
/// unseen.
///
/// Where the server answers no probes the later time wins, as the protocol has it.
struct Lookout {
  let connection: Connection
  let ledger: Ledger
  let probe: DeletionProbe

  /// All notes of the server, without the data of their media.
  let list: () async throws -> Arrival

  /// Takes out of the queue what the server has already, and sets aside what a sync has to bring together first.
  func look(_ queue: inout WaitingQueue, _ snapshot: VaultSnapshot) async throws {
    if ledger.ids.isEmpty {
      if !queue.changes.isEmpty, try await isServerInUse() { try await compare(&queue, snapshot) }
    } else if queue.changes.contains(where: isForgotten) {
      try await compare(&queue, snapshot)
    } else {
      try await ask(&queue, snapshot)
    }
  }

  /// Nothing is known of the note but that the server had it once.
  private func isForgotten(_ change: WaitingChange) -> Bool {
    ledger[change.noteID].map { !$0.isDeleted && $0.contentHash == nil } ?? false
  }

  /// Compares everything that waits with all that the server has, media too.
  private func compare(_ queue: inout WaitingQueue, _ snapshot: VaultSnapshot) async throws {
    let arrival = try await list()
    let listed = Dictionary(
      arrival.notes.map { ($0.noteID, $0) }, uniquingKeysWith: { first, _ in first })
    var waiting: [WaitingChange] = []
    for change in queue.changes {
      guard let note = listed[change.noteID] else {
        waiting.append(change)
        continue
      }
      if let local = snapshot.notes[change.noteID], NoteContent(note).hash == local.contentHash {
        let media = arrival.media[note.noteID, default: []].compactMap(\.normalizedChecksum)
        acknowledge(note, media, local)
        WaitingChange(local, ledger[change.noteID]).map { waiting.append($0) }
      } else if isUnchanged(note) || change.kind == .delete && isForgotten(change) && !isLater(note)
      {
        waiting.append(change)
      } else {
        setAside(change, in: &queue)
      }
    }
    queue.changes = waiting
    try ledger.commit()
  }

  /// The server has it later than it was last seen there; that much is known of what was forgotten.
  private func isLater(_ note: WireNote) -> Bool {
    ledger[note.noteID].map { note.updatedAt.seconds > $0.serverTime.seconds } ?? true
  }

  private func acknowledge(_ note: WireNote, _ media: [String], _ local: NoteDigest) {
    var known =
      ledger[note.noteID]
      ?? Acknowledgement(
        contentHash: nil, serverTime: note.updatedAt, sentTime: note.updatedAt,
        createdAt: note.createdAt)
    known.contentHash = local.contentHash
    known.serverTime = max(known.serverTime, note.updatedAt)
    // What is there and not here was never removed here: it is to come in with a sync.
    known.media.formUnion(local.media.map(\.sha256).filter(media.contains))
    known.isDeleted = false
    known.path = local.path
    ledger.acknowledge(note.noteID, known)
  }

  /// Asks for each note that waits; somebody else may have sent the new ones too.
  private func ask(_ queue: inout WaitingQueue, _ snapshot: VaultSnapshot) async throws {
    let limit = connection.settings.requestLimit
    let ids = queue.changes.filter { change in
      let isOversized = change.media.allSatisfy { Base64Encoder.length(of: $0.size) > limit }
      return change.kind == .create || change.changesContent || !isOversized
    }.map(\.noteID)
    guard !ids.isEmpty, let answers = try await probe.ask(ids) else { return }
    var waiting: [WaitingChange] = []
    for change in queue.changes {
      guard case .alive(let note)? = answers[change.noteID], !isUnchanged(note) else {
        waiting.append(change)
        continue
      }
      if let local = snapshot.notes[change.noteID], NoteContent(note).hash == local.contentHash {
        acknowledge(note, [], local)
        WaitingChange(local, ledger[change.noteID]).map { waiting.append($0) }
      } else {
        setAside(change, in: &queue)
      }
    }
    queue.changes = waiting
    try ledger.commit()
  }

  /// Whether the server has what it acknowledged.
  private func isUnchanged(_ note: WireNote) -> Bool {
    guard let known = ledger.acknowledgement(of: note.noteID, seeing: note) else { return false }
    return !known.isDeleted && known.contentHash == NoteContent(note).hash
  }

  private func setAside(_ change: WaitingChange, in queue: inout WaitingQueue) {
    queue.aside.append(
      AsideNote(path: change.path, noteID: change.noteID, reason: .changedElsewhere))
  }

  private func isServerInUse() async throws -> Bool {
    var reader = ElementsReader(arrays: ["notes"], wanted: ["id"])
    var count = 0
    do {
      let reply = try await connection.send(
        TransportRequest(.get, "/api/notes?limit=1"),
        to: Connection.Taker(
          begin: {
            reader = ElementsReader(arrays: ["notes"], wanted: ["id"])
            count = 0
          }, take: { count += try reader.read($0).count }))
      // Whatever else it answers, the push will say it better.
      return reply.status == 200 && count > 0
    } catch let error as JSONSyntaxError {
      throw NotesyncError.unusableAnswer("\(error.message) at byte \(error.offset)")
    }
  }
}
