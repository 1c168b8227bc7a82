internal import VaultFormat

/// Asks a server about notes without writing anything (notesync contract, section 11).
///
/// An operation whose id was used before is answered with what the server has of the note that it names; so one id is
/// used up on a note that does not exist, and then names every note in question. A server that does not do so is
/// found out with two notes that do not exist.
final class DeletionProbe {
  private let connection: Connection
  private let accountKey: String
  /// Since this object was made; another one asks anew, since a proxy may have spoken in the server's place.
  private var isRefused = false

  /// - Parameter accountKey: what the fixed ids are made of.
  init(_ connection: Connection, accountKey: String) {
    self.connection = connection
    self.accountKey = accountKey
  }

  enum Answer: Hashable {
    /// The server never had it, or has nothing of it any more.
    case unknown
    case deleted(at: WireTime, updated: WireTime)
    case alive(WireNote)
  }

  /// What a server that has nothing sends back.
  private static let sentinel = "tl notesync probe"
  private static let idsPerRequest = 400
  /// BodyNotNeeded to find two notes among 400; a server that fails more often answers no probes.
  private static let failureLimit = 20

  /// What the server has of each note; a note on which it fails is left out.
  ///
  /// - Returns: nil where the server does not answer probes.
  /// - Throws: a `NotesyncError`.
  func ask(_ ids: [NoteID]) async throws -> [NoteID: Answer]? {
    if isRefused { return nil }
    // No note is named before it is known that nothing is written.
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
        // Perhaps on one of these notes, and perhaps on everything.
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

  /// Until another object asks.
  private func refuse() -> [NoteID: Answer]? {
    isRefused = true
    connection.state.answersProbes = false
    return nil
  }

  private func id(_ word: String) -> NoteID {
    OperationMaker.uuid(of: word, for: "probe of \(accountKey)")
  }

  /// Nil where the second note that does not exist is answered in another way than as a repetition.
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
    // What cannot be read, or answered, is no proof that it is gone.
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
