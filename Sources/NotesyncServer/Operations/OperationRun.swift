internal import GRDB
internal import Notesync
internal import VaultFormat
internal import VaultStore

/// Carries out the operations of one request, in order, under the vault's `write` lock and in one transaction.
///
/// What is written to files stays even where the transaction fails: the request is sent again then, and what is
/// there already is recognized by its id.
final class OperationRun {
  private let receiver: NoteReceiver
  private let book: RecordBook
  private let sight: VaultSight
  private let database: Database
  private let session: String
  private let whenWritten: @Sendable () -> Void
  private(set) var mediaCount = 0
  /// SHA-256 of the notes in the trash; nil before somebody asks.
  private var knownTrash: Set<String>?

  /// How often a note that keeps being saved by others is tried.
  private static let tries = 5

  /// - Parameters:
  ///   - session: the sign-in that the request came with.
  ///   - whenWritten: called when a note has been written and its media have not.
  init(
    _ receiver: consuming NoteReceiver, _ book: RecordBook, session: String,
    whenWritten: @escaping @Sendable () -> Void
  ) {
    self.receiver = receiver
    self.book = book
    self.session = session
    self.whenWritten = whenWritten
    sight = book.sight
    database = book.database
  }

  /// Answers each operation.
  ///
  /// - Throws: what stops the whole request: what `Trouble` does not call a fault of an operation.
  func run(
    _ operations: [Result<WireOperation, OperationProblem>]
  ) throws -> [OperationAnswer] {
    var answers: [OperationAnswer] = []
    answers.reserveCapacity(operations.count)
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .success(let operation): answers.append(try answer(operation, index: index))
      case .failure(let problem): answers.append(answer(problem))
      }
    }
    // Each gets the state after the whole request, not after its own turn.
    for index in answers.indices {
      guard let id = NoteID(answers[index].noteID), let record = try book.record(id) else {
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
    if try OperationLog.contains(operation.id, database) { return answer }
    do {
      try database.inSavepoint {
        answer.outcome = try apply(operation, id)
        try OperationLog.add(operation.id, answer.outcome, database)
        return .commit
      }
    } catch  where Trouble.isFaultOfOperation(error) {
      book.forget(id)
      answer.outcome = .skipped
      answer.problem = RequestProblem(["ops", "\(index)"], Trouble.reason(error))
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

/// What one operation gets for an answer.
struct OperationAnswer {
  var noteID: String
  var outcome: WireResult.Outcome
  var note: WireNote
  /// Why it could not be carried out; its data is kept aside then.
  var problem: RequestProblem?
}

/// What is wrong with a request, or with a part of it.
struct RequestProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The way to the value, such as `ops`, `3`, `note`, `text`.
  var location: [String]
  /// A fragment in lower case.
  var message: String

  init(_ location: [String], _ message: String) {
    self.location = location
    self.message = message
  }

  var description: String { "\(location.joined(separator: ".")): \(message)" }
}

// MARK: - One operation

extension OperationRun {
  private func apply(_ operation: WireOperation, _ id: NoteID) throws -> WireResult.Outcome {
    operation.kind == .delete
      ? try delete(operation.note, id) : try upsert(operation, id)
  }

  /// The last write wins, and an equal time is not later.
  private func upsert(_ operation: WireOperation, _ id: NoteID) throws -> WireResult.Outcome {
    let note = operation.note
    for _ in 1...Self.tries {
      let record = try book.record(id)
      if let record, note.updatedAt <= record.updated {
        try arrivedLate(operation, id, record)
        return .skipped
      }
      guard let written = try write(note, id, record) else {
        // Somebody saved the file since it was looked at: that is an edit of its own.
        if let record { try book.doubt(record) }
        continue
      }
      whenWritten()
      try remember(written, note, id, record)
      try add(operation.media, to: written.path, id, replaces: true)
      if let deleted = note.deletedAt { try removeWritten(note, id, deleted) }
      return .applied
    }
    throw Unavailable(description: "another program keeps saving the note")
  }

  /// An edit that came too late may bring pictures; that its app has the note's text, or another one, which goes to the
  /// trash, since the app may drop it now.
  private func arrivedLate(
    _ operation: WireOperation, _ id: NoteID, _ record: NoteRecord
  ) throws {
    let text = WireText.withoutNUL(operation.note.text)
    guard let path = record.path else {
      // Deleted before it was ever here: no file in the trash holds the text.
      guard !text.isEmpty, let path = VaultPath("\(plainName(of: id.text)).md") else { return }
      return try putAside(text, of: record, path)
    }
    if !record.text.utf8.elementsEqual(text.utf8) {
      try putAside(text, of: record, path)
    }
    guard record.isLive else { return }
    if record.textOrigin != .app, record.text.utf8.elementsEqual(text.utf8) {
      var known = record
      known.textOrigin = .app
      known.writer = session
      try book.set(known)
    }
    try add(operation.media, to: path, id, replaces: false)
  }

  /// Writes down what the note is, as it was written.
  ///
  /// Where the file says something else by then, the record is left without it, so that the next look finds an edit.
  private func remember(
    _ written: WrittenNote, _ note: WireNote, _ id: NoteID, _ record: NoteRecord?
  ) throws {
    let content = NoteContent(note)
    var new = NoteRecord(
      id: id, text: content.text, isPinned: content.isPinned, tags: content.tags.map(\.text),
      created: record?.created ?? note.createdAt, updated: note.updatedAt)
    new.path = written.path
    new.writer = session
    let reading = try sight.read(written.path)
    let isOwn = reading?.hash == sha256Hex(written.bytes)
    if let reading, isOwn {
      new.text = reading.text
      new.tags = reading.tags
      new.hash = reading.hash
      new.stamp = reading.stamp
    }
    try book.set(new)
    if !isOwn { book.forget(id) }
  }

  /// Removes a note whose last words were just written, unless somebody has added to them.
  private func removeWritten(_ note: WireNote, _ id: NoteID, _ deleted: WireTime) throws {
    guard var record = try book.record(id), record.isLive, let path = record.path,
      record.updated <= note.updatedAt
    else { return }
    try receiver.remove(path)
    book.remove(id)
    record.deleted = deleted
    try book.set(record)
  }

  /// A note's file, and the bytes that it got.
  private struct WrittenNote {
    var path: VaultPath
    var bytes: [UInt8]
  }

  /// Brings the note's file to what arrived; nil where it is not what the record says.
  private func write(
    _ note: WireNote, _ id: NoteID, _ record: NoteRecord?
  ) throws -> WrittenNote? {
    if let record, record.isLive, let path = record.path {
      return try replace(path, note, record)
    }
    if let record, let path = try restored(record) {
      book.add(id, at: path)
      return try replace(path, note, record)
    }
    var note = note
    if let record { note.createdAt = record.created }
    let (path, bytes) = try receiver.add(note, .asAdded)
    book.add(id, at: path)
    return WrittenNote(path: path, bytes: bytes)
  }

  private func replace(
    _ path: VaultPath, _ note: WireNote, _ record: NoteRecord
  ) throws -> WrittenNote? {
    let bytes = try receiver.replace(
      path, with: note, ifStill: NoteContent(record.wireNote)
    ) { version in
      switch record.textOrigin {
      case .app where record.writer == session: break
      case .vaultUnsent:
        _ = try receiver.keepCopy(
          of: path, id: record.id, version: version, origin: "here", time: record.updated)
      case .app, .vaultSent: try receiver.putAside(version, of: path)
      }
    }
    return bytes.map { WrittenNote(path: path, bytes: $0) }
  }

  /// The later of the two times counts, and has to be later than both that are known.
  private func delete(_ note: WireNote, _ id: NoteID) throws -> WireResult.Outcome {
    let time = max(note.updatedAt, note.deletedAt ?? note.updatedAt)
    // What an editor saved since the last look is not to be deleted by what is older.
    book.forget(id)
    guard var record = try book.record(id) else {
      try book.set(
        NoteRecord(
          id: id, text: note.text, isPinned: note.isPinned, tags: [], created: note.createdAt,
          updated: time, deleted: note.deletedAt ?? time))
      return .applied
    }
    guard time > record.latest else { return .skipped }
    if record.isLive, let path = record.path {
      try receiver.remove(path)
      book.remove(id)
    }
    record.updated = time
    record.deleted = note.deletedAt ?? time
    record.hash = nil
    record.stamp = nil
    try book.set(record)
    return .applied
  }
}

// MARK: - Media and the trash

extension OperationRun {
  /// Adds what the note does not have yet; nothing is ever taken away but what the same id replaces.
  ///
  /// - Parameter replaces: an id that stands for other bytes, or belongs to another note, is taken from there; else
  ///   it stays there, and the new file gets another one.
  private func add(
    _ media: [WireMedia], to path: VaultPath, _ id: NoteID, replaces: Bool
  ) throws {
    for var item in media where item.data.isBase64 && !item.data.wasSkipped {
      let known = try MediaIDs.media(item.id, database)
      let isOther = known.map { $0.note != id || $0.sha256 != item.data.sha256 } ?? false
      if try receiver.add(item, to: path, .asAdded) != nil { mediaCount += 1 }
      if let known, isOther {
        if replaces {
          try putAway(known.sha256, of: known.note)
          try MediaIDs.remove(item.id, database)
        } else {
          item.id = MediaIDs.made(for: item.data.sha256, on: id)
        }
      }
      try MediaIDs.add(item, id, database)
    }
  }

  /// Moves a note's file with these bytes to the trash.
  private func putAway(_ sha256: String, of id: NoteID) throws {
    guard let record = try book.record(id), record.isLive, let path = record.path else { return }
    let now = NoteTime(instant: sight.now, zone: sight.zone)
    let media = try sight.media(of: path, id, database)
    guard let file = media.first(where: { $0.sha256 == sha256 }) else { return }
    _ = try Trash(sight.vault.folder).put(media: file.path, at: now.rfc3339)
  }

  /// Puts a text that lost against the note's own, or against its deletion, into the trash; once, however often it
  /// comes.
  private func putAside(_ text: String, of record: NoteRecord, _ path: VaultPath) throws {
    let version =
      record.isLive
      ? try receiver.version(of: path, saying: text)
      : NoteReceiver.version(ofLost: record.id, saying: text)
    var known = try knownTrash ?? hashesOfTrash()
    if known.insert(sha256Hex(version.bytes)).inserted { try receiver.putAside(version, of: path) }
    knownTrash = known
  }

  private func hashesOfTrash() throws -> Set<String> {
    let files = try Trash(sight.vault.folder).entries().filter { $0.what == .note }
      .compactMap(\.file)
    return Set(try files.compactMap { try sight.read($0)?.hash })
  }

  /// Takes a note that comes back out of the trash, with its media; nil where it is not there.
  private func restored(_ record: NoteRecord) throws -> VaultPath? {
    guard let origin = record.path else { return nil }
    let trash = Trash(sight.vault.folder)
    let entries = try trash.entries().filter { $0.what == .note && $0.origin == origin }
    for entry in entries.sorted(by: { $0.number > $1.number }) {
      guard let file = entry.file, let reading = try sight.read(file),
        (reading.id ?? ProvisionalID.of(origin)) == record.id
      else { continue }
      return try trash.restore(entry.number).path
    }
    return nil
  }
}
