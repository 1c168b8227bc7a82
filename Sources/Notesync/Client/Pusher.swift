internal import VaultFormat
internal import VaultStore

/// Sends the changes, request by request, and records what the server acknowledges.
final class Pusher {
  private let connection: Connection
  private let notes: VaultNotes
  private let ledger: Ledger
  private let makeID: () -> String

  private(set) var report: PushReport
  private var waiting: [NoteID: WaitingChange] = [:]
  /// Notes that have to be sent again, and how often that has happened.
  private var again: [NoteID] = []
  private var rounds: [NoteID: Int] = [:]
  private var requestLimit: Int64
  private var sentBytes: Int64 = 0
  private var totalBytes: Int64 = 0
  private var settled: Set<NoteID> = []
  /// The current request was sent more than once.
  private var isRepetition = false
  /// The number of unusable results in a row, and whether any result was usable.
  private var unusableCount = 0
  private var hasUsableResult = false

  /// The number of retries of a request on which the server failed; a part of a split request is retried once.
  private static let failureTries = 3
  private static let roundLimit = 3
  /// From this many unusable results in a row, the server is at fault and not single notes.
  private static let unusableLimit = 3
  /// The smallest request limit, in bytes.
  private static let smallestLimit: Int64 = 1 << 20

  init(
    _ connection: Connection, _ notes: VaultNotes, ledger: Ledger, report: PushReport,
    makeID: @escaping () -> String
  ) {
    self.connection = connection
    self.notes = notes
    self.ledger = ledger
    self.report = report
    self.makeID = makeID
    requestLimit = min(connection.settings.requestLimit, NotesyncSettings.largestRequest)
  }

  private var now: Int64 { connection.pacing.now() }

  private var maker: OperationBuilder {
    OperationBuilder(
      vault: notes.vault, ledger: ledger, now: now, limit: requestLimit,
      isLimitOfServer: requestLimit < connection.settings.requestLimit, makeID: makeID)
  }

  /// - Throws: a `NotesyncError` that concerns all notes; what was acknowledged before is recorded.
  func push(_ plan: NotesyncPlan) async throws {
    report.aside = plan.aside
    report.heldDeletions = plan.heldDeletions
    try acknowledge(plan.steps)
    let changes = plan.changes
    totalBytes = changes.reduce(0) { $0 + Base64Encoder.length(of: $1.mediaSize) + 700 }
    waiting = Dictionary(changes.map { ($0.noteID, $0) }, uniquingKeysWith: { $1 })
    var todo = changes.map(\.noteID)
    while !todo.isEmpty {
      try await send(todo)
      todo = again
      again = []
    }
    try ledger.commit()
    if unusableCount > 0, !hasUsableResult { throw Self.unusableResults }
  }

  /// Records what the server already has.
  private func acknowledge(_ steps: [NotesyncPlan.Step]) throws {
    for step in steps {
      switch step.action {
      case .acknowledge(let known, _): ledger.acknowledge(step.noteID, known)
      case .acknowledgeDeletion, .setAside(.deletedElsewhere):
        let known = step.observation.acknowledgingDeletion(keepsLocal: true)
        if let known { ledger.acknowledge(step.noteID, known) }
      default: continue
      }
    }
    try ledger.commit()
  }

  private static let unusableResults = NotesyncError.unusableAnswer(
    "its results are for other notes, or cannot be read")

  private func send(_ ids: [NoteID]) async throws {
    var batch = emptyBatch
    for id in ids {
      for operation in try operations(for: id) {
        if batch.append(operation) { continue }
        try await flush(batch.operations)
        batch = emptyBatch
        _ = batch.append(operation)
      }
    }
    try await flush(batch.operations)
  }

  private var emptyBatch: OperationBatch {
    OperationBatch(
      sizeLimit: requestLimit, countLimit: max(1, min(connection.settings.operationLimit, 500)))
  }

