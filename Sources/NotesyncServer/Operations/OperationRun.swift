internal import Cryptography
internal import Notesync
internal import Operations
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Carries out the operations of one request, in order, under the vault's `write` lock.
///
/// One commit stores the intents of each note's first operation; then the operations are carried out, and a last commit
/// stores all records. An operation without a stored intent, such as a note's second one, has a commit before it. If
/// the request is interrupted, files that were written stay: when it is sent again, an operation is skipped if it was
/// answered, repeated if its `Intent` is found, or else carried out as a new one.
final class OperationRun {
  private let receiver: NoteReceiver
  private let records: NoteRecordStore
  private let reader: VaultReader
  private let database: Database
  private let session: String
  private let stage: RequestStage?
  private let stop: ShutdownFlag
  private let whenWritten: @Sendable () -> Void
  private(set) var mediaCount = 0
  /// SHA-256 of the notes in the trash; nil until needed.
  private var knownTrash: Set<String>?

  /// The number of tries for a note that other programs keep saving.
  private static let tries = 5

  /// - Parameters:
  ///   - session: the sign-in of the request's token.
  ///   - stage: copies of the request's media, in the vault's file system.
  ///   - whenWritten: called after a note is written and before its media are.
  init(
    _ receiver: consuming NoteReceiver, _ records: NoteRecordStore, session: String,
    stage: RequestStage?, stop: ShutdownFlag, whenWritten: @escaping @Sendable () -> Void
  ) {
    self.receiver = receiver
    self.records = records
    self.session = session
    self.stage = stage
    self.stop = stop
    self.whenWritten = whenWritten
    reader = records.reader
    database = records.database
  }

  /// Carries out the operations.
  ///
  /// - Throws: errors that stop the whole request, which `ErrorClassification` does not call a fault of an operation.
  func run(
    _ operations: [Result<WireOperation, OperationProblem>]
  ) throws -> [OperationAnswer] {
    try commitIntents(operations)
    var answers: [OperationAnswer] = []
    answers.reserveCapacity(operations.count)
    for (index, operation) in operations.enumerated() {
      try stop.check()
      switch operation {
      case .success(let operation): answers.append(try answer(operation, index: index))
      case .failure(let problem): answers.append(answer(problem))
      }
    }
    // Each answer has the note's state after the whole request.
    for index in answers.indices {
      guard let id = NoteID(answers[index].noteID), let record = try records.record(id) else {
        continue
      }
      answers[index].note = record.wireNote
    }
    return answers
  }

  private func answer(_ operation: WireOperation, index: Int) throws -> OperationAnswer {
    var answer = OperationAnswer(
      noteID: operation.note.id, outcome: .skipped, note: operation.note)
    guard let id = NoteID(operation.note.id) else {
      answer.problem = RequestProblem(["ops", "\(index)", "note", "id"], "is empty")
      return answer
    }
    if try AnsweredOperations.contains(operation.id, database) { return answer }
    do {
      answer.outcome = try carryOut(operation, id)
    } catch  where ErrorClassification.concernsOneOperation(error) {
      records.forget(id)
      try records.settle(id)
      answer.outcome = .skipped
      answer.problem = RequestProblem(["ops", "\(index)"], ErrorClassification.reason(error))
    }
    return answer
  }

  private func answer(_ problem: OperationProblem) -> OperationAnswer {
    let epoch = WireTime(seconds: 0)
    let note = problem.note
    let created = note.createdAt ?? note.updatedAt ?? epoch
    return OperationAnswer(
      noteID: note.id ?? "", outcome: .skipped,
      note: WireNote(
        id: note.id ?? "", text: note.text ?? "", isPinned: note.isPinned ?? false,
        tags: note.tags ?? [], createdAt: created, updatedAt: note.updatedAt ?? created,
        deletedAt: note.deletedAt),
      problem: RequestProblem(problem.location, problem.message))
  }
}

// MARK: - One operation

