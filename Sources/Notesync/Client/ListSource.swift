internal import VaultFormat

/// Asks a server for its notes, by requests that are as small as what is known allows.
///
/// The original has no pages, and sends all photos of all notes that are asked for. Three ways:
/// - The whole list at once: from a server of tl, which leaves the photos out; and where there are few.
/// - Lists that double, each taken in before the next is asked for: where nothing is known, and for a restore.
/// - Questions about the notes that are known, which bring no photos, and a list of the newest notes that doubles until
///   its later half brings nothing new.
final class ListSource {
  private let connection: Connection
  private let ledger: Ledger
  private let probe: DeletionProbe
  private let fetcher: NoteFetcher
  /// Where data of media lie for as long as this object lives.
  private let folder: IncomingFolder
  private let shape: ListShape
  private var handedOut: Set<NoteID> = []

  /// The times of all notes that were listed, or are known to be alive.
  private(set) var times: [NoteID: WireTime] = [:]
  /// Notes that were listed, those that cannot be read among them.
  private(set) var listed: Set<NoteID> = []
  /// The list ended before its limit.
  private(set) var isComplete = false
  /// What the server has of notes that were asked about.
  private(set) var answers: [NoteID: DeletionProbe.Answer] = [:]
  /// The notes were asked about, and the server answers no such questions.
  private(set) var refusesQuestions = false
  /// Nothing new is left among the newest notes.
  private(set) var isSettled = false

  /// The notes that a list with their new media is worth, in bytes of media.
  private static let reach: Int64 = 256 << 20

  init(
    _ connection: Connection, _ ledger: Ledger, probe: DeletionProbe, fetcher: NoteFetcher,
    folder: IncomingFolder, shape: ListShape
  ) {
    self.connection = connection
    self.ledger = ledger
    self.probe = probe
    self.fetcher = fetcher
    self.folder = folder
    self.shape = shape
  }

  /// All notes that may have changed, all that there are for a restore, or the newest of them.
  ///
  /// - Parameter take: gets what came, each note once.
  func fetch(
    newest: Int?, for purpose: NotesyncPlan.Purpose, _ take: (Arrival) throws -> Void
  ) async throws {
    if let newest {
      try await fetch(newest, take)
      return
    }
    switch try await way(isRestore: purpose != .pull) {
    case .whole:
      try hand(try await fetcher.fetch(limit: nil, known: ledger.liveNoteCount), take)
    case .doubling:
      var limit = ListShape.firstLimit
      while true {
        try await fetch(limit, take)
        if isComplete { break }
        limit *= 2
      }
    case .questions: try await askAndLook(take)
    }
    isSettled = true
  }

  // MARK: - Ways

  private enum Way { case whole, doubling, questions }

  private func way(isRestore: Bool) async throws -> Way {
    let isHeavy = shape.mediaSize > connection.settings.lightListSize
    guard isRestore || shape.rows.isEmpty || isHeavy else { return .whole }
    if try await connection.leavesOutData() { return .whole }
    return isRestore || shape.rows.isEmpty ? .doubling : .questions
  }

  private func askAndLook(_ take: (Arrival) throws -> Void) async throws {
    let changed = try await ask()
    let near = shape.depth(within: Self.reach)
    let ranks = changed.map { shape.rank(of: $0.updatedAt) }.filter { $0 <= near }
    var limit = max(try await newsLimit(), ranks.max() ?? 0)
    while limit > 0 {
      let news = try await fetch(limit, take)
      guard !isComplete, let news, news >= limit / 2 else { break }
      limit *= 2
    }
    // Edits that were sent long after they were made lie deep in the list: their texts are here, their media are not.
    var late = Arrival()
    for note in changed where !listed.contains(note.noteID) { late.addWithoutMedia(note) }
    if !late.notes.isEmpty { try take(late) }
  }