  /// The operations for the current state of a note.
  private func operations(for id: NoteID) throws -> [OutgoingOperation] {
    guard let change = waiting[id] else { return [] }
    if change.kind == .delete {
      guard let known = ledger[id] else { return [] }
      if isBack(id, known.path) {
        setAside(id, .changing)
        return []
      }
      return [maker.deletion(of: id, known, fingerprint: change.fingerprint())]
    }
    guard let path = change.path else { return [] }
    let note: VaultNote
    do {
      switch try notes.note(at: path, id: id, isIDStored: true) {
      case .success(let found): note = found
      case .failure(let blocked):
        setAside(id, .blocked(blocked.note.reason))
        return []
      }
    } catch is StoreError {
      // Moved or removed meanwhile: the next push handles it.
      setAside(id, .changing)
      return []
    }
    let observed = ledger.observation(of: id, here: .present(NoteDigest(note)))
    guard let present = observed.change else { return [] }
    waiting[id] = present
    let (operations, aside) = maker.operations(for: present, note)
    for reason in aside { setAside(id, reason) }
    return operations
  }

  /// Whether a missing note has a file at its path again, readable or not.
  private func isBack(_ id: NoteID, _ path: VaultPath?) -> Bool {
    guard let path, let found = try? notes.note(at: path, id: id, isIDStored: true) else {
      return false
    }
    if case .failure(let blocked) = found { return blocked.note.reason != .otherNote }
    return true
  }

  private func setAside(_ id: NoteID, _ reason: UnsentNote.Reason) {
    let note = UnsentNote(path: waiting[id]?.path, noteID: id, reason: reason)
    if !report.aside.contains(note) { report.aside.append(note) }
  }
}

// MARK: - Requests

extension Pusher {
  private enum Outcome {
    case results([WireResult?])
    /// The index of the bad operation, if the server reports it.
    case refused(status: Int, index: Int?, message: String)
    case tooLarge
    case fileChanged(VaultPath)
  }

  /// Sends operations; if the server refuses some, only the others.
  private func flush(_ operations: [OutgoingOperation]) async throws {
    guard !operations.isEmpty else { return }
    for operation in operations { ledger.willSend(operation.pending) }
    try ledger.commit()
    // A stack of halves instead of recursion.
    var stack = [operations]
    while let batch = stack.popLast() {
      let isPart = batch.count > 1 && batch.count < operations.count
      switch try await request(batch, tries: isPart ? 1 : Self.failureTries) {
      case .results(let results):
        try settle(batch, results)
      case .fileChanged(let path):
        for operation in batch where operation.holds(file: path) {
          setAside(operation.noteID, .changing)
        }
        let rest = batch.filter { !$0.holds(file: path) }
        if !rest.isEmpty { stack.append(rest) }
      case .refused(let status, let index?, let message) where batch.indices.contains(index):
        try await giveUp(batch[index], status: status, message: message)
        let rest = batch.enumerated().filter { $0.offset != index }.map(\.element)
        if !rest.isEmpty { stack.append(rest) }
      case .refused(let status, _, let message):
        if batch.count == 1 {
          try await giveUp(batch[0], status: status, message: message)
        } else {
          stack += batch.halves
        }
      case .tooLarge:
        if batch.count > 1 {
          // Smaller requests from here on.
          requestLimit = max(Self.smallestLimit, requestLimit / 2)
          stack += batch.halves
        } else if !divide(batch[0]) {
          try await giveUp(
            batch[0], status: 413, message: "the request is larger than the server accepts")
        }
      }
    }
  }

  /// Splits a note that is too large into smaller parts; false if it has none, or they are small already.
  private func divide(_ operation: OutgoingOperation) -> Bool {
    guard !operation.pending.media.isEmpty, operation.size > Self.smallestLimit else {
      return false
    }
    // Operations made with a larger limit are split too. The limit shrinks each time, so this terminates.
    if requestLimit >= operation.size {
      let media = operation.mediaSizes
      // Half of the size, or the largest file with the text.
      let single = operation.size - media.reduce(0, +) + (media.max() ?? 0)
      requestLimit = max(
        Self.smallestLimit, min(operation.size - 1, max(operation.size / 2, single)))
    }
    if !again.contains(operation.noteID) { again.append(operation.noteID) }
    return true
  }

