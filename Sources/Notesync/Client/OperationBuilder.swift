internal import VaultFormat
internal import VaultStore

/// Makes operations from waiting changes.
struct OperationBuilder {
  let vault: Vault
  let ledger: Ledger
  /// Seconds since 1970.
  let now: Int64
  /// The maximum size of one request, in bytes.
  let limit: Int64
  /// The limit comes from the server's refusals, not from the settings.
  let isLimitOfServer: Bool
  let makeID: () -> String

  /// The size of the JSON around the operations of a request.
  static let envelope = Int64(#"{"ops":[]}"#.utf8.count)

  /// The operations of one note in the order of their times, and what was left out.
  func operations(
    for change: WaitingChange, _ note: VaultNote
  ) -> (operations: [OutgoingOperation], aside: [UnsentNote.Reason]) {
    let known = ledger[change.noteID]
    if change.media.isEmpty {
      let operation = operation(change, note, media: [], stamp: firstStamp(of: note, known))
      let size = operation.size + Self.envelope
      return size <= limit ? ([operation], []) : ([], [.tooLarge(size: size, limit: limit)])
    }
    var aside: [UnsentNote.Reason] = []
    var groups: [[MediaContent]] = [[]]
    let textSize = size(change, note, media: [])
    guard textSize <= limit else { return ([], [.tooLarge(size: textSize, limit: limit)]) }
    var groupSize = textSize
    for media in change.media {
      let added = size(change, note, media: [media]) - textSize + 1
      if textSize + added > limit {
        aside.append(
          isLimitOfServer
            ? .mediaRefused(media.path, size: media.size)
            : .mediaTooLarge(media.path, size: media.size, limit: limit))
      } else if groupSize + added > limit {
        groups.append([media])
        groupSize = textSize + added
      } else {
        groups[groups.count - 1].append(media)
        groupSize += added
      }
    }
    // Only media were waiting, and none can be sent.
    if !change.changesContent, groups == [[]] { return ([], aside) }
    var stamp = firstStamp(of: note, known)
    var operations: [OutgoingOperation] = []
    for group in groups {
      let operation = operation(change, note, media: group, stamp: stamp)
      operations.append(operation)
      stamp = WireTime(seconds: operation.pending.updatedAt.seconds + 1)
    }
    return (operations, aside)
  }

  /// The deletion of a note that only the ledger has.
  func deletion(
    of id: NoteID, _ known: Acknowledgement, fingerprint: String
  ) -> OutgoingOperation {
    let former = ledger.pendingOperations(on: id).last.flatMap { $0.kind == .delete ? $0 : nil }
    let updated = WireTime(seconds: max(known.sentTime, known.serverTime).seconds)
    let earliest = max(updated.seconds, known.serverTime.seconds, lastPending(id)?.seconds ?? .min)
    let deleted = former?.deletedAt ?? WireTime(seconds: max(now, earliest + 1))
    let pending =
      former
      ?? PendingOperation(
        id: makeID(), kind: .delete, noteID: id, contentHash: "", updatedAt: updated,
        deletedAt: deleted, media: [])
    let wire = WireNote(
      id: id.text, text: "", createdAt: known.createdAt, updatedAt: pending.updatedAt,
      deletedAt: deleted)
    let body = body(pending, wire, media: [])
    return OutgoingOperation(
      pending: pending, path: known.path, fingerprint: fingerprint, createdAt: known.createdAt,
      isResend: former != nil, parts: body.parts, size: body.length)
  }

  private func lastPending(_ id: NoteID) -> WireTime? {
    ledger.pendingOperations(on: id).map { max($0.updatedAt, $0.deletedAt ?? $0.updatedAt) }.max()
  }

  // MARK: - Times

  /// The note's own time if it is later than all times on the server, else the present time, or a later one if needed.
  private func firstStamp(of note: VaultNote, _ known: Acknowledgement?) -> WireTime {
    let own = note.updated.seconds > now + 86_400 ? now : note.updated.seconds
    let previous = [known?.serverTime, known?.sentTime, lastPending(note.id)]
      .compactMap { $0?.seconds }.max()
    guard let previous else { return WireTime(seconds: own) }
    return WireTime(seconds: own > previous ? own : max(now, previous + 1))
  }

  // MARK: - JSON

  private func operation(
    _ change: WaitingChange, _ note: VaultNote, media: [MediaContent], stamp: WireTime
  ) -> OutgoingOperation {
    let kind: WireOperation.Kind = change.kind == .create ? .create : .update
    let hash = note.content.hash
    let checksums = media.map(\.sha256)
    // The same content again, after a crash or a lost connection: the server recognizes the id.
    let latest = ledger.pendingOperations(on: change.noteID).reversed().prefix {
      $0.kind != .delete && $0.contentHash == hash
    }
    let former = latest.first { $0.media == checksums }
    let pending =
      former
      ?? PendingOperation(
        id: makeID(), kind: kind, noteID: change.noteID, contentHash: hash, updatedAt: stamp,
        deletedAt: nil, media: checksums)
    let body = body(pending, wireNote(note, pending.updatedAt), media: media)
    return OutgoingOperation(
      pending: pending, path: note.path, fingerprint: change.fingerprint(hash),
      createdAt: WireTime(seconds: note.created.seconds), isResend: former != nil,
      parts: body.parts, size: body.length)
  }

  private func wireNote(_ note: VaultNote, _ stamp: WireTime) -> WireNote {
    WireNote(
      id: note.id.text, text: note.content.text, isPinned: note.content.isPinned,
      tags: note.content.tags.map { WireText.withoutNUL($0.text) },
      createdAt: WireTime(seconds: note.created.seconds), updatedAt: stamp)
  }

  private func size(_ change: WaitingChange, _ note: VaultNote, media: [MediaContent]) -> Int64 {
    let pending = PendingOperation(
      id: String(repeating: "0", count: 36), kind: .update, noteID: change.noteID, contentHash: "",
      updatedAt: WireTime(seconds: 0), deletedAt: nil, media: [])
    return body(pending, wireNote(note, pending.updatedAt), media: media).length + Self.envelope
  }

  private func body(
    _ pending: PendingOperation, _ note: WireNote, media: [MediaContent]
  ) -> WireBody {
    var writer = WireWriter()
    writer.beginOperation(pending.id, pending.kind, note: note)
    writer.json.key("media")
    writer.json.beginArray()
    for content in media {
      let id = Self.mediaID(of: content.sha256, in: pending.noteID)
      writer.writeMedia(
        id: id, noteID: pending.noteID.text, kind: content.type.kind.rawValue,
        filename: "\(id).\(content.type.fileExtension)", contentType: content.type.contentType,
        checksum: content.sha256,
        data: WireBody.File(
          content.path, in: vault.folder, size: content.size, sha256: content.sha256))
    }
    writer.json.endArray()
    writer.json.endObject()
    return writer.finish()
  }

  /// Always the same for the same file of the same note.
  static func mediaID(of checksum: String, in noteID: NoteID) -> String {
    uuid(of: checksum, for: noteID.text).text
  }

  static func uuid(of name: String, for space: String) -> NoteID {
    NoteID(uuid: UUIDv5.make(namespace: Array("\(space)\0".utf8), name: Array(name.utf8)))
  }
}

/// An operation that is ready to be sent.
struct OutgoingOperation {
  var pending: PendingOperation
  var path: VaultPath?
  var fingerprint: String
  var createdAt: WireTime
  /// It was sent before, and the outcome is unknown.
  var isResend: Bool
  var parts: [WireBody.Part]
  /// The size of the body in bytes.
  var size: Int64

