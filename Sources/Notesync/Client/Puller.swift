internal import System
internal import VaultFormat
internal import VaultStore

/// Brings what the server has into the vault.
final class Puller {
  private let connection: Connection
  private let notes: VaultNotes
  private let ledger: Ledger
  private let surroundings: Surroundings
  private let snapshot: VaultSnapshot
  private let absent: MissingNotes
  private let purpose: Purpose
  private(set) var report: PullReport
  /// The answer broke off: what it lacks is not worth a word each.
  private var isCut = false

  /// Notes written under one holding of the lock.
  private static let chunk = 25
  /// What a version that came from the server is said to be from.
  private static let origin = "notesync"

  enum Purpose: Hashable {
    case sync
    /// What is missing here is wanted back.
    case restore(bringsRemovedMedia: Bool)
  }

  init(
    _ connection: Connection, _ notes: VaultNotes, _ ledger: Ledger, _ surroundings: Surroundings,
    _ snapshot: VaultSnapshot, _ purpose: Purpose, _ report: PullReport = PullReport()
  ) {
    self.connection = connection
    self.notes = notes
    self.ledger = ledger
    self.surroundings = surroundings
    self.snapshot = snapshot
    absent = MissingNotes(snapshot, ledger, notes.vault, now: connection.pacing.now())
    self.purpose = purpose
    self.report = report
  }

  private var vault: Vault { notes.vault }

