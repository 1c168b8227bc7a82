package import VaultFormat
internal import VaultIndex

/// The notes of a vault that count as events of its trackers.
struct EventNotes {
  private let reader: PageReader
  private let now: NoteTime
  /// The notes whose key `tracker` names one, by its name.
  private let named: [NameKey: [TrackerEvent]]
  private let resolver: PageResolver

  /// Reads the notes whose key `tracker` names one.
  init(_ reader: PageReader, now: NoteTime) {
    (self.reader, self.now) = (reader, now)
    resolver = PageResolver(reader)
    var named: [NameKey: [TrackerEvent]] = [:]
    for (position, document) in reader.documents(where: { $0.contains(.isEvent) }) {
      let event = TrackerEvent(
        note: reader.index.path(position), at: reader.index[position].date,
        title: reader.index.title(position), value: document.number(of: KnownKey.value.name))
      for name in Set(document.names(of: .tracker).map { NameKey($0.utf8) }) {
        named[name, default: []].append(event)
      }
    }
    self.named = named
  }

  private func events(naming tracker: Tracker) -> [TrackerEvent] {
    var seen: Set<TrackerEvent.Source> = []
    return tracker.names.flatMap { named[$0] ?? [] }
      .filter { seen.insert($0.source).inserted && $0.source != .note(tracker.path) }
      .inOrder
  }

  /// Those of each tracker, each once; files are read once for all queries (`from`) that need more than the index.
  ///
  /// - Parameter scanner: nil for a caller that cannot wait for it.
  /// - Returns: nil for a tracker whose query needs the scanner, if there is none.
  func events(
    of trackers: [Tracker], _ scanner: VaultScanner?
  ) throws(PatternError) -> [[TrackerEvent]?] {
    let sources = trackers.map(source)
    let wanted = sources.indices.filter { sources[$0]?.query.isAnsweredByIndex == false }
    let queries = wanted.compactMap { sources[$0]?.query }
    let notes = try queries.isEmpty ? [] : scanner?.notes(of: reader.index, matching: queries)
    let found = notes.map { Dictionary(uniqueKeysWithValues: zip(wanted, $0)) }
    return trackers.indices.map { number -> [TrackerEvent]? in
      let events = events(naming: trackers[number])
      guard let source = sources[number] else { return events }
      let more: [TrackerEvent]
      if let index = reader.index.narrowed(to: source.query) {
        more = noted(by: source, in: index, at: index.positions)
      } else if let found {
        more = noted(by: source, in: reader.index, at: found[number] ?? [])
      } else {
        return nil
      }
      let known = Set(events.map(\.source))
      return events + more.filter { !known.contains($0.source) }
    }
  }

  private func source(of tracker: Tracker) -> TrackerSource? {
    tracker.from.flatMap { TrackerSource($0, now: now, zone: reader.zone, resolver) }
  }

  private func noted(
    by source: TrackerSource, in index: VaultIndex, at positions: [VaultIndex.Position]
  ) -> [TrackerEvent] {
    var events: [TrackerEvent] = []
    for position in positions {
      let (path, note) = (index.path(position), index[position])
      guard note.flags.kind == nil, index.opening(position) == nil else { continue }
      var value: Double?
      if let key = source.valueKey {
        guard let document = reader.document(at: path) else { continue }
        value = document.number(of: key)
      }
      events.append(
        TrackerEvent(note: path, at: note.date, title: index.title(position), value: value))
    }
    return events.inOrder
  }
}

extension TrackerEvent {
  /// The path of a note that counts as one; nil for a line.
  package var note: VaultPath? {
    if case .note(let path) = source { return path }
    return nil
  }
}

extension [TrackerEvent] {
  /// Notes by time, then by path.
  fileprivate var inOrder: [TrackerEvent] {
    // Numbers are sorted, since moving an event costs far more.
    let times = map(\.begin.seconds)
    let order = indices.sorted { a, b in
      guard times[a] == times[b], let first = self[a].note, let second = self[b].note else {
        return times[a] < times[b]
      }
      return first < second
    }
    return order.map { self[$0] }
  }
}