  private func request(_ batch: [OutgoingOperation], tries: Int) async throws -> Outcome {
    let body = OperationBatch.body(of: batch)
    for attempt in 1...tries {
      do {
        let (reply, results) = try await connection.post(
          body, count: batch.count, media: batch.reduce(0) { $0 + $1.pending.media.count },
          sent: reportProgress)
        if reply.status == 200 {
          report.byteCount += body.length
          isRepetition = connection.wasRepeated || attempt > 1
          return .results(try results())
        }
        reportProgress(-Int(body.length))
        // Bad JSON, a race, a timeout or a real fault: most are transient.
        if reply.status < 500 || attempt == tries { return Self.refusal(reply) }
        try await connection.pause(afterTry: attempt - 1)
      } catch let error as JSONSyntaxError {
        throw NotesyncError(error)
      } catch NotesyncError.tooLarge {
        return .tooLarge
      } catch let error as WireBody.Changed {
        return .fileChanged(error.path)
      }
    }
    return .refused(status: 500, index: nil, message: "the server fails on it")
  }

  private static func refusal(_ reply: TransportReply) -> Outcome {
    guard reply.status == 400 else {
      return .refused(status: reply.status, index: nil, message: "the server fails on it")
    }
    let (word, index, message) = ErrorDetails.first(in: reply.body)
    return .refused(status: 400, index: index, message: message ?? word ?? "it refused the request")
  }

  private func reportProgress(_ count: Int) {
    sentBytes += Int64(count)
    connection.onEvent(.progress(bytes: sentBytes, of: max(totalBytes, sentBytes)))
  }

  /// Sets one note aside until it changes, if the fault is the note's and not the server's.
  private func giveUp(
    _ operation: OutgoingOperation, status: Int, message: String
  ) async throws {
    if status >= 500 { try await checkHealth(status) }
    keepAside(operation, status, message: message)
    try ledger.commit()
  }

  /// - Throws: `.serverFails` if the server fails even on an empty request.
  private func checkHealth(_ status: Int) async throws {
    let reply = try await connection.send(
      .operations(OperationBatch.body(of: [])), to: ResponseBodyHandler { _ in })
    guard reply.status == 200 else { throw NotesyncError.serverFails(status: status) }
  }

  private func keepAside(_ operation: OutgoingOperation, _ status: Int, message: String) {
    let note = RefusedNote(
      fingerprint: operation.fingerprint, reason: String(message.prefix(500)), status: status,
      time: now)
    ledger.setAside(operation.noteID, note)
    setAside(operation.noteID, UnsentNote.Reason(note, isNew: ledger[operation.noteID] == nil))
    settled.insert(operation.noteID)
  }
}

// MARK: - Results

extension Pusher {
  private func settle(_ batch: [OutgoingOperation], _ results: [WireResult?]) throws {
    guard results.count == batch.count else {
      throw NotesyncError.unusableAnswer(
        "\(results.count) results for \(batch.count) operations")
    }
    for (operation, result) in zip(batch, results) {
      guard let result, result.noteID.utf8.elementsEqual(operation.noteID.text.utf8) else {
        unusableCount += 1
        setAside(operation.noteID, .answerUnusable)
        continue
      }
      unusableCount = 0
      hasUsableResult = true
      warn(operation, result)
      settle(operation, result)
    }
    try ledger.commit()
    let isWhole = unusableCount >= batch.count
    guard !isWhole || batch.count == 1 && unusableCount < Self.unusableLimit else {
      throw Self.unusableResults
    }
    reportProgress(0)
  }

  private func warn(_ operation: OutgoingOperation, _ result: WireResult) {
    guard result.note.updatedAt.seconds > now + 86_400, let path = operation.path,
      !report.farAhead.contains(path)
    else { return }
    report.farAhead.append(path)
  }