  /// Writes what arrived.
  ///
  /// - Throws: a `StoreError` where nothing can be written at all; what was written until then is in the ledger.
  func take(_ arrival: Arrival) throws {
    report.byteCount += arrival.byteCount
    isCut = arrival.failure != nil
    for problem in arrival.damaged {
      find(problem.noteID.flatMap { NoteID($0) }, nil, .unreadable(problem.description))
    }
    var rest = arrival.notes[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.chunk)
      rest = rest.dropFirst(some.count)
      let receiver = try NoteReceiver(vault, surroundings, zone: notes.zone)
      for note in some {
        do {
          let media = arrival.media[note.noteID] ?? []
          try take(note, arrival.lacksMedia.contains(note.noteID) ? nil : media, receiver)
        } catch {
          find(note.noteID, snapshot.notes[note.noteID]?.path, .notWritten("\(error)"))
        }
      }
      try ledger.commit()
    }
    let known = Set(arrival.notes.map(\.noteID))
    for (id, media) in arrival.media where !known.contains(id) {
      for media in media { find(id, nil, .orphanedMedia(filename: media.filename)) }
    }
  }

  private func find(_ id: NoteID?, _ path: VaultPath?, _ reason: PullFinding.Reason) {
    report.findings.append(PullFinding(noteID: id, path: path, reason: reason))
  }

  // MARK: - One note

  private func take(
    _ note: WireNote, _ media: [WireMedia]?, _ receiver: borrowing NoteReceiver
  ) throws {
    let local = snapshot.notes[note.noteID]
    // What cannot travel, or cannot be read, is not touched.
    if isOutOfSight(note.noteID) {
      let known = ledger.acknowledgement(of: note.noteID, seeing: note)
      if purpose != .sync || known?.contentHash != NoteContent(note).hash {
        find(note.noteID, known?.path, .notWritten("the note here cannot be read"))
      }
      return
    }
    let present = try local.map {
      try notes.note(at: $0.path, id: $0.id, isIDStored: $0.isIDStored).get()
    }
    switch decision(on: note, local, present) {
    case .leaveDeleted: return
    case .same: break
    case .create:
      let path = try receiver.create(note, .byWire)
      report.created.append(path)
      if note.holdsNUL { find(note.noteID, path, .holdsNUL) }
      return try finish(note, media, at: path, receiver)
    case .takeServer(let keepsLocal):
      guard let local else { return }
      guard present?.content.hash == local.contentHash else {
        return find(note.noteID, local.path, .changedMeanwhile)
      }
      if keepsLocal { try keep(nil, of: local, local.updated, receiver) }
      let isWritten = try receiver.update(
        local.path, with: note, provisionalID: local.id
      ) { $0.hash == local.contentHash }
      guard isWritten else { return find(note.noteID, local.path, .changedMeanwhile) }
      report.updated.append(local.path)
      if note.holdsNUL { find(note.noteID, local.path, .holdsNUL) }
    case .keepLocal(let keepsServer):
      guard let local else { return }
      if keepsServer { try keep(note, of: local, note.updatedAt, receiver) }
    case .join(let takesServer, let keepsOther):
      guard let local, let present else { return }
      guard present.content.hash == local.contentHash else {
        return find(note.noteID, local.path, .changedMeanwhile)
      }
      if keepsOther {
        let time = takesServer ? changeTime(of: local) : note.updatedAt
        try keep(takesServer ? nil : note, of: local, time, receiver)
      }
      let joined = joined(note, local, present.content, takesServer: takesServer)
      if NoteContent(joined).hash != local.contentHash {
        let isWritten = try receiver.update(
          local.path, with: joined, provisionalID: local.id
        ) { $0.hash == local.contentHash }
        guard isWritten else { return find(note.noteID, local.path, .changedMeanwhile) }
        report.updated.append(local.path)
      }
    }
    if let local { try finish(note, media, at: local.path, receiver) }
  }

  /// What may be missing only is wanted back when somebody restores.
  private func isOutOfSight(_ id: NoteID) -> Bool {
    purpose == .sync ? absent.isOutOfSight(id) : absent.isHidden(id)
  }

  /// The text of one side, and the tags and the pin of both.
  private func joined(
    _ note: WireNote, _ local: NoteDigest, _ present: NoteContent, takesServer: Bool
  ) -> WireNote {
    let labels = NoteLabels.joined(
      base: ledger[note.noteID]?.labels, here: NoteLabels(present),
      there: NoteLabels(NoteContent(note)), thereIsLater: takesServer)
    var joined = note
    if !takesServer {
      joined.text = present.text
      joined.updatedAt = local.updated
    }
    joined.tags = labels.tags.map(\.text)
    joined.isPinned = labels.isPinned
    return joined
  }

  /// The note's own time, or that of its file where somebody changed it with an editor that sets no time.
  private func changeTime(of local: NoteDigest) -> WireTime {
    guard let known = ledger[local.id], let base = known.contentHash, base != local.contentHash,
      local.updated.seconds <= max(known.sentTime, known.serverTime).seconds,
      let changed = try? vault.folder.status(local.path)?.modified.seconds
    else { return local.updated }
    return max(local.updated, WireTime(seconds: min(changed, connection.pacing.now())))
  }

  private func decision(
    on note: WireNote, _ local: NoteDigest?, _ present: VaultNote?
  ) -> PullDecision {
    PullDecision(
      local: local.map { .init(contentHash: $0.contentHash, updated: changeTime(of: $0)) },
      acknowledged: ledger.acknowledgement(of: note.noteID, seeing: note), server: note,
      isRestore: purpose != .sync,
      sameText: present.map { $0.content.text.utf8.elementsEqual(NoteContent(note).text.utf8) }
        ?? false)
  }

  private func keep(
    _ version: WireNote?, of local: NoteDigest, _ time: WireTime,
    _ receiver: borrowing NoteReceiver
  ) throws {
    let origin = version == nil ? "here" : Self.origin
    if let copy = try receiver.keepCopy(
      of: local.path, id: local.id, text: version, origin: origin, time: time)
    {
      report.copies.append(copy)
    }
  }

  /// Takes in the media and writes down what the server has.
  ///
  /// - Parameter media: nil where nobody knows what there are.
  private func finish(
    _ note: WireNote, _ media: [WireMedia]?, at path: VaultPath, _ receiver: borrowing NoteReceiver
  ) throws {
    let former = ledger[note.noteID]
    var known = Acknowledgement(
      serverTime: note.updatedAt, sentTime: former?.sentTime ?? note.updatedAt,
      createdAt: note.createdAt)
    known.know(NoteContent(note))
    known.path = path
    known.foreignMedia = former?.foreignMedia ?? []
    known.media = known.foreignMedia
    if let former, !former.isDeleted, former.contentHash != nil {
      known.serverTime = max(former.serverTime, note.updatedAt)
      // What is here and the server does not list any more was removed there, unless it has lost more than that.
      if former.serverTime.seconds <= note.updatedAt.seconds {
        let here = snapshot.notes[note.noteID]?.media.map(\.sha256) ?? []
        known.media.formUnion(former.media.intersection(here))
      }
      if media == nil { known.media = former.media }
    }
    if note.updatedAt.seconds > connection.pacing.now() + 86_400 { report.farAhead.append(path) }
    let intake = receiver.intake(for: path)
    for media in media ?? [] {
      do {
        try take(media, of: note.noteID, at: path, &known, intake)
      } catch {
        find(note.noteID, path, .notWritten("\(media.filename): \(error)"))
      }
    }
    try intake.sync()
    ledger.acknowledge(note.noteID, known)
  }

  // MARK: - Media

  private func take(
    _ media: WireMedia, of id: NoteID, at path: VaultPath, _ known: inout Acknowledgement,
    _ intake: MediaIntake
  ) throws {
    var media = media
    guard media.data.isBase64 else {
      return find(id, path, .undecodableMedia(filename: media.filename))
    }
    if media.data.wasSkipped {
      let declared = media.normalizedChecksum ?? ""
      if isRemoved(declared, of: id) { return leaveOut(declared, &known) }
      switch place(of: declared, in: id) {
      case .thisNote:
        known.media.insert(declared)
        return
      case .anotherNote(let file): media.data = file
      case .nowhere:
        let isForeign = ledger[id]?.foreignMedia.contains(declared) == true
        if media.data == .absent, !isForeign, !isCut {
          find(id, path, .missingData(filename: media.filename))
        }
        return
      }
    }
    if media.hasWrongChecksum { return try quarantine(media, of: id, at: path, &known) }
    let checksum = media.data.sha256
    if isRemoved(checksum, of: id) { return leaveOut(checksum, &known) }
    ledger.regain(media: checksum, of: id)
    if let written = try intake.add(media, .byWire) { report.media.append(written) }
    known.media.insert(checksum)
    let head = try FileInput(media.data.file).read(MediaType.headSize)
    let ending = MediaType.arrivingExtension(
      of: head, kind: media.kind, contentType: media.contentType)
    if MediaType(of: head, fileExtension: ending.utf8) == nil {
      known.foreignMedia.insert(checksum)
    }
  }

  /// Removed here, and not wanted back.
  private func isRemoved(_ checksum: String, of id: NoteID) -> Bool {
    purpose != .restore(bringsRemovedMedia: true) && ledger.removedMedia(of: id).contains(checksum)
  }

  private func leaveOut(_ checksum: String, _ known: inout Acknowledgement) {
    known.media.insert(checksum)
    report.removedMediaCount += 1
  }

  private enum MediaPlace {
    case thisNote
    case anotherNote(ReceivedData)
    case nowhere
  }

  /// Where the vault has data that were not decoded.
  private func place(of checksum: String, in id: NoteID) -> MediaPlace {
    let isHere = snapshot.notes[id]?.media.contains { $0.sha256 == checksum }
    if isHere == true { return .thisNote }
    for note in snapshot.notes.values {
      for media in note.media where media.sha256 == checksum {
        return .anotherNote(
          ReceivedData(
            file: "\(vault.folder.path)/\(media.path.text)", size: media.size, sha256: checksum,
            isBase64: true))
      }
    }
    return .nowhere
  }

  private func quarantine(
    _ media: WireMedia, of id: NoteID, at path: VaultPath, _ known: inout Acknowledgement
  ) throws {
    for checksum in [media.data.sha256, media.normalizedChecksum].compactMap(\.self) {
      known.media.insert(checksum)
      known.foreignMedia.insert(checksum)
    }
    let folder = NotesyncLayout.quarantine
    let head = try FileInput(media.data.file).read(MediaType.headSize)
    let ending = MediaType.arrivingExtension(
      of: head, kind: media.kind, contentType: media.contentType)
    guard let target = folder.appending("\(media.data.sha256).\(ending)".utf8) else { return }
    if try !vault.folder.exists(target) {
      try vault.folder.makeFolders(folder, permissions: 0o700)
      try SystemPath.move(media.data.file, to: "\(vault.folder.path)/\(target.text)")
      find(id, path, .wrongChecksum(filename: media.filename, keptAs: target))
    }
  }
}

