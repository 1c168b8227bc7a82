internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension NotesyncClient {
  /// - Parameter allowsDeletions: nil skips deletions.
  /// - Returns: the report, and whether everything new on the server was received.
  func pull(
    _ connection: Connection, _ ledger: Ledger, newest: Int?, for purpose: NotesyncPlan.Purpose,
    allowsDeletions: Bool?
  ) async throws -> (report: PullReport, isSettled: Bool) {
    try vault.checkWritable()
    let observer = NoteObserver(
      try VaultSnapshot(notes, ledger), ledger, vault: vault, now: pacing.now())
    let wanted = WantedMedia(observer, ledger, for: purpose) { !connection.state.leavesOutData }
    let source = try listSource(connection, ledger, wanted: wanted)
    var report = PullReport()
    defer { lastPull = report }
    func execute(_ body: (Puller) throws -> Void) throws {
      // Receiving may have taken a while, so the vault is read again.
      let snapshot = try VaultSnapshot(notes, ledger)
      notePaths(snapshot, ledger)
      // A restore treats missing notes as lost, not as removed on purpose.
      if purpose == .pull { noteRemovedMedia(snapshot, ledger) }
      let puller = Puller(
        connection, notes, ledger: ledger, surroundings: surroundings, snapshot: snapshot,
        purpose: purpose, report: report, operation: operation,
        companions: companions)
      defer { report = puller.report }
      try body(puller)
    }
    try await source.fetch(newest: newest, for: purpose) { arrival in
      try execute { try $0.take(arrival) }
    }
    guard let allowsDeletions else { return (report, false) }
    guard let answers = try await answers(source, connection, ledger: ledger) else {
      report.cannotTellDeletions = true
      return (report, source.isSettled)
    }
    guard !answers.isEmpty else { return (report, source.isSettled) }
    try execute {
      try $0.takeDeletions(
        $0.plan(answers, source.times, allowsDeletions: allowsDeletions))
    }
    return (report, source.isSettled)
  }

  /// The plan of `pull`; nothing is written.
  func pullPlan(
    _ connection: Connection, _ ledger: Ledger, newest: Int?, for purpose: NotesyncPlan.Purpose,
    allowsDeletions: Bool?
  ) async throws -> NotesyncPlan {
    let puller = Puller(
      connection, notes, ledger: ledger, surroundings: surroundings,
      snapshot: try VaultSnapshot(notes, ledger), purpose: purpose)
    let source = try listSource(
      connection, ledger, wanted: WantedMedia(puller.observer, ledger, for: nil))
    var plan = NotesyncPlan()
    try await source.fetch(newest: newest, for: purpose) { plan.append(puller.plan($0)) }
    if let allowsDeletions, let answers = try await answers(source, connection, ledger: ledger) {
      plan.append(puller.plan(answers, source.times, allowsDeletions: allowsDeletions))
    }
    return plan
  }

  /// The server's versions of notes that may be deleted there; nil if it does not support probes.
  private func answers(
    _ source: ListSource, _ connection: Connection, ledger: Ledger
  ) async throws -> [NoteID: DeletionProbe.Answer]? {
    guard source.isComplete else { return source.refusesQuestions ? nil : source.answers }
    let missing = ledger.ids.sorted().filter { id in
      ledger[id].map { !$0.isDeleted && $0.contentHash != nil } == true
        && !source.listed.contains(id)
    }
    if missing.isEmpty { return [:] }
    return try await DeletionProbe(connection, accountKey: accountKey).ask(missing)
  }

  /// All notes of the server without media data; nil if that is not possible.
  func list(_ connection: Connection, _ snapshot: VaultSnapshot) async throws -> Arrival? {
    let size = snapshot.notes.values.reduce(Int64(0)) { sum, note in
      note.media.reduce(sum) { $0 + Base64Encoder.length(of: $1.size) }
    }
    if size > settings.lightListSize, try await !connection.leavesOutData() { return nil }
    let fetcher = NoteFetcher(
      connection: connection, folder: try incoming().path, wantsData: { _, _ in false })
    return try await fetcher.fetch(limit: nil, known: snapshot.order.count)
  }

  private func listSource(
    _ connection: Connection, _ ledger: Ledger, wanted: WantedMedia
  ) throws -> ListSource {
    let folder = try incoming()
    let fetcher = NoteFetcher(
      connection: connection, folder: folder.path, wantsData: { wanted.includes($1, of: $0) },
      whenListed: { wanted.note($0) })
    return ListSource(
      connection, ledger, probe: DeletionProbe(connection, accountKey: accountKey),
      fetcher: fetcher, folder: folder, shape: shape(wanted.snapshot, ledger))
  }

  private func shape(_ snapshot: VaultSnapshot, _ ledger: Ledger) -> ListEstimate {
    ListEstimate(snapshot, ledger) { note in (try? self.vault.folder.status(note.path))?.size }
  }

  /// A folder for media data, which is removed with the object.
  private func incoming() throws -> IncomingFolder {
    let folder = VaultPath(in: accountPath, named: "incoming".utf8)
    try makeFolder(folder)
    return try IncomingFolder(systemPath(folder))
  }

  /// Records the lengths of the server's list, now that its content is known.
  ///
  /// If the server cannot be asked or was changed meanwhile, the next pull requests more.
  func recordListLengths(_ connection: Connection, _ ledger: Ledger, isKnown: Bool) async {
    connection.state.listLengths = nil
    guard isKnown, !connection.state.leavesOutData else { return }
    connection.state.listLengths = (try? await listLengths(connection, ledger)) ?? nil
  }

  private func listLengths(_ connection: Connection, _ ledger: Ledger) async throws -> ListLengths?
  {
    let snapshot = try VaultSnapshot(notes, ledger)
    let shape = shape(snapshot, ledger)
    guard shape.mediaSize > settings.lightListSize, try await !connection.leavesOutData(),
      let mark = try await ListLengths.ask(connection, limit: shape.firstLimit)
    else { return nil }
    let observer = NoteObserver(snapshot, ledger, vault: vault, now: pacing.now())
    let source = try listSource(connection, ledger, wanted: WantedMedia(observer, ledger, for: nil))
    return try await source.isTopKnown() ? mark : nil
  }
}
