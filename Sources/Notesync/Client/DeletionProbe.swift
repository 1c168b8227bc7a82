internal import VaultFormat

/// Asks a server about notes without writing anything (notesync contract, section 11).
///
/// The server answers an operation with a used id with its version of the operation's note. So an id is first used up
/// on a note that does not exist, and then sent with each note to ask about. Two notes that do not exist show whether
/// the server supports this.
final class DeletionProbe {
  private let connection: Connection
  private let accountKey: String
  /// For this object only: another one asks again, since a proxy may have answered instead of the server.
  private var isRefused = false

  /// - Parameter accountKey: the source of the fixed ids.
  init(_ connection: Connection, accountKey: String) {
    self.connection = connection
    self.accountKey = accountKey
  }

  enum Answer: Hashable {
    /// The server never had it, or has no record of it any more.
    case unknown
    case deleted(at: WireTime, updated: WireTime)
    case alive(WireNote)
  }

  /// The text that a server returns for a note that it does not have.
  private static let sentinel = "tl notesync probe"
  private static let idsPerRequest = 400
  /// Enough to find two failing notes among 400; a server that fails more often does not support probes.
  private static let failureLimit = 20

  /// The server's version of each note, without notes on which it fails.
  ///
  /// - Returns: nil if the server does not support probes.
  /// - Throws: a `NotesyncError`.
  func ask(_ ids: [NoteID]) async throws -> [NoteID: Answer]? {
    if isRefused { return nil }
    // No real note is sent before it is known that nothing is written.
    if !connection.state.answersProbes {
      guard try await request([]) != nil else {
        return refuse()
      }
      connection.state.answersProbes = true
    }
    var answers: [NoteID: Answer] = [:]
    var stack = stride(from: 0, to: ids.count, by: Self.idsPerRequest).reversed().map {
      ids[$0..<min($0 + Self.idsPerRequest, ids.count)]
    }
    var failureCount = 0
    while let some = stack.popLast() {
      do {
        guard let found = try await request(Array(some)) else { return refuse() }
        for (id, answer) in zip(some, found) { answers[id] = answer }
      } catch NotesyncError.serverFails(let status) {
        // It may fail on one of these notes, or on all.
        guard try await request([]) != nil else { throw NotesyncError.serverFails(status: status) }
        failureCount += 1
        guard failureCount <= Self.failureLimit else { return refuse() }
        guard some.count > 1 else { continue }
        let middle = some.startIndex + some.count / 2
        stack += [some[middle...], some[..<middle]]
      }
    }
    return answers
  }

  /// Ends the probes for the lifetime of this object.
  private func refuse() -> [NoteID: Answer]? {
    isRefused = true
    connection.state.answersProbes = false
    return nil
  }

  private func id(_ word: String) -> NoteID {
    OperationBuilder.uuid(of: word, for: "probe of \(accountKey)")
  }

  /// Nil if the second nonexistent note is not answered as a repetition.
  private func request(_ ids: [NoteID]) async throws -> [Answer]? {
    let time = WireTime.earliest
    var writer = WireWriter()
    writer.json.beginObject()
    writer.json.key("ops")
    writer.json.beginArray()
    for noteID in [id("first"), id("second")] + ids {
      writer.beginOperation(
        id("operation").text, .delete,
        note: WireNote(id: noteID.text, text: Self.sentinel, createdAt: time, updatedAt: time))
      writer.json.endObject()
    }
    writer.json.endArray()
    writer.json.endObject()
    let body = writer.finish()
    let (reply, answers): (TransportReply, () throws -> [WireResult?])
    do {
      (reply, answers) = try await connection.post(body, count: ids.count + 2)
    } catch let error as JSONSyntaxError {
      throw NotesyncError(error)
    }
    if reply.status >= 500 { throw NotesyncError.serverFails(status: reply.status) }
    guard reply.status == 200, let results = try? answers(), results.count == ids.count + 2,
      let second = results[1], second.outcome == .skipped, second.note.text == Self.sentinel,
      second.note.deletedAt == nil
    else { return nil }
    return zip(ids, results.dropFirst(2)).map { id, result in Self.answer(id, result) }
  }

  private static func answer(_ id: NoteID, _ result: WireResult?) -> Answer {
    // An unreadable or missing answer does not prove that the note is gone.
    guard let result, result.problem == nil, result.note.id.utf8.elementsEqual(id.text.utf8) else {
      let time = WireTime.earliest
      return .alive(WireNote(id: id.text, text: "", createdAt: time, updatedAt: time))
    }
    if let deleted = result.note.deletedAt {
      return .deleted(at: deleted, updated: result.note.updatedAt)
    }
    return result.note.text == sentinel ? .unknown : .alive(result.note)
  }
}