// MARK: - Deletions

extension Puller {
  /// Deletes here what was deleted elsewhere and is as the server last had it.
  ///
  /// - Parameter times: of notes that live on the server.
  func takeDeletions(
    _ answers: [NoteID: DeletionProbe.Answer], _ times: [NoteID: WireTime],
    allowsDeletions: Bool
  ) throws {
    let plan = removals(answers, times, allowsDeletions: allowsDeletions)
    for id in plan.survivors { markDeleted(id, answers[id]) }
    report.heldRemovals = plan.held.map(\.path)
    try remove(plan.removed, answers)
    try ledger.commit()
  }

  private struct Removals {
    var removed: [NoteDigest] = []
    /// Too many to be meant; none of them is in `removed`.
    var held: [NoteDigest] = []
    /// Gone there, and changed here or gone here too.
    var survivors: [NoteID] = []
  }

  private func removals(
    _ answers: [NoteID: DeletionProbe.Answer], _ times: [NoteID: WireTime],
    allowsDeletions: Bool
  ) -> Removals {
    var plan = Removals()
    let latest = latestTime(of: times)
    for id in answers.keys.sorted() {
      guard let known = ledger[id], !absent.isOutOfSight(id) else { continue }
      switch answers[id] {
      case nil, .alive?: continue
      case .unknown? where latest.map { known.serverTime > $0 } ?? false:
        // Lost there, and not deleted for good.
        plan.survivors.append(id)
        continue
      case .deleted?, .unknown?: break
      }
      // An edit survives a deletion: it is sent again, later than that. So does a note that was put back.
      if let local = snapshot.notes[id], local.contentHash == known.contentHash,
        local.media.allSatisfy({ known.media.contains($0.sha256) }),
        !wasDeletedFromHere(id, answers[id])
      {
        plan.removed.append(local)
      } else {
        plan.survivors.append(id)
      }
    }
    if !allowsDeletions, DeletionGate.holds(plan.removed.count, of: ledger.liveNoteCount) {
      (plan.held, plan.removed) = (plan.removed, [])
    }
    return plan
  }