extension OperationRun {
  /// Commits the intents of all first operations on notes.
  private func commitIntents(
    _ operations: [Result<WireOperation, OperationProblem>]
  ) throws {
    var (ids, notes): (Set<String>, Set<NoteID>) = ([], [])
    var isStep = false
    for case .success(let operation) in operations {
      guard let id = NoteID(operation.note.id), ids.insert(operation.id).inserted,
        !notes.contains(id), try !AnsweredOperations.contains(operation.id, database)
      else { continue }
      notes.insert(id)
      do {
        let record = try records.record(id)
        guard let new = intendedRecord(operation, id, record: record),
          changesFile(operation, id, record: record)
        else {
          continue
        }
        if try records.intend(Intent(operation, new)) { isStep = true }
      } catch  where ErrorClassification.concernsOneOperation(error) {
        // Its error is reported when it is carried out.
        continue
      }
    }
    if isStep { try database.commitStep() }
    // Other programs may save a note before its operation is carried out.
    records.forgetAll()
  }

  private func carryOut(_ operation: WireOperation, _ id: NoteID) throws -> WireResult.Outcome {
    for _ in 1...Self.tries {
      // An older delete must not remove what an editor has saved since.
      if operation.kind == .delete { records.forget(id) }
      let record = try records.record(id)
      let new = intendedRecord(operation, id, record: record)
      if let new, changesFile(operation, id, record: record),
        try records.intend(Intent(operation, new))
      {
        try database.commitStep()
      }
      let isLastWords = new != nil && operation.kind != .delete && operation.note.deletedAt != nil
      var outcome: WireResult.Outcome?
      try database.inSavepoint {
        outcome = try apply(operation, id, record: record, new: new)
        guard let outcome else { return false }
        if !isLastWords { try finish(operation, id, outcome: outcome) }
        return true
      }
      if let outcome {
        if isLastWords { try removeWritten(operation, id) }
        return outcome
      }
      // Another program has saved the file since it was read: that is a separate edit.
      if let record { try records.invalidate(record) }
    }
    throw Unavailable(description: "another program keeps saving the note")
  }

  /// The record that an operation intends: the last write wins.
  ///
  /// An equal time is not later, except for an interrupted operation that had already set the note's time. A delete has
  /// to be later than both known times. For a note that has become a page or is sealed, any is too late.
  ///
  /// - Returns: the new record; nil if the operation is too late.
  private func intendedRecord(
    _ operation: WireOperation, _ id: NoteID, record: NoteRecord?
  ) -> NoteRecord? {
    let note = operation.note
    let (isDelete, time) = (operation.kind == .delete, operation.time)
    if let record {
      let latest = isDelete ? record.latest : record.updated
      guard time > latest || time == latest && records.isUnfinished(operation, id) else {
        return nil
      }
      if records.staysInVault(record) { return nil }
    }
    guard isDelete else {
      let content = NoteContent(note)
      var new = NoteRecord(
        id: id, text: content.text, isPinned: content.isPinned, tags: content.tags.map(\.text),
        created: record?.created ?? note.createdAt, updated: time)
      new.path = record?.path
      new.fileID = record?.fileID
      new.writer = session
      return new
    }
    var new =
      record
      ?? NoteRecord(
        id: id, text: note.text, isPinned: note.isPinned, tags: [], created: note.createdAt,
        updated: time)
    new.updated = time
    new.deleted = note.deletedAt ?? time
    new.hash = nil
    new.stamp = nil
    return new
  }

  /// Whether an operation that is not too late changes the note's file.
  private func changesFile(
    _ operation: WireOperation, _ id: NoteID, record: NoteRecord?
  ) -> Bool {
    operation.kind != .delete || record?.isLive == true || records.isUnfinished(operation, id)
  }

