internal import System
internal import VaultFormat
internal import VaultStore

/// The way in.
extension NotesyncClient {
  /// - Parameter allowsDeletions: nil leaves deletions alone.
  /// - Returns: what was done, and whether all that is new on the server is known.
  func pull(
    _ connection: Connection, _ ledger: Ledger, newest: Int?, _ purpose: Puller.Purpose,
    _ allowsDeletions: Bool?
  ) async throws -> (report: PullReport, isSettled: Bool) {
    try vault.checkWritable()
    let wishes = WantedMedia(
      try VaultSnapshot(notes, ledger), ledger, vault, purpose, now: pacing.now()
    ) { !connection.state.leavesOutData }
    let source = try listSource(connection, ledger, wishes)
    var report = PullReport()
    defer { lastPull = report }
    func puller() throws -> Puller {
      // All is here now, which may have taken a while: the vault as it is in this moment is what counts.
      let snapshot = try VaultSnapshot(notes, ledger)
      notePaths(snapshot, ledger)
      // What is missing when somebody restores was not removed on purpose.
      if purpose == .sync { noteRemovedMedia(snapshot, ledger) }
      return Puller(connection, notes, ledger, surroundings, snapshot, purpose, report)
    }
    func take(_ arrival: Arrival) throws {
      let puller = try puller()
      defer { report = puller.report }
      try puller.take(arrival)
    }
    if let newest {
      try await source.newest(newest, take)
    } else {
      try await source.all(isRestore: purpose != .sync, take)
    }
    guard let allowsDeletions else { return (report, false) }
    guard let answers = try await answers(source, connection, ledger) else {
      report.cannotTellDeletions = true
      return (report, source.isSettled)
    }
    guard !answers.isEmpty else { return (report, source.isSettled) }
    let last = try puller()
    defer { report = last.report }
    try last.takeDeletions(answers, source.times, allowsDeletions: allowsDeletions)
    return (last.report, source.isSettled)
  }

  func rehearse(
    _ connection: Connection, _ ledger: Ledger, newest: Int?, _ purpose: Puller.Purpose,
    _ allowsDeletions: Bool?
  ) async throws -> PullRehearsal {
    let snapshot = try VaultSnapshot(notes, ledger)
    let source = try listSource(
      connection, ledger, WantedMedia(snapshot, ledger, vault, nil, now: pacing.now()))
    let puller = Puller(connection, notes, ledger, surroundings, snapshot, purpose)
    var rehearsal = PullRehearsal()
    func take(_ arrival: Arrival) { rehearsal.arrivals += puller.rehearse(arrival) }
    if let newest {
      try await source.newest(newest, take)
    } else {
      try await source.all(isRestore: purpose != .sync, take)
    }
    guard let allowsDeletions,
      let answers = try await answers(source, connection, ledger)
    else { return rehearsal }
    let (removed, heldCount) = puller.rehearseDeletions(
      answers, source.times, allowsDeletions: allowsDeletions)
    rehearsal.arrivals += removed
    rehearsal.heldRemovalCount = heldCount
    return rehearsal
  }

  /// What the server has of notes that may be deleted there; nil where it does not tell.
  private func answers(
    _ source: ListSource, _ connection: Connection, _ ledger: Ledger
  ) async throws -> [NoteID: DeletionProbe.Answer]? {
    guard source.isComplete else { return source.refusesQuestions ? nil : source.answers }
    let missing = ledger.ids.sorted().filter { id in
      ledger[id].map { !$0.isDeleted && $0.contentHash != nil } == true
        && !source.listed.contains(id)
    }
    if missing.isEmpty { return [:] }
    return try await DeletionProbe(connection, accountKey: accountKey, hear: hear).ask(missing)
  }

  /// All notes of the server without the data of their media, as far as that can be had.
  func list(_ connection: Connection, _ snapshot: VaultSnapshot) async throws -> Arrival? {
    let size = snapshot.notes.values.reduce(Int64(0)) { sum, note in
      note.media.reduce(sum) { $0 + Base64Encoder.length(of: $1.size) }
    }
    if size > settings.lightListSize, try await !connection.leavesOutData() { return nil }
    let restoring = Restoring(
      connection: connection, folder: try incoming().path, wantsData: { _, _ in false }, hear: hear)
    return try await restoring.fetch(limit: nil, known: snapshot.order.count)
  }

  private func listSource(
    _ connection: Connection, _ ledger: Ledger, _ wishes: WantedMedia
  ) throws -> ListSource {
    let folder = try incoming()
    let restoring = Restoring(
      connection: connection, folder: folder.path, wantsData: { wishes.includes($1, of: $0) },
      hear: hear, whenListed: { wishes.note($0) })
    return ListSource(
      connection, ledger, DeletionProbe(connection, accountKey: accountKey, hear: hear),
      restoring, folder, shape(wishes.snapshot, ledger))
  }

  private func shape(_ snapshot: VaultSnapshot, _ ledger: Ledger) -> ListShape {
    ListShape(snapshot, ledger) { note in (try? self.vault.folder.status(note.path))?.size }
  }

  /// A folder for data of media; they are gone with the object.
  private func incoming() throws -> IncomingFolder {
    let folder = VaultPath(in: accountPath, named: "incoming".utf8)
    try makeFolder(folder)
    return try IncomingFolder(systemPath(folder))
  }

  /// Writes down what the server's list is like, now that all in it is known.
  ///
  /// Where it cannot be asked, or where somebody else wrote to it meanwhile, the next look is a longer one.
  func markList(_ connection: Connection, _ ledger: Ledger, isKnown: Bool) async {
    connection.state.listMark = nil
    guard isKnown, !connection.state.leavesOutData else { return }
    connection.state.listMark = (try? await listMark(connection, ledger)) ?? nil
  }

  private func listMark(_ connection: Connection, _ ledger: Ledger) async throws -> ListMark? {
    let snapshot = try VaultSnapshot(notes, ledger)
    let shape = shape(snapshot, ledger)
    guard shape.mediaSize > settings.lightListSize, try await !connection.leavesOutData(),
      let mark = try await ListMark.ask(connection, limit: shape.firstLimit)
    else { return nil }
    let wishes = WantedMedia(snapshot, ledger, vault, nil, now: pacing.now())
    return try await listSource(connection, ledger, wishes).isTopKnown() ? mark : nil
  }
}