  /// The last moment of which the server knows; the first of all where it is an older state of itself, as from a
  /// backup; nil for a server without notes.
  private func latestTime(of times: [NoteID: WireTime]) -> WireTime? {
    let hasGoneBack = times.contains { id, time in
      ledger[id].map { $0.serverTime.seconds > time.seconds } ?? false
    }
    return hasGoneBack ? .earliest : times.values.max()
  }

  /// The deletion is one that was sent from here and whose answer was lost.
  private func wasDeletedFromHere(_ id: NoteID, _ answer: DeletionProbe.Answer?) -> Bool {
    guard case .deleted(let time, _)? = answer else { return false }
    return ledger.pendingOperations(on: id).contains {
      $0.kind == .delete && $0.deletedAt?.seconds == time.seconds
    }
  }

  private func remove(
    _ removals: [NoteDigest], _ answers: [NoteID: DeletionProbe.Answer]
  ) throws {
    guard !removals.isEmpty else { return }
    let receiver = try NoteReceiver(vault, surroundings, zone: notes.zone)
    for local in removals {
      do {
        let present = try notes.note(
          at: local.path, id: local.id, isIDStored: local.isIDStored
        ).get()
        guard present.content.hash == local.contentHash else {
          find(local.id, local.path, .changedMeanwhile)
          continue
        }
        try receiver.remove(local.path)
      } catch {
        find(local.id, local.path, .notWritten("\(error)"))
        continue
      }
      markDeleted(local.id, answers[local.id])
      report.removed.append(local.path)
    }
  }

  private func markDeleted(_ id: NoteID, _ answer: DeletionProbe.Answer?) {
    guard var known = ledger[id] else { return }
    if case .deleted(let time, let updated)? = answer {
      known.serverTime = max(time, updated, known.serverTime)
    }
    known.knowDeleted()
    ledger.acknowledge(id, known)
  }

  func tellDeletionsUnknown() { report.cannotTellDeletions = true }
}

// MARK: - Rehearsing

extension Puller {
  func rehearse(_ arrival: Arrival) -> [RehearsedArrival] {
    arrival.notes.compactMap { note in
      if isOutOfSight(note.noteID) { return nil }
      let local = snapshot.notes[note.noteID]
      let present = local.flatMap {
        try? notes.note(at: $0.path, id: $0.id, isIDStored: $0.isIDStored).get()
      }
      let outcome: RehearsedArrival.Outcome
      switch decision(on: note, local, present) {
      case .leaveDeleted: return nil
      case .same, .keepLocal(keepingServer: false):
        guard bringsMedia(arrival.media[note.noteID] ?? [], to: note.noteID) else { return nil }
        outcome = .update
      case .create: outcome = .create
      case .takeServer(keepingLocal: false): outcome = .update
      case .takeServer(keepingLocal: true), .keepLocal(keepingServer: true),
        .join(_, keepingOther: true):
        outcome = .conflict
      case .join(_, keepingOther: false): outcome = .update
      }
      return RehearsedArrival(
        noteID: note.noteID, path: local?.path, outcome: outcome,
        mediaCount: arrival.media[note.noteID]?.count ?? 0)
    }
  }

  private func bringsMedia(_ media: [WireMedia], to id: NoteID) -> Bool {
    let here = Set(snapshot.notes[id]?.media.map(\.sha256) ?? [])
    let foreign = ledger[id]?.foreignMedia ?? []
    return media.compactMap(\.normalizedChecksum).contains {
      !here.contains($0) && !foreign.contains($0) && !isRemoved($0, of: id)
    }
  }

  /// - Returns: what would be put into the trash, and how many more the gate would hold back.
  func rehearseDeletions(
    _ answers: [NoteID: DeletionProbe.Answer], _ times: [NoteID: WireTime],
    allowsDeletions: Bool
  ) -> (removed: [RehearsedArrival], heldCount: Int) {
    let plan = removals(answers, times, allowsDeletions: allowsDeletions)
    let removed = plan.removed.map {
      RehearsedArrival(noteID: $0.id, path: $0.path, outcome: .remove, mediaCount: 0)
    }
    return (removed, plan.held.count)
  }
}

extension WireNote {
  fileprivate var holdsNUL: Bool { text.utf8.contains(0) || tags.contains { $0.utf8.contains(0) } }
}
