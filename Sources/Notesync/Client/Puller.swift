internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Writes the server's notes to the vault, following a plan.
final class Puller {
  private let connection: Connection
  private let notes: VaultNotes
  let ledger: Ledger
  private let surroundings: Surroundings
  private let operation: OperationRecorder?
  private let companions: (VaultPath, NoteID) throws -> [VaultPath]
  let observer: NoteObserver
  let purpose: NotesyncPlan.Purpose
  var report: PullReport
  /// The answer was interrupted, so missing data are not reported individually.
  private(set) var isCut = false

  /// The number of notes written before the lock is released for others.
  private static let chunk = 25
  /// The origin given for versions from the server.
  private static let origin = "notesync"

  init(
    _ connection: Connection, _ notes: VaultNotes, ledger: Ledger, surroundings: Surroundings,
    snapshot: VaultSnapshot, purpose: NotesyncPlan.Purpose, report: PullReport = PullReport(),
    operation: OperationRecorder? = nil,
    companions: @escaping (VaultPath, NoteID) throws -> [VaultPath] = { _, _ in [] }
  ) {
    self.connection = connection
    self.notes = notes
    self.ledger = ledger
    self.surroundings = surroundings
    observer = NoteObserver(snapshot, ledger, vault: notes.vault, now: connection.pacing.now())
    self.purpose = purpose
    self.report = report
    self.operation = operation
    self.companions = companions
  }

  var vault: Vault { notes.vault }
  var snapshot: VaultSnapshot { observer.snapshot }

  private func receiver() throws -> NoteReceiver {
    try NoteReceiver(vault, surroundings, zone: notes.zone, operation: operation)
  }

  func find(_ id: NoteID?, _ path: VaultPath?, reason: PullFinding.Reason) {
    report.findings.append(PullFinding(noteID: id, path: path, reason: reason))
  }
}

// MARK: - Plans

extension Puller {
  /// The plan for received notes.
  func plan(_ arrival: Arrival) -> NotesyncPlan {
    NotesyncPlan(
      arrival.notes.map { observation(of: $0, arrival, present: try? present($0.noteID)) },
      for: purpose, limits: limits(allowsDeletions: true))
  }

  /// The plan for notes that may be deleted on the server.
  ///
  /// - Parameter times: of notes that exist on the server.
  func plan(
    _ answers: [NoteID: DeletionProbe.Answer], _ times: [NoteID: WireTime], allowsDeletions: Bool
  ) -> NotesyncPlan {
    let gone = answers.keys.sorted().compactMap { id -> NoteObservation? in
      guard let answer = answers[id] else { return nil }
      if case .alive = answer { return nil }
      return observer.observation(of: id, there: RemoteNote(answer))
    }
    return NotesyncPlan(
      gone, for: purpose, limits: limits(allowsDeletions: allowsDeletions),
      serverTime: latestTime(of: times))
  }

  private func limits(allowsDeletions: Bool) -> NotesyncPlan.DeletionLimits {
    NotesyncPlan.DeletionLimits(allowsAll: allowsDeletions, noteCount: ledger.liveNoteCount)
  }

  /// The latest time on the server; the earliest possible if the server was reset to an older state, as from a backup;
  /// nil for a server without notes.
  private func latestTime(of times: [NoteID: WireTime]) -> WireTime? {
    let hasGoneBack = times.contains { id, time in
      ledger[id].map { $0.serverTime.seconds > time.seconds } ?? false
    }
    return hasGoneBack ? .earliest : times.values.max()
  }

  private func observation(
    of note: WireNote, _ arrival: Arrival, present: VaultNote?
  ) -> NoteObservation {
    let version = RemoteVersion(
      note, media: arrival.checksums(of: note.noteID), localText: present?.content.text)
    var observed = observer.observation(of: note.noteID, there: .alive(version))
    if case .present(var local) = observed.here {
      local.changed = changeTime(of: local)
      observed.here = .present(local)
    }
    return observed
  }

