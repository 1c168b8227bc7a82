internal import VaultFormat

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
    let start = first { $0.seconds <= reference.seconds }
    let end = first { $0.seconds < reference.seconds }
    for place in start..<end
    where events(place..<place + 1, of: log).first?.fingerprint == reference.fingerprint {
      return (place, true)
    }
    return (end, false)
  }

  /// The first place from which on `isBehind` is true.
  private func first(_ isBehind: (Place) -> Bool) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(places[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
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
