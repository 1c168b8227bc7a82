package import VaultFormat
package import VaultIndex
package import VaultStore

/// The notes of a vault that count as events of its trackers.
package struct EventNotes {
  private let reader: PageReader
  private let now: NoteTime
  private let named: NamedEvents
  private let resolver: PageResolver

  /// Reads the notes whose key `tracker` names one.
  ///
  /// - Parameter index: of all notes, with titles and tags.
  package init(of vault: Vault, _ index: VaultIndex, now: NoteTime, zone: TimeZoneRules) {
    self.init(PageReader(vault: vault, index: index, zone: zone, today: now.day), now: now)
  }

  init(_ reader: PageReader, now: NoteTime) {
    (self.reader, self.now) = (reader, now)
    named = NamedEvents(
      reader.documents { $0.contains(.isEvent) }, reader.index, zone: reader.zone)
    resolver = PageResolver(reader)
  }

  /// Those of a tracker, each once.
  ///
  /// - Parameter find: the notes that a query finds; asked only for a query (`from`) that needs more than the index.
  /// - Returns: nil if `find` returns nil.
  package func events(
    of tracker: Tracker, find: (NoteQuery) throws -> VaultIndex?
  ) rethrows -> [TrackerEvent]? {
    let events = named.events(of: tracker)
    guard let from = tracker.from,
      let source = TrackerSource(from, now: now, zone: reader.zone, resolver)
    else { return events }
    guard let index = try reader.index.narrowed(to: source.query) ?? find(source.query) else {
      return nil
    }
    let known = Set(events.map(\.source))
    return events + found(by: source, in: index).filter { !known.contains($0.source) }
  }

  private func found(by source: TrackerSource, in index: VaultIndex) -> [TrackerEvent] {
    var events: [TrackerEvent] = []
    index.forEachPosition { position, note in
      let path = index.path(position)
      guard note.flags.kind == nil else { return }
      var value: Double?
      if let key = source.valueKey {
        guard let document = reader.document(at: path) else { return }
        value = document.number(of: key)
      }
      events.append(
        TrackerEvent(note: path, at: note.date, title: index.title(position), value: value))
    }
    return events.inOrder
  }
}

/// The notes whose key `tracker` names one.
private struct NamedEvents {
  private var events: [NameKey: [TrackerEvent]] = [:]

  init(
    _ documents: [(position: VaultIndex.Position, document: NoteDocument)], _ index: VaultIndex,
    zone: TimeZoneRules
  ) {
    for (position, document) in documents {
      let event = TrackerEvent(
        note: index.path(position), at: index[position].date, title: index.title(position),
        value: document.number(of: KnownKey.value.name))
      for name in Set(document.names(of: .tracker).map { NameKey($0.utf8) }) {
        events[name, default: []].append(event)
      }
    }
  }

  func events(of tracker: Tracker) -> [TrackerEvent] {
    var seen: Set<TrackerEvent.Source> = []
    return tracker.names.flatMap { events[$0] ?? [] }
      .filter { seen.insert($0.source).inserted && $0.source != .note(tracker.path) }
      .inOrder
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