  /// The note's own time, or that of its file if an editor changed it without setting `updated`.
  private func changeTime(of local: NoteDigest) -> WireTime {
    guard let known = ledger[local.id], let base = known.contentHash, base != local.contentHash,
      local.updated.seconds <= max(known.sentTime, known.serverTime).seconds,
      let changed = try? vault.folder.status(local.path)?.modified.seconds
    else { return local.updated }
    return max(local.updated, WireTime(seconds: min(changed, connection.pacing.now())))
  }

  /// The current note; nil if the vault does not have it.
  private func present(_ id: NoteID) throws -> VaultNote? {
    try snapshot.notes[id].map {
      try notes.note(at: $0.path, id: $0.id, isIDStored: $0.isIDStored).get()
    }
  }
}

// MARK: - Notes

extension Puller {
  /// Writes received notes and media.
  ///
  /// - Throws: a `StoreError` if the vault cannot be written to; what was written before is in the ledger.
  func take(_ arrival: Arrival) throws {
    report.byteCount += arrival.byteCount
    isCut = arrival.failure != nil
    for problem in arrival.damaged {
      find(problem.noteID.flatMap { NoteID($0) }, nil, reason: .unreadable(problem.description))
    }
    var rest = arrival.notes[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.chunk)
      rest = rest.dropFirst(some.count)
      let receiver = try receiver()
      for note in some {
        do {
          let present = try present(note.noteID)
          let observed = observation(of: note, arrival, present: present)
          let isRead = present?.content.hash == observed.local?.contentHash
          let path = try execute(
            NotesyncPlan.action(on: observed, for: purpose), observed, note: note,
            present: isRead ? present : nil, receiver: receiver)
          if let path {
            try finish(
              note, arrival.media[note.noteID], observed: observed, at: path, receiver: receiver)
          }
        } catch {
          find(note.noteID, snapshot.notes[note.noteID]?.path, reason: .notWritten(error))
        }
      }
      try ledger.commit()
    }
    let known = Set(arrival.notes.map(\.noteID))
    for (id, media) in arrival.media where !known.contains(id) {
      for media in media { find(id, nil, reason: .orphanedMedia(filename: media.filename)) }
    }
  }

  /// - Parameter present: the note here; nil if it has changed since the plan was made.
  /// - Returns: the note that now has the server's version, so that its media can follow.
  private func execute(
    _ action: NotesyncAction, _ observed: NoteObservation, note: WireNote, present: VaultNote?,
    receiver: borrowing NoteReceiver
  ) throws -> VaultPath? {
    switch action {
    case .create:
      let path = try receiver.add(note, naming: .byWire).path
      report.created.append(path)
      if note.holdsNUL { find(note.noteID, path, reason: .holdsNUL) }
      return path
    case .reportUnreadable:
      find(note.noteID, observed.path, reason: .notWritten("the note here cannot be read"))
      return nil
    default: break
    }
    guard let local = observed.local else { return nil }
    switch action {
    case .keep(let copiesRemote):
      if copiesRemote { try keep(note, of: local, time: note.updatedAt, receiver: receiver) }
    case .take(let copiesLocal):
      guard present != nil else { return changedMeanwhile(local) }
      if copiesLocal { try keep(nil, of: local, time: local.updated, receiver: receiver) }
      guard try update(local, with: note, receiver: receiver) else {
        return changedMeanwhile(local)
      }
      if note.holdsNUL { find(note.noteID, local.path, reason: .holdsNUL) }
    case .join(let takesRemote, let copiesOther):
      guard let present else { return changedMeanwhile(local) }
      if copiesOther {
        try keep(
          takesRemote ? nil : note, of: local, time: takesRemote ? local.changed : note.updatedAt,
          receiver: receiver)
      }
      let joined = joined(note, local, present: present.content, takesRemote: takesRemote)
      guard
        try NoteContent(joined).hash == local.contentHash
          || update(local, with: joined, receiver: receiver)
      else { return changedMeanwhile(local) }
    default: return nil
    }
    return local.path
  }

  private func changedMeanwhile(_ local: NoteDigest) -> VaultPath? {
    find(local.id, local.path, reason: .changedMeanwhile)
    return nil
  }

  /// False if the note has changed.
  private func update(
    _ local: NoteDigest, with note: WireNote, receiver: borrowing NoteReceiver
  ) throws -> Bool {
    let isWritten = try receiver.update(local.path, with: note, provisionalID: local.id) {
      $0.hash == local.contentHash
    }
    if isWritten { report.updated.append(local.path) }
    return isWritten
  }

  /// The text of one side, and the tags and the pin of both.
  private func joined(
    _ note: WireNote, _ local: NoteDigest, present: NoteContent, takesRemote: Bool
  ) -> WireNote {
    let labels = NoteLabels.joined(
      base: ledger[note.noteID]?.labels, here: NoteLabels(present),
      there: NoteLabels(NoteContent(note)), thereIsLater: takesRemote)
    var joined = note
    if !takesRemote {
      joined.text = present.text
      joined.updatedAt = local.updated
    }
    joined.tags = labels.tags.map(\.text)
    joined.isPinned = labels.isPinned
    return joined
  }

  private func keep(
    _ version: WireNote?, of local: NoteDigest, time: WireTime,
    receiver: borrowing NoteReceiver
  ) throws {
    let origin = version == nil ? "here" : Self.origin
    if let copy = try receiver.keepCopy(
      of: local.path, id: local.id, text: version, origin: origin, time: time)
    {
      report.copies.append(copy)
    }
  }

  /// Adds the media and records what the server has.
  private func finish(
    _ note: WireNote, _ media: [WireMedia]?, observed: NoteObservation, at path: VaultPath,
    receiver: borrowing NoteReceiver
  ) throws {
    guard case .alive(let version) = observed.there else { return }
    var known = observed.acknowledgingArrival(of: version, at: path)
    if note.updatedAt.seconds > connection.pacing.now() + 86_400 { report.farAhead.append(path) }
    let intake = receiver.intake(for: path)
    for media in media ?? [] {
      do {
        try take(media, of: observed, at: path, known: &known, intake: intake)
      } catch {
        find(note.noteID, path, reason: .notWritten("\(media.filename): \(error)"))
      }
    }
    try intake.sync()
    ledger.acknowledge(note.noteID, known)
  }
}

