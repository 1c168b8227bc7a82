package import VaultFormat
package import VaultIndex
package import VaultStore

/// The trackers of a vault with their events, as they are on the disk now.
package struct TrackerBook: Sendable {
  /// Sorted by path.
  package private(set) var logs: [TrackerLog]

  /// Reads the files that the index has marked as pages or as events.
  ///
  /// A file that is gone since the scan, or that the scan has reported as unreadable, is left out.
  ///
  /// - Parameters:
  ///   - index: of all notes, with titles and tags.
  ///   - find: the notes that a query finds; asked only for queries of trackers (`from`) that need more than the index.
  package init(
    of vault: Vault, _ index: VaultIndex, now: NoteTime, zone: TimeZoneRules,
    find: (NoteQuery) throws -> VaultIndex
  ) throws {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: now.day)
    logs = reader.documents { $0.kind == .tracker }.compactMap { position, document in
      Tracker(
        document, at: index.path(position), id: index.id(position),
        created: index[position].created,
        zone: zone
      ).map { TrackerLog($0, in: document, zone: zone) }
    }
    logs.sort { $0.tracker.path < $1.tracker.path }
    let named = NamedEvents(reader.documents { $0.contains(.isEvent) }, index, zone: zone)
    for index in logs.indices {
      logs[index].notes = named.events(of: logs[index].tracker)
    }
    let resolver = PageResolver(reader)
    for number in logs.indices {
      guard let from = logs[number].tracker.from else { continue }
      let found = try Self.events(
        from, of: logs[number].tracker, reader, now: now, resolver, find: find)
      let known = Set(logs[number].notes.map(\.source))
      logs[number].notes += found.filter { !known.contains($0.source) }
    }
  }

  package var trackers: [Tracker] { logs.map(\.tracker) }

  /// The notes that a tracker's query finds; none for a query that cannot be read.
  private static func events(
    _ from: String, of tracker: Tracker, _ reader: PageReader, now: NoteTime,
    _ resolver: PageResolver, find: (NoteQuery) throws -> VaultIndex
  ) throws -> [TrackerEvent] {
    guard let source = TrackerSource(from, now: now, zone: reader.zone, resolver) else { return [] }
    let index = try reader.index.narrowed(to: source.query) ?? find(source.query)
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
    return events.sorted(by: TrackerEvent.isEarlierNote)
  }
}

/// The query of the notes that count as events: `tag:haircut`, or `key:weight` for those that have a key, whose value
/// is theirs.
struct TrackerSource {
  var query = NoteQuery()
  var valueKey: String?

  /// Nil if it cannot be read, or would find every note.
  init?(_ text: String, now: NoteTime, zone: TimeZoneRules, _ resolver: any QueryResolver) {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      if word.hasPrefix("key:"), word.count > 4 {
        let key = String(word.dropFirst(4))
        query.properties.append(PropertyCondition(key, .present))
        valueKey = valueKey ?? key
      } else {
        words.append(word)
      }
    }
    do {
      try QueryParser(now: now.seconds, zone: zone, resolver: resolver).read(
        words.joined(separator: " "), into: &query)
    } catch {
      return nil
    }
    guard !query.isEmpty else { return nil }
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
      .sorted(by: TrackerEvent.isEarlierNote)
  }
}

extension TrackerEvent {
  /// The path of a note that counts as one; nil for a line.
  package var note: VaultPath? {
    if case .note(let path) = source { return path }
    return nil
  }

  /// By time, then by path.
  fileprivate static func isEarlierNote(_ a: TrackerEvent, _ b: TrackerEvent) -> Bool {
    guard a.begin.seconds == b.begin.seconds, let first = a.note, let second = b.note else {
      return a.begin.seconds < b.begin.seconds
    }
    return first < second
  }
}