  /// - Parameter new: the intended record.
  /// - Returns: nil if the file differs from the record; it is then unchanged.
  private func apply(
    _ operation: WireOperation, _ id: NoteID, record: NoteRecord?, new: NoteRecord?
  ) throws -> WireResult.Outcome? {
    guard let new else {
      if let record, operation.kind != .delete { try handleLateEdit(operation, id, record: record) }
      return .skipped
    }
    if operation.kind == .delete {
      try delete(new, record)
      return .applied
    }
    let note = operation.note
    guard let written = try write(note, id, record: record) else { return nil }
    whenWritten()
    try saveRecord(written, new)
    try add(operation.media, to: written.path, id: id, replaces: true)
    return .applied
  }

  private func finish(
    _ operation: WireOperation, _ id: NoteID, outcome: WireResult.Outcome
  ) throws {
    try AnsweredOperations.add(operation.id, outcome, database: database)
    try records.finish(operation, id, isApplied: outcome == .applied)
  }

  /// Handles an edit that is too late: its media are added, and a text that differs from the note's goes to the trash,
  /// since the app may drop it now.
  private func handleLateEdit(
    _ operation: WireOperation, _ id: NoteID, record: NoteRecord
  ) throws {
    let text = WireText.withoutNUL(operation.note.text)
    guard let path = record.path else {
      // Deleted before it ever arrived: no file in the trash has the text.
      guard !text.isEmpty, let path = VaultPath("\(plainName(of: id.text)).md") else { return }
      return try copyToTrash(text, of: record, path: path)
    }
    if !record.text.utf8.elementsEqual(text.utf8) {
      try copyToTrash(text, of: record, path: path)
    }
    guard record.isLive else { return }
    if record.textOrigin != .app, record.text.utf8.elementsEqual(text.utf8) {
      var known = record
      known.textOrigin = .app
      known.writer = session
      try records.set(known)
    }
    try add(operation.media, to: path, id: id, replaces: false)
  }

  /// Records the note as it was written.
  ///
  /// If the file has changed by then, the record keeps no stamp of it, so that the next check finds an edit.
  private func saveRecord(_ written: WrittenNote, _ new: NoteRecord) throws {
    var new = new
    new.path = written.path
    let reading = try reader.read(written.path)
    let isOwn = reading?.hash == sha256Hex(written.bytes)
    if let reading, isOwn { new = new.seen(as: reading, at: written.path) }
    try records.set(new)
    if !isOwn { records.forget(new.id) }
  }

  /// Removes a note whose final text was just written, unless it has been edited since.
  ///
  /// A separate step: the note's path is committed before, so that its files are found after a kill.
  private func removeWritten(_ operation: WireOperation, _ id: NoteID) throws {
    let written = try records.record(id)
    var removed: (record: NoteRecord, path: VaultPath)?
    if var record = written, record.isLive, let path = record.path,
      record.updated <= operation.note.updatedAt
    {
      record.deleted = operation.note.deletedAt
      removed = (record, path)
      if try records.intend(Intent(operation, record)) { try database.commitStep() }
    }
    try database.inSavepoint {
      if let (record, path) = removed {
        try remove(path, id)
        records.remove(id)
        try records.set(record)
      }
      try finish(operation, id, outcome: .applied)
      return true
    }
  }

  /// A note's file, and the bytes written to it.
  private typealias WrittenNote = (path: VaultPath, bytes: [UInt8])

  /// Writes the received content to the note's file; nil if the file differs from the record.
  private func write(
    _ note: WireNote, _ id: NoteID, record: NoteRecord?
  ) throws -> WrittenNote? {
    if let record, record.isLive, let path = record.path {
      return try replace(path, note, record: record)
    }
    if let record, let path = try restored(record) {
      records.add(id, at: path)
      return try replace(path, note, record: record)
    }
    var note = note
    if let record { note.createdAt = record.created }
    let written = try receiver.add(note, naming: .asAdded)
    records.add(id, at: written.path)
    return written
  }