// MARK: - Deletions

extension Puller {
  /// Executes a plan for notes that may be deleted on the server.
  func takeDeletions(_ plan: NotesyncPlan) throws {
    report.heldRemovals = plan.heldRemovals
    for step in plan.steps where step.action == .acknowledgeDeletion { markDeleted(step) }
    let removals = plan.steps.filter { $0.action == .remove }
    if !removals.isEmpty {
      let receiver = try receiver()
      for step in removals { remove(step, receiver) }
    }
    try ledger.commit()
  }

  private func remove(_ step: NotesyncPlan.Step, _ receiver: borrowing NoteReceiver) {
    guard let local = step.observation.local else { return }
    do {
      guard try present(local.id)?.content.hash == local.contentHash else {
        return find(local.id, local.path, reason: .changedMeanwhile)
      }
      try receiver.remove(local.path, with: companions(local.path, local.id))
    } catch {
      return find(local.id, local.path, reason: .notWritten(error))
    }
    markDeleted(step)
    report.removed.append(local.path)
  }

  private func markDeleted(_ step: NotesyncPlan.Step) {
    let known = step.observation.acknowledgingDeletion(keepsLocal: false)
    if let known { ledger.acknowledge(step.noteID, known) }
  }
}

extension WireNote {
  fileprivate var holdsNUL: Bool { text.utf8.contains(0) || tags.contains { $0.utf8.contains(0) } }
}
