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