  var noteID: NoteID { pending.noteID }
}

/// Operations that are sent in one request.
struct OperationBatch {
  private(set) var operations: [OutgoingOperation] = []
  private(set) var size = OperationBuilder.envelope
  let sizeLimit: Int64
  let countLimit: Int

  var isEmpty: Bool { operations.isEmpty }

  /// False if the operation has to wait for the next batch.
  mutating func append(_ operation: OutgoingOperation) -> Bool {
    let newSize = size + operation.size + (isEmpty ? 0 : 1)
    guard isEmpty || newSize <= sizeLimit && operations.count < countLimit else { return false }
    operations.append(operation)
    size = newSize
    return true
  }

  static func body(of operations: [OutgoingOperation]) -> WireBody {
    var parts: [WireBody.Part] = [.bytes(Array(#"{"ops":["#.utf8))]
    for (index, operation) in operations.enumerated() {
      if index > 0 { parts.append(.bytes([UInt8(ascii: ",")])) }
      parts += operation.parts
    }
    parts.append(.bytes(Array("]}".utf8)))
    return WireBody(parts: parts)
  }
}

/// The meaning of a server's result for its operation.
enum ResultMeaning: Hashable {
  /// The server stored the note as sent, with these media.
  case stored(media: [String])
  /// The server had the text already, and dropped the media.
  case mediaDropped
  /// It accepted the note, and stored something else than was sent.
  case keptOtherwise
  case deleted
  /// It has what it had acknowledged, only later: the same is sent once more, later than that.
  case superseded
  case changedElsewhere
  /// Deleted there before this device knew of it.
  case deletedElsewhere
  /// The operation was bad, and nothing of it is stored.
  case refused(String)

  /// - Parameters:
  ///   - known: the previous acknowledgement.
  ///   - isRepetition: the operation may have been carried out before.
  init(
    of sent: PendingOperation, _ result: WireResult, known: Acknowledgement?, isRepetition: Bool
  ) {
    let isDeleted = result.note.deletedAt != nil
    let hash = NoteContent(result.note).hash
    let isUnchanged =
      known.map { $0.isDeleted ? isDeleted : !isDeleted && $0.contentHash == hash } ?? false
    let isSameTime = result.note.updatedAt.seconds == sent.updatedAt.seconds
    if let problem = result.problem {
      self = .refused(problem)
    } else if sent.kind == .delete {
      self = isDeleted ? .deleted : isUnchanged ? .superseded : .changedElsewhere
    } else if !isDeleted, sent.contentHash == hash, result.outcome == .applied {
      self = .stored(media: sent.media)
    } else if !isDeleted, sent.contentHash == hash, result.outcome == .skipped {
      // The media of a skipped operation are dropped, unless it repeats an applied one.
      let isStored = sent.media.isEmpty || isRepetition && isSameTime
      self = isStored ? .stored(media: sent.media) : .mediaDropped
    } else if isDeleted, known == nil {
      self = .deletedElsewhere
    } else if !isDeleted, isSameTime, result.outcome == .applied {
      self = .keptOtherwise
    } else {
      self = isUnchanged ? .superseded : .changedElsewhere
    }
  }
}
