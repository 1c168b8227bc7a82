internal import SystemCalls
internal import VaultFormat

/// Requests notes and reads the answer.
struct NoteFetcher {
  let connection: Connection
  /// The folder for the data of media; absolute.
  let folder: String
  /// Whether the data of media with this checksum are wanted; the note may be unknown.
  let wantsData: (_ noteID: NoteID?, _ checksum: String) -> Bool
  /// Called with the notes of a list before their data are requested.
  var whenListed: ([WireNote]) -> Void = { _ in }

  /// Part of the answer was received before the error.
  private struct Partial: Error {
    var arrival: Arrival
    var error: any Error
  }

  /// Fetches the newest notes, or all, with the wanted media data.
  ///
  /// A server of tl can leave data out; the notes up to the last one that needs data are then requested again with
  /// data. Another server always sends everything.
  ///
  /// - Parameters:
  ///   - limit: nil: all.
  ///   - known: the minimum number of notes on the server.
  func fetch(limit: Int?, known: Int) async throws -> Arrival {
    var arrival = try await list(limit: limit, known: known)
    whenListed(arrival.notes)
    let last = arrival.notes.lastIndex { note in
      arrival.media[note.noteID, default: []].contains {
        $0.data == .absent && wantsData(note.noteID, $0.normalizedChecksum ?? "")
      }
    }
    guard let last else { return arrival }
    do {
      arrival.take(try await fetch(last + 1, withData: true))
    } catch let partial as Partial {
      arrival.take(partial.arrival)
      arrival.failure = partial.error
    }
    return arrival
  }

  /// The newest note with its media; nil, after reading little, if its first media has one of these checksums.
  func newest(unlessItHas known: Set<String>) async throws -> Arrival? {
    struct Known: Error {}
    var isKnown = false
    let fetcher = NoteFetcher(
      connection: connection, folder: folder,
      wantsData: { _, checksum in
        isKnown = isKnown || known.contains(checksum)
        return !isKnown
      })
    do {
      return try await fetcher.list(limit: 1) { if isKnown { throw Known() } }
    } catch is Known {
      return nil
    }
  }

  private func list(limit: Int, check: @escaping () throws -> Void = {}) async throws -> Arrival {
    do {
      return try await fetch(limit, withData: false, check: check)
    } catch let partial as Partial {
      discard(partial.arrival)
      throw partial.error
    }
  }

  private func list(limit: Int?, known: Int) async throws -> Arrival {
    if let limit { return try await list(limit: limit) }
    var limit = max(1_000, known + 200)
    while true {
      let arrival = try await list(limit: limit)
      if arrival.isComplete { return arrival }
      discard(arrival)
      // Each step sends all notes up to the limit again, so few large steps are better.
      guard limit < 1 << 40 else { return arrival }
      limit *= 4
    }
  }

  func discard(_ arrival: Arrival) {
    for media in arrival.media.values.joined() where !media.data.wasSkipped {
      try? SystemPath.remove(media.data.file)
    }
  }

  /// - Parameter check: called after each piece; an error that it throws ends the request.
  /// - Throws: `Partial`.
  private func fetch(
    _ limit: Int, withData: Bool, check: @escaping () throws -> Void = {}
  ) async throws -> Arrival {
    let path = "/api/notes?limit=\(limit)\(withData ? "" : "&data=no")"
    connection.onEvent(.request(method: "GET", path: path, bytes: 0, operations: 0, media: 0))
    var reader = NotesReader(folder: folder, needsData: withData, wantsData: wantsData)
    var (arrival, start) = (Arrival(), [UInt8]())
    do {
      let reply = try await connection.send(
        TransportRequest(.get, path),
        to: ResponseBodyHandler(
          begin: {
            discard(arrival)
            (arrival, start) = (Arrival(), [])
            reader = NotesReader(folder: folder, needsData: withData, wantsData: wantsData)
          },
          receive: { piece in
            arrival.byteCount += Int64(piece.count)
            if start.count < Self.startSize { start += piece.prefix(Self.startSize) }
            try arrival.add(try reader.read(piece), limit: limit)
            connection.onEvent(.progress(bytes: arrival.byteCount, of: nil))
            try check()
          }))
      connection.onEvent(.answer(status: reply.status))
      guard reply.status == 200 else { throw Self.failure(reply) }
      connection.noteAbilities(of: reply)
      try reader.finish()
    } catch let error as JSONSyntaxError {
      throw Partial(
        arrival: arrival, error: Self.failure(error, arrival, start: start, limit: limit))
    } catch NotesyncError.interrupted(let why) where arrival.byteCount > Self.muchSize {
      throw Partial(arrival: arrival, error: NotesyncError.listFails(asked: limit, why))
    } catch {
      throw Partial(arrival: arrival, error: error)
    }
    arrival.isComplete = arrival.count < limit
    return arrival
  }

  /// The length of an answer's start that shows its kind, in bytes.
  private static let startSize = 64
  /// How many bytes are much: an answer that breaks off earlier has other reasons.
  private static let muchSize: Int64 = 16 << 20

  /// An answer that begins as a list and continues as something else was interrupted: a server that ran out of time or
  /// memory may write its error into it.
  private static func failure(
    _ error: JSONSyntaxError, _ arrival: Arrival, start: [UInt8], limit: Int
  ) -> NotesyncError {
    let isList = [#"{"media":["#, #"{"notes":["#].contains {
      start.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }.starts(with: $0.utf8)
    }
    guard isList, arrival.byteCount > Int64(startSize), !error.isTooMuch else {
      return NotesyncError(error)
    }
    return .listFails(asked: limit, "its answer breaks off after \(arrival.byteCount) bytes")
  }

  private static func failure(_ reply: TransportReply) -> NotesyncError {
    if reply.status >= 500 { return .serverFails(status: reply.status) }
    let word = ErrorDetails.first(in: reply.body).word
    return word.map { .refused(status: reply.status, $0) } ?? .notNotesync(status: reply.status)
  }
}
