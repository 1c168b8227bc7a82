package import VaultFormat

/// What is to be changed about an event of a tracker; nil stays as it is written.
package struct EventChange: Hashable, Sendable {
  package var begin: NoteTime?
  package var end: NoteTime?
  /// As `EventValue` reads it; empty for none.
  package var value: String?
  /// Empty for none.
  package var text: String?

  package init(
    begin: NoteTime? = nil, end: NoteTime? = nil, value: String? = nil, text: String? = nil
  ) {
    (self.begin, self.end, self.value, self.text) = (begin, end, value, text)
  }
}

extension TrackerLog {
  /// The document with an event changed, at its place in time, or without it.
  ///
  /// - Parameters:
  ///   - event: of this log, or of an earlier state of it: then it counts if it still reads the same.
  ///   - change: nil to remove it.
  /// - Returns: also the item as it is written; empty for one that is removed.
  package func changing(
    _ event: TrackerEvent, to change: EventChange?
  ) throws(EventProblem) -> (document: NoteDocument, item: [UInt8]) {
    if let note = event.note { throw .isNote(note) }
    let same = events(at: event.begin.seconds).last { other in
      var other = other
      other.source = event.source
      return other == event
    }
    guard case .line(let range, _)? = same?.source else { throw .isGone }
    guard let change else {
      return (TrackerLogEdit(replacing: range).applied(to: document), [])
    }
    let begin = change.begin ?? event.begin
    let end = change.end.map(EventLine.End.at) ?? event.end
    if case .at(let end) = end, end.seconds < begin.seconds { throw .endsTooEarly(end) }
    let line = try line(of: event, at: range, with: change, begin, end)
    guard change.text == nil || !TrackerLogEdit.opensCodeBlock(line, zone: zone) else {
      throw .opensCodeBlock
    }
    let changed = TrackerLogEdit.moving(range, as: line, to: begin, in: document, zone: zone)
    return (changed, line)
  }

  /// The item as it is written, but for what changes.
  private func line(
    of event: TrackerEvent, at range: Range<Int>, with change: EventChange, _ begin: NoteTime,
    _ end: EventLine.End?
  ) throws(EventProblem) -> [UInt8] {
    let parts = document.bytes.withUnsafeBufferPointer { bytes -> EventLine.Parts? in
      let line = Line(at: range.lowerBound, in: bytes)
      guard case .event(let event) = EventLine.read(line, in: bytes, zone: zone) else { return nil }
      return event.parts(in: bytes, unit: tracker.unit)
    }
    guard let parts else { return Array(document.bytes[range]) }
    if let unreadable = parts.unreadable, change.text != nil, change.value == nil {
      throw .unreadableValue(String(decoding: unreadable, as: UTF8.self))
    }
    let hasNewTime = change.begin != nil || change.end != nil
    let head =
      hasNewTime
      ? EventLine.head(after: parts.beginning, begin: begin, end: end, mark: event.mark) : nil
    return parts.item(
      head: head, value: change.value, text: change.text, lineEnd: document.lineEnd)
  }
}

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

/// Names an event of a tracker by what it says, wherever it stands: `1794931500.5f0e2c9a71b3d846`.
///
/// An event that was changed since is another one. Of several that say the same, the last in the file is meant.
package struct EventReference: Hashable, Sendable {
  /// Of its begin, since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// Sixteen hexadecimal digits of a hash of the event.
  package let fingerprint: String

  package init(_ event: TrackerEvent) {
    (seconds, fingerprint) = (event.begin.seconds, event.fingerprint)
  }

  /// Nil for a text that names no event.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), parts[1].utf8.count == 16,
      parts[1].allSatisfy(\.isHexDigit)
    else { return nil }
    (self.seconds, fingerprint) = (seconds, String(parts[1]))
  }

  package var text: String { "\(seconds).\(fingerprint)" }
}

extension TrackerEvent {
  /// The same for events that say the same, wherever they stand.
  package var fingerprint: String {
    let end = end.map { "\($0)" } ?? ""
    let parts = [
      begin.rfc3339, end, mark?.name ?? "", "\(values)", text, note?.text ?? "",
    ]
    return SHA1.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(8).hex
  }
}

extension TrackerLog {
  /// The event of a reference, without the number of its line; nil if it has changed or is gone.
  package func event(_ reference: EventReference) -> TrackerEvent? {
    let lines = events(at: reference.seconds)
    return (lines + notes.filter { $0.begin.seconds == reference.seconds })
      .last { $0.fingerprint == reference.fingerprint }
  }

  /// The lines that begin at that instant, in the order of the file; their numbers, which have to be counted, are 0.
  func events(at seconds: Int64) -> [TrackerEvent] {
    var events: [TrackerEvent] = []
    document.bytes.withUnsafeBufferPointer { bytes in
      forEachLine(in: bytes) { line in
        guard line.begin.seconds == seconds else { return }
        events.append(TrackerEvent(line, number: 0, in: bytes, unit: tracker.unit))
      }
    }
    return events
  }
}

/// Why an event of a tracker cannot be written as it is wished.
package enum EventProblem: Error, Hashable, Sendable {
  /// It would stand in a code block or comment without an end, where it counts for nothing.
  case isHidden
  /// Its text begins a code block and does not end it: the events below would count for nothing.
  case opensCodeBlock
  /// It has changed since it was chosen, or is gone.
  case isGone
  /// It is a note, which is changed as one.
  case isNote(VaultPath)
  /// One runs already since that time.
  case isRunning(since: NoteTime)
  /// None runs that could be ended.
  case isNotRunning
  /// The one that runs began later than it is to end.
  case beganLater(NoteTime)
  /// It would end at this time, before it begins.
  case endsTooEarly(NoteTime)
  /// What stands behind its `=` cannot be read, and would be lost.
  case unreadableValue(String)
}