  private func replace(
    _ path: VaultPath, _ note: WireNote, record: NoteRecord
  ) throws -> WrittenNote? {
    let bytes = try receiver.replace(
      path, with: note, ifStill: NoteContent(record.wireNote)
    ) { version in
      switch record.textOrigin {
      case .app where record.writer == session: break
      case .vaultUnsent:
        _ = try receiver.keepCopy(
          of: path, id: record.id, version: version, origin: "here", time: record.updated)
      case .app, .vaultSent: try receiver.copyToTrash(version, of: path)
      }
    }
    return bytes.map { (path, $0) }
  }

  private func delete(_ new: NoteRecord, _ record: NoteRecord?) throws {
    var new = new
    if let record, let path = record.path {
      if record.isLive {
        try remove(path, record.id)
      } else if try records.isHalfRemoved(record), let back = try restored(record) {
        // With its media, which were not removed before a kill.
        try remove(back, record.id)
        new.path = back
      }
      records.remove(record.id)
    }
    try records.set(new)
  }

  private func remove(_ path: VaultPath, _ id: NoteID) throws {
    try receiver.remove(path, with: reader.removal(of: path, id).comments)
  }
}

// MARK: - Media and the trash

extension OperationRun {
  /// Adds media that the note does not have yet; a file is removed only if its id gets other bytes.
  ///
  /// - Parameter replaces: whether an id that belongs to other bytes or another note moves to the new file; else the
  ///   new file gets another id.
  private func add(
    _ media: [WireMedia], to path: VaultPath, id: NoteID, replaces: Bool
  ) throws {
    let hashes = reader.hashes
    let intake = receiver.intake(for: path) { try hashes.hash(of: $0).sha256 }
    for var item in media where item.data.isBase64 && !item.data.wasSkipped {
      try stop.check()
      let known = try MediaIDs.media(item.id, database)
      let isOther = known.map { $0.note != id || $0.sha256 != item.data.sha256 } ?? false
      if try intake.add(item, staged: stage?[item.data.file], naming: .asAdded) != nil {
        mediaCount += 1
      }
      if let known, isOther {
        if replaces {
          try putAway(known.sha256, of: known.note)
          intake.forget()
          try MediaIDs.remove(item.id, database)
        } else {
          item.id = MediaIDs.made(for: item.data.sha256, on: id)
        }
      }
      try MediaIDs.add(item, id, database: database)
    }
    try intake.sync()
  }

  /// Moves the note's file to the trash if it has these bytes.
  private func putAway(_ sha256: String, of id: NoteID) throws {
    guard let record = try records.record(id), record.isLive, let path = record.path else { return }
    let media = try reader.media(of: path, id, database: database)
    guard let file = media.first(where: { $0.sha256 == sha256 }) else { return }
    try receiver.remove(media: file.path)
  }

  /// Puts a text that lost against the note's own, or against its deletion, into the trash; only once, however often it
  /// is sent.
  private func copyToTrash(_ text: String, of record: NoteRecord, path: VaultPath) throws {
    let version =
      record.isLive
      ? try receiver.version(of: path, saying: text)
      : NoteReceiver.version(ofLost: record.id, saying: text)
    var known = try knownTrash ?? hashesOfTrash()
    if known.insert(sha256Hex(version.bytes)).inserted {
      try receiver.copyToTrash(version, of: path)
    }
    knownTrash = known
  }

  private func hashesOfTrash() throws -> Set<String> {
    let files = try Trash(reader.vault.folder).entries().filter { $0.what == .note }
      .compactMap(\.file)
    return Set(try files.compactMap { try reader.read($0)?.hash })
  }

  /// Restores a note and its media from the trash; nil if it is not there.
  private func restored(_ record: NoteRecord) throws -> VaultPath? {
    guard let origin = record.path else { return nil }
    let entries = try Trash(reader.vault.folder).entries().filter {
      $0.what == .note && $0.origin == origin
    }
    for entry in entries.sorted(by: { $0.number > $1.number }) {
      guard let file = entry.file, let reading = try reader.read(file),
        (reading.id ?? ProvisionalID.of(origin)) == record.id
      else { continue }
      return try receiver.restore(entry)
    }
    return nil
  }
}
