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