  private func settle(_ operation: OutgoingOperation, _ result: WireResult) {
    let (id, sent) = (operation.noteID, operation.pending)
    let outcome = ResultMeaning(
      of: sent, result, known: ledger[id], isRepetition: operation.isResend || isRepetition)
    switch outcome {
    case .stored(let media): acknowledge(operation, result, media: media)
    case .mediaDropped:
      acknowledge(operation, result, media: [])
      lookAgain(id)
    case .keptOtherwise:
      // The next change is compared with what the server stored.
      acknowledge(operation, result, media: sent.media, isSent: false)
      keepAside(operation, 200, message: "")
    case .refused(let problem):
      // Handled like a 400 for this note alone.
      keepAside(operation, 400, message: problem)
    case .deleted:
      guard var known = ledger[id] else { return }
      known.knowDeleted()
      known.serverTime = max(result.note.updatedAt, result.note.deletedAt ?? result.note.updatedAt)
      known.sentTime = sent.deletedAt ?? sent.updatedAt
      ledger.acknowledge(id, known)
      if settled.insert(id).inserted { report.deleted.append(operation.path?.text ?? id.text) }
    case .superseded:
      ledger.acknowledge(id, acknowledgement(operation, result))
      if !lookAgain(id) { keepAside(operation, 200, message: "") }
    case .deletedElsewhere:
      // The note stays here, and is sent again when it changes.
      var known = acknowledgement(operation, result)
      known.knowDeleted(
        contentHash: sent.contentHash, media: Set(waiting[id]?.media.map(\.sha256) ?? []))
      ledger.acknowledge(id, known)
      settled.insert(id)
      setAside(id, .deletedElsewhere)
    case .changedElsewhere:
      settled.insert(id)
      setAside(id, .changedElsewhere)
    }
  }

  private func acknowledgement(
    _ operation: OutgoingOperation, _ result: WireResult
  ) -> Acknowledgement {
    var known =
      ledger[operation.noteID]
      ?? Acknowledgement(
        serverTime: result.note.updatedAt,
        sentTime: operation.pending.updatedAt, createdAt: operation.createdAt)
    known.serverTime = result.note.updatedAt
    known.sentTime = max(known.sentTime, operation.pending.updatedAt)
    known.path = operation.path
    return known
  }

  private func acknowledge(
    _ operation: OutgoingOperation, _ result: WireResult, media: [String], isSent: Bool = true
  ) {
    let isNew = ledger[operation.noteID] == nil
    var known = acknowledgement(operation, result)
    if known.isDeleted { known.media = [] }
    known.isDeleted = false
    known.know(NoteContent(result.note))
    known.media.formUnion(media)
    ledger.acknowledge(operation.noteID, known)
    report.mediaCount += media.count
    guard isSent else { return }
    guard settled.insert(operation.noteID).inserted, let path = operation.path else { return }
    if isNew { report.created.append(path) } else { report.edited.append(path) }
  }

  /// False if the limit is reached.
  @discardableResult
  private func lookAgain(_ id: NoteID) -> Bool {
    if again.contains(id) { return true }
    rounds[id, default: 0] += 1
    guard rounds[id] ?? 0 <= Self.roundLimit else { return false }
    again.append(id)
    return true
  }
}

extension OutgoingOperation {
  /// The encoded sizes of its files, in bytes.
  fileprivate var mediaSizes: [Int64] {
    parts.compactMap { part in
      if case .base64(let file) = part { Base64Encoder.length(of: file.size) } else { nil }
    }
  }

  fileprivate func holds(file path: VaultPath) -> Bool {
    parts.contains { part in
      if case .base64(let file) = part { file.path == path } else { false }
    }
  }
}

extension [OutgoingOperation] {
  /// The later half first, so that the earlier one is sent first from a stack.
  fileprivate var halves: [[OutgoingOperation]] {
    [Array(self[(count / 2)...]), Array(self[..<(count / 2)])]
  }
}
