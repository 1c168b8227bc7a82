package import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

/// Where a tracker stands: how long ago the last event was, and when the next one is due.
package struct TrackerStatus: Sendable {
  package let tracker: Tracker
  package let tally: TrackerTally
  /// When the next event is due; nil without an interval, where reminders are off, while one runs or during a pause
  /// without an end, and for an archived tracker.
  package let due: NoteTime?
  /// The pause of today.
  package let pause: TrackerPause?
  /// In the vault's zone.
  package let now: NoteTime

  /// - Parameter now: in the vault's zone.
  package init(_ tracker: Tracker, _ tally: TrackerTally, now: NoteTime, zone: TimeZoneRules) {
    (self.tracker, self.tally, self.now) = (tracker, tally, now)
    pause = tally.pauses.filter { $0.contains(now.day) }.max { first, second in
      guard let other = second.last else { return first.last != nil }
      return first.last.map { $0 < other } ?? false
    }
    guard tracker.reminds, !tracker.isArchived, tally.running == nil,
      let next = tracker.every?.due(after: tally.base ?? tracker.created, zone: zone)
    else {
      due = nil
      return
    }
    due = Self.due(next, after: tally.pauses, today: now.day, zone: zone)
  }

  /// The day after each pause that a due time falls into; nil if one has no end.
  ///
  /// What was due before a pause that has begun waits for its end too.
  private static func due(
    _ first: NoteTime, after pauses: [TrackerPause], today: CalendarDay, zone: TimeZoneRules
  ) -> NoteTime? {
    var due = first
    for pause in pauses.sorted(by: { $0.first < $1.first }) {
      let hasBegun = pause.first <= today
      guard hasBegun || pause.first <= due.day else { continue }
      guard let last = pause.last else { return nil }
      guard due.day <= last else { continue }
      guard let next = last.adding(days: 1) else { return nil }
      due = due.moved(to: next, zone: zone)
    }
    return due
  }

  /// Seconds since the last event, or from its end; nil without an event.
  ///
  /// Whole days for one that has only a day.
  package var elapsed: Int64? { tally.last.map { elapsed(since: $0.time) } }

  /// For how long an event runs, in seconds.
  package var runningTime: Int64? { tally.running.map { elapsed(since: $0.begin) } }

  /// Seconds since it is due; nil if it is not due.
  package var late: Int64? {
    guard let due, due.precision == .day ? due.day <= now.day : due.seconds <= now.seconds else {
      return nil
    }
    return elapsed(since: due)
  }

  private func elapsed(since time: NoteTime) -> Int64 {
    time.precision == .day
      ? Int64(max(0, now.dayNumber - time.dayNumber)) * 86_400
      : max(0, now.seconds - time.seconds)
  }
}

/// The file of a tracker, as it is on the disk now, and the notes that count as its events.
package struct TrackerFile {
  package let tracker: Tracker
  package let status: FileStatus
  /// Nil if they are found by a query that was not run.
  package private(set) var notes: [TrackerEvent]?
  /// Nil for a tracker that was known.
  private let document: NoteDocument?
  private let reader: PageReader

  /// All events; reads the file of a tracker that was known.
  ///
  /// - Returns: nil for a file that is gone meanwhile, or is excluded from counts and lists now.
  package func log(with notes: [TrackerEvent]) -> TrackerLog? {
    (document ?? reader.document(at: tracker.path)).map {
      TrackerLog(tracker, in: $0, notes: notes, zone: reader.zone)
    }
  }

  /// Those of a vault, sorted by path.
  ///
  /// A file that is gone since the scan, or that the scan has reported as unreadable, is left out.
  ///
  /// - Parameters:
  ///   - index: of all notes, with titles and tags.
  ///   - scanner: of the vault; reads notes only for queries of trackers (`from`) that need more than the index. Nil for
  ///     a caller that cannot wait for it.
  ///   - known: the tracker of a file that the caller has read before; nil for one that is to be read.
  package static func all(
    of vault: Vault, _ index: VaultIndex, _ scanner: VaultScanner?, now: NoteTime,
    zone: TimeZoneRules, known: (VaultPath, FileStatus) -> Tracker?
  ) throws(PatternError) -> [TrackerFile] {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: now.day)
    let positions = index.positions(of: .tracker)
    let statuses = vault.folder.statuses(of: positions.map(index.path))
    var files = zip(positions, statuses).compactMap { position, status -> TrackerFile? in
      guard let status, status.kind == .file else { return nil }
      let path = index.path(position)
      if let tracker = known(path, status) {
        return TrackerFile(tracker: tracker, status: status, document: nil, reader: reader)
      }
      guard let document = reader.document(at: path) else { return nil }
      return Tracker(
        document, at: path, id: index.id(position), created: index[position].created, zone: zone
      ).map { TrackerFile(tracker: $0, status: status, document: document, reader: reader) }
    }
    guard !files.isEmpty else { return [] }
    files.sort { $0.tracker.path < $1.tracker.path }
    let events = try EventNotes(reader, now: now).events(of: files.map(\.tracker), scanner)
    for (number, events) in events.enumerated() { files[number].notes = events }
    return files
  }
}

/// The trackers of a vault with their events, as they are on the disk now.
package struct TrackerBook: Sendable {
  /// Sorted by path.
  package let logs: [TrackerLog]

  package init(_ files: [TrackerFile]) {
    logs = files.compactMap { $0.log(with: $0.notes ?? []) }
  }

  package var trackers: [Tracker] { logs.map(\.tracker) }

  /// Where each tracker stands, in the same order; counts on all processors.
  ///
  /// - Parameter now: in the vault's zone.
  package func statuses(at now: NoteTime) -> [TrackerStatus] {
    ThreadTeam.map(logs, threads: ThisDevice.processorCount) { $0.status(at: now) }
  }
}

/// In which order trackers are listed.
package enum TrackerOrder: String, Hashable, Sendable, CaseIterable {
  /// The newest event first.
  case recent
  /// The same the other way round.
  case oldest
  case name
  /// What is due longest first, then what will be due.
  case due

  /// Those that are equal by it are sorted by their names.
  package func sorted(_ statuses: [TrackerStatus]) -> [TrackerStatus] {
    let byName = statuses.map { ($0, NameKey($0.tracker.title.utf8).bytes) }.sorted {
      $0.1.elementsEqual($1.1)
        ? $0.0.tracker.path < $1.0.tracker.path : $0.1.lexicographicallyPrecedes($1.1)
    }.map(\.0)
    func stable(_ key: (TrackerStatus) -> Int64) -> [TrackerStatus] {
      byName.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
        .map(\.element)
    }
    let time = { (status: TrackerStatus) in status.tally.last?.time.seconds }
    switch self {
    case .name: return byName
    case .recent: return stable { time($0).map { -$0 } ?? .max }
    case .oldest: return stable { time($0) ?? .max }
    case .due: return stable { $0.due?.seconds ?? .max }
    }
  }
}
