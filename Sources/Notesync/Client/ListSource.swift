internal import VaultFormat

/// Fetches a server's notes with requests as small as the known state allows.
///
/// The original server has no pages, and sends all photos of all requested notes. Three ways:
/// - The whole list at once: from a server of tl, which leaves photos out, or if there are few.
/// - Lists of doubling size, each processed before the next is requested: if nothing is known, and for a restore.
/// - Probes for the known notes, which bring no photos, and a list of the newest notes whose size doubles until its
///   later half has nothing new.
final class ListSource {
  private let connection: Connection
  private let ledger: Ledger
  private let probe: DeletionProbe
  private let fetcher: NoteFetcher
  /// The folder for media data during the lifetime of this object.
  private let folder: IncomingFolder
  private let shape: ListEstimate
  private var handedOut: Set<NoteID> = []

  /// The times of all notes that were listed or are known to exist.
  private(set) var times: [NoteID: WireTime] = [:]
  /// Notes that were listed, including unreadable ones.
  private(set) var listed: Set<NoteID> = []
  /// The list ended before its limit.
  private(set) var isComplete = false
  /// The server's answers about the probed notes.
  private(set) var answers: [NoteID: DeletionProbe.Answer] = [:]
  /// The server does not support probes.
  private(set) var refusesQuestions = false
  /// The newest notes have nothing new.
  private(set) var isSettled = false

  /// The maximum size of the media in a list of notes with new media.
  private static let reach: Int64 = 256 << 20

  init(
    _ connection: Connection, _ ledger: Ledger, probe: DeletionProbe, fetcher: NoteFetcher,
    folder: IncomingFolder, shape: ListEstimate
  ) {
    self.connection = connection
    self.ledger = ledger
    self.probe = probe
    self.fetcher = fetcher
    self.folder = folder
    self.shape = shape
  }

  /// Fetches all notes that may have changed, or for a restore all notes or the newest.
  ///
  /// - Parameter take: receives the answers, each note once.
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
      var limit = ListEstimate.firstLimit
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
    // Old edits that were sent late are far down the list: their texts are known from the probes, their media are not.
    var late = Arrival()
    for note in changed where !listed.contains(note.noteID) { late.addWithoutMedia(note) }
    if !late.notes.isEmpty { try take(late) }
  }

  /// - Returns: the known notes of which the server has another version.
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

  /// The number of newest notes to request; 0 if none of them can be new.
  private func newsLimit() async throws -> Int {
    guard let mark = connection.state.listLengths else {
      // Without lengths, only the newest note can be compared.
      if try await ListLengths.length(connection, limit: 1) != nil { return shape.firstLimit }
      return try await isTopKnown() ? 0 : shape.firstLimit
    }
    guard !refusesQuestions, !isAnyGone(among: mark.limit), try await mark.holds(connection) else {
      return shape.firstLimit
    }
    if !mark.isAmbiguous || shape.rows.count < mark.limit { return 0 }
    return try await isTopKnown() ? 0 : shape.firstLimit
  }

  /// Whether one of the newest notes is no longer on the server: a new one of the same length may have replaced it.
  private func isAnyGone(among count: Int) -> Bool {
    shape.rows.prefix(count).contains { row in
      switch answers[row.id] {
      case .deleted, .unknown: true
      case .alive, nil: false
      }
    }
  }

  /// Whether the server's newest note is known.
  ///
  /// Reads only until its first photo identifies it.
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

  /// - Returns: the position of the last new or changed note.
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

  /// Passes on what was not in an earlier list.
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

  /// Whether a note or one of its media differs from what the server is known to have.
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
