package import VaultFormat

/// Trackers and their events for programs.
package enum TrackerJSON {
  /// - Parameters:
  ///   - style: of `elapsed`.
  ///   - saysAgo: whether `elapsed` ends in `ago`.
  package static func status(
    _ status: TrackerStatus, in style: ElapsedText = .tenths, saysAgo: Bool = true
  ) -> JSONValue {
    let (tracker, tally) = (status.tracker, status.tally)
    return .object([
      ("name", .string(tracker.name)), ("id", .string(tracker.id.text)),
      ("path", .string(tracker.path.text)), ("title", .string(tracker.title)),
      ("icon", .text(tracker.icon)), ("unit", .text(tracker.unit.isEmpty ? nil : tracker.unit)),
      ("archived", .bool(tracker.isArchived)), ("events", .int(tally.count)),
      ("last", tally.last.map(event) ?? .null), ("elapsed_seconds", number(status.elapsed)),
      (
        "elapsed",
        tally.last == nil
          ? .null : .string(TrackerText.elapsed(status, in: style, saysAgo: saysAgo))
      ),
      ("running_seconds", number(status.runningTime)),
      ("every", .text(tracker.every.map { "\($0)" })), ("remind", .bool(tracker.reminds)),
      ("due", .text(status.due?.rfc3339)), ("late_seconds", number(status.late)),
      ("paused", .bool(status.pause != nil)),
      ("paused_until", .text(status.pause?.last.map { "\($0)" })),
      ("planned", .text(tally.planned?.rfc3339)),
    ])
  }

  /// An event without its number.
  package static func event(_ event: TrackerEvent) -> JSONValue { .object(fields(of: event)) }

  /// An event in a list of those of several trackers.
  package static func event(_ event: TrackerEvent, of tracker: Tracker) -> JSONValue {
    .object([("tracker", .string(tracker.name))] + fields(of: event))
  }

  /// As `tl event list` numbers it; the line is that of the tracker's file.
  package static func event(_ event: TrackerEvent, number: Int) -> JSONValue {
    var line: Int?
    if case .line(_, let number) = event.source { line = number }
    return .object(
      [("number", .int(number))] + fields(of: event) + [("line", line.map(JSONValue.int) ?? .null)])
  }

  private static func fields(of event: TrackerEvent) -> [(String, JSONValue)] {
    let end: JSONValue =
      switch event.end {
      case nil, .running: .null
      case .at(let time): .string(time.rfc3339)
      }
    let values = event.values.map(value)
    return [
      ("time", .string(event.begin.rfc3339)), ("end", end), ("running", .bool(event.isRunning)),
      ("day_only", .bool(event.begin.precision == .day)), ("mark", .text(event.mark?.name)),
      ("value", values.first ?? .null), ("values", .array(values)), ("text", .string(event.text)),
      ("note", .text(event.note?.text)),
    ]
  }

  /// As short as it reads back the same: `2`, `1.5`.
  package static func value(_ number: Double) -> JSONValue {
    let text = "\(number)"
    return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private static func number(_ seconds: Int64?) -> JSONValue {
    seconds.map { .number("\($0)") } ?? .null
  }
}
