package import VaultFormat

/// An event of a tracker that is not written yet.
package struct NewEvent: Hashable, Sendable {
  package var begin: NoteTime
  package var end: EventLine.End?
  package var mark: EventLine.Mark?
  /// As `EventValue` reads it; empty without one.
  package var value: String
  package var text: String

  package init(
    begin: NoteTime, end: EventLine.End? = nil, mark: EventLine.Mark? = nil, value: String = "",
    text: String = ""
  ) {
    (self.begin, self.end, self.mark, self.value, self.text) = (begin, end, mark, value, text)
  }

  /// Days on which the tracker is not due.
  package static func pause(
    _ days: ClosedRange<CalendarDay>, why text: String, zone: TimeZoneRules
  ) -> NewEvent {
    let (first, last) = (days.lowerBound, days.upperBound)
    return NewEvent(
      begin: NoteTime(day: first, zone: zone),
      end: first == last ? nil : .at(NoteTime(day: last, zone: zone)), mark: .pause, text: text)
  }

  /// The document of the tracker with the event at its place in time, and the edit that makes it so.
  ///
  /// An event of a clock time that another one has begins at the next second that is free.
  package func added(
    to document: NoteDocument, zone: TimeZoneRules
  ) throws(EventProblem) -> (document: NoteDocument, edit: TrackerLogEdit) {
    guard !TrackerLogEdit.opensCodeBlock(line(lineEnd: "\n"), zone: zone) else {
      throw .opensCodeBlock
    }
    var event = self
    event.begin = TrackerLogEdit.freeTime(from: begin, in: document, zone: zone)
    let edit = TrackerLogEdit(
      adding: event.line(lineEnd: document.lineEnd), at: event.begin, to: document, zone: zone)
    let changed = edit.applied(to: document)
    guard edit.isRead(in: changed, zone: zone) else { throw .isHidden }
    return (changed, edit)
  }

  /// What it is when it is read again from the file.
  package func read(unit: String, zone: TimeZoneRules) -> TrackerEvent? {
    TrackerEvent(item: line(lineEnd: "\n"), unit: unit, zone: zone)
  }

  private func line(lineEnd: String) -> [UInt8] {
    EventLine.written(
      begin: begin, end: end, mark: mark, value: value, text: text, lineEnd: lineEnd)
  }
}

extension TrackerEvent {
  /// Of an item alone; nil if it is none, or more follows that does not belong to it.
  package init?(item: [UInt8], unit: String, zone: TimeZoneRules) {
    let event = item.withUnsafeBufferPointer { bytes -> TrackerEvent? in
      guard case .event(let event) = EventLine.read(Line(at: 0, in: bytes), in: bytes, zone: zone),
        event.range == 0..<bytes.count
      else { return nil }
      return TrackerEvent(event, number: 1, in: bytes, unit: unit)
    }
    guard let event else { return nil }
    self = event
  }
}
