package import VaultFormat

/// An event of a tracker: a line of its log, or a note that counts as one.
package struct TrackerEvent: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The bytes of the item in the tracker's file, and its line, counted from 1.
    case line(Range<Int>, number: Int)
    case note(VaultPath)
  }

  package var source: Source
  package var begin: NoteTime
  /// Nil for one that does not last.
  package var end: EventLine.End?
  package var mark: EventLine.Mark?
  /// Of `120/80` two, in the tracker's unit; empty without a value.
  package var values: [Double]
  package var text: String

  /// - Parameters:
  ///   - number: of its line, counted from 1.
  ///   - hasText: false leaves the text empty, for whoever only counts.
  package init(
    _ line: EventLine, number: Int, in bytes: UnsafeBufferPointer<UInt8>, unit: String,
    hasText: Bool = true
  ) {
    source = .line(line.range, number: number)
    (begin, end, mark) = (line.begin, line.end, line.mark)
    text = hasText ? line.text(in: bytes, unit: unit) : ""
    values = (try? line.value(in: bytes, unit: unit))?.numbers ?? []
    if mark == nil, values.isEmpty, let length = Self.length(from: begin, to: end),
      let seconds = EventValue.TimeUnit(rawValue: unit)?.seconds
    {
      values = [Double(length) / Double(seconds)]
    }
  }

  /// A note that counts as an event.
  package init(note path: VaultPath, at time: NoteTime, title: String, value: Double?) {
    source = .note(path)
    (begin, end, mark, text) = (time, nil, nil, title)
    values = value.map { [$0] } ?? []
  }

  /// The time from which the next event counts: the end of one that lasts.
  package var time: NoteTime {
    if case .at(let end) = end { return end }
    return begin
  }

  package var isRunning: Bool { end == .running && mark == nil }

  /// In seconds; nil without an end.
  private static func length(from begin: NoteTime, to end: EventLine.End?) -> Int64? {
    guard case .at(let end) = end else { return nil }
    return end.seconds - begin.seconds
  }
}

/// The events of a tracker by time, the newest first, without their content: sixteen bytes for each.
///
/// Of events with one time the last in the file is the newest. Valid as long as the log is the same.
package struct EventIndex: Sendable {
  private struct Place: Sendable {
    var seconds: Int64
    /// Where the line begins, or `firstNote` and the index of the note.
    var number: Int

    static let firstNote = 1 << 60
  }

  private let places: [Place]

  /// Reads all events once.
  package init(of log: TrackerLog) {
    var places: [Place] = []
    log.document.bytes.withUnsafeBufferPointer { bytes in
      log.forEachLine(in: bytes) { line in
        places.append(Place(seconds: line.begin.seconds, number: line.range.lowerBound))
      }
    }
    for (index, note) in log.notes.enumerated() {
      places.append(Place(seconds: note.begin.seconds, number: Place.firstNote + index))
    }
    // As most files are sorted.
    let isAscending = zip(places, places.dropFirst()).allSatisfy { $0.seconds <= $1.seconds }
    if !isAscending { places.sort { ($0.seconds, $0.number) < ($1.seconds, $1.number) } }
    self.places = places.reversed()
  }

  package var count: Int { places.count }

  /// The events at some places, counted from 0; the numbers of their lines, which have to be counted, are 0.
  package func events(_ range: Range<Int>, of log: TrackerLog) -> [TrackerEvent] {
    log.document.bytes.withUnsafeBufferPointer { bytes in
      places[range.clamped(to: places.indices)].compactMap { event($0, of: log, in: bytes) }
    }
  }

  /// The place of an event; of one that has changed or is gone, the place of the next older one.
  package func place(of reference: EventReference, in log: TrackerLog) -> (
    place: Int, isThere: Bool
  ) {
    let start = places.partitioningIndex { $0.seconds <= reference.seconds }
    let end = places.partitioningIndex { $0.seconds < reference.seconds }
    for place in start..<end
    where events(place..<place + 1, of: log).first?.fingerprint == reference.fingerprint {
      return (place, true)
    }
    return (end, false)
  }

  private func event(
    _ place: Place, of log: TrackerLog, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TrackerEvent? {
    if place.number >= Place.firstNote {
      let index = place.number - Place.firstNote
      return log.notes.indices.contains(index) ? log.notes[index] : nil
    }
    guard place.number < bytes.count,
      case .event(let line) = EventLine.read(
        Line(at: place.number, in: bytes), in: bytes, zone: log.zone)
    else { return nil }
    return TrackerEvent(line, number: 0, in: bytes, unit: log.tracker.unit)
  }
}

/// The events of a tracker as they are numbered: the newest is the first.
package struct NumberedEvents: Sendable {
  package let tracker: Tracker
  package let events: [TrackerEvent]

  package init(of log: TrackerLog) {
    tracker = log.tracker
    // Of events with one time the last in the file is the newest.
    events = log.events.enumerated().sorted {
      ($0.element.begin.seconds, $0.offset) > ($1.element.begin.seconds, $1.offset)
    }.map(\.element)
  }
}