  /// - Returns: the known notes that the server has in another version.
  private func ask() async throws -> [WireNote] {
    let (ids, last) = shape.questions(after: connection.state.lastQuestion)
    guard let answers = try await probe.ask(ids) else {
      refusesQuestions = true
      return []
    }
    self.answers = answers
    connection.state.lastQuestion = last
    return answers.values.compactMap { answer in
      guard case .alive(let note) = answer else { return nil }
      times[note.noteID] = note.updatedAt
      return isNews(note, []) ? note : nil
    }
  }

  /// How many of the newest notes are to be asked for; 0 where none of them can be new.
  private func newsLimit() async throws -> Int {
    guard let mark = connection.state.listMark else {
      // A server that tells no lengths is known again by its newest note alone.
      if try await ListMark.length(connection, limit: 1) != nil { return shape.firstLimit }
      return try await isTopKnown() ? 0 : shape.firstLimit
    }
    guard !refusesQuestions, !isAnyGone(among: mark.limit), try await mark.holds(connection) else {
      return shape.firstLimit
    }
    if !mark.isAmbiguous || shape.rows.count < mark.limit { return 0 }
    return try await isTopKnown() ? 0 : shape.firstLimit
  }

  /// Whether one of the newest notes is not on the server any more: a new one of the same length may have its place.
  private func isAnyGone(among count: Int) -> Bool {
    shape.rows.prefix(count).contains { row in
      switch answers[row.id] {
      case .deleted, .unknown: true
      case .alive, nil: false
      }
    }
  }

  /// Whether the server's newest note is one that is known.
  ///
  /// Begins to read it, and stops as soon as it is known again by its first photo.
  func isTopKnown() async throws -> Bool {
    let top = shape.top
    var count: [String: Int] = [:]
    for row in shape.rows {
      for media in ledger[row.id]?.media ?? [] { count[media, default: 0] += 1 }
    }
    let own = Set(top.flatMap { ledger[$0]?.media ?? [] }.filter { count[$0] == 1 })
    guard let arrival = try await fetcher.newest(unlessItHas: own) else { return true }
    defer { fetcher.discard(arrival) }
    return !arrival.notes.contains { isNews($0, arrival.media[$0.noteID] ?? []) }
  }

  // MARK: - Lists

  /// - Returns: the place of the last note that is new or has changed.
  @discardableResult
  private func fetch(_ limit: Int, _ take: (Arrival) throws -> Void) async throws -> Int? {
    let arrival: Arrival
    do {
      arrival = try await fetcher.fetch(limit: limit, known: 0)
    } catch NotesyncError.serverFails(let status) where limit > 1 {
      throw NotesyncError.listFails(asked: limit, "it fails (\(status))")
    }
    let news = arrival.notes.lastIndex { isNews($0, arrival.media[$0.noteID] ?? []) }
    try hand(arrival, take)
    return news
  }

  /// Hands out what was not in an earlier list.
  private func hand(_ arrival: Arrival, _ take: (Arrival) throws -> Void) throws {
    isComplete = arrival.isComplete
    for note in arrival.notes { times[note.noteID] = note.updatedAt }
    listed.formUnion(arrival.notes.map(\.noteID))
    listed.formUnion(arrival.damaged.compactMap { $0.noteID.flatMap { NoteID($0) } })
    try take(arrival.without(handedOut))
    fetcher.discard(arrival)
    handedOut = listed
    if let failure = arrival.failure { throw failure }
  }

  /// Whether a note, or one of its media, is not what the server is known to have.
  private func isNews(_ note: WireNote, _ media: [WireMedia]) -> Bool {
    let version = RemoteVersion(note)
    let observed = ledger.observation(of: note.noteID, here: .absent, there: .alive(version))
    guard let known = observed.known, !known.isDeleted, known.contentHash == version.contentHash,
      version.updated <= known.serverTime
    else { return true }
    let removed = ledger.removedMedia(of: note.noteID)
    return media.contains { item in
      let checksum = item.normalizedChecksum ?? item.data.sha256
      return !known.media.contains(checksum) && !removed.contains(checksum)
        && !known.media.contains(item.data.sha256)
    }
  }
}
