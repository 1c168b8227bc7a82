package import VaultFormat

/// How trackers and their events are said, wherever they are shown; what a file says in them is not escaped.
package enum TrackerText {
  /// `2026-11-20 18:03`, or the day of a time without a clock.
  package static func time(_ time: NoteTime) -> String {
    time.precision == .day ? "\(time.day)" : "\(time.day) \(NoteTime.clock(time.secondOfDay))"
  }

  /// `2026-11-20 18:03`, of an event that lasts with its end: `2026-11-20 22:00 to 06:30`.
  package static func time(_ event: TrackerEvent) -> String {
    let begin = time(event.begin)
    switch event.end {
    case nil: return begin
    case .running: return "\(begin) until now"
    case .at(let end):
      let isSameDay = end.day == event.begin.day && end.precision == .second
      return "\(begin) to \(isSameDay ? NoteTime.clock(end.secondOfDay) : time(end))"
    }
  }

  /// `2 l`, `120/80`; nil without a value.
  package static func value(_ event: TrackerEvent, unit: String) -> String? {
    guard !event.values.isEmpty else { return nil }
    let value = event.values.map(NumberText.of).joined(separator: "/")
    return unit.isEmpty ? value : "\(value) \(unit)"
  }

  /// `= 2 l: and the lemon`, `skip: away`; empty for an event that has only a time.
  package static func words(_ event: TrackerEvent, unit: String) -> String {
    let value = value(event, unit: unit).map { "= \($0)" }
    let beginning = [event.mark?.name, value].compactMap(\.self).joined(separator: " ")
    if event.text.isEmpty || beginning.isEmpty { return beginning + event.text }
    return "\(beginning): \(event.text)"
  }

  /// `1.9 d ago`, `today`, `running 25 min`, or what stands instead.
  package static func elapsed(
    _ status: TrackerStatus, in style: ElapsedText, saysAgo: Bool = true
  ) -> String {
    if let seconds = status.runningTime { return "running \(span(seconds, style))" }
    guard let last = status.tally.last, let seconds = status.elapsed else {
      return status.tally.planned == nil ? "no event yet" : ""
    }
    if last.time.precision == .day, seconds == 0 { return "today" }
    return style.text(of: seconds) + (saysAgo ? " ago" : "")
  }

  /// `25 min`: what runs is counted in whole units.
  private static func span(_ seconds: Int64, _ style: ElapsedText) -> String {
    if seconds < 60 { return "\(seconds) s" }
    return seconds < 3600 ? "\(seconds / 60) min" : style.text(of: seconds)
  }

  /// `due since 08:00`, `planned 2026-12-01`, `paused until 2026-11-25`; empty if nothing is to say.
  ///
  /// - Parameter said: how times of other days are said.
  package static func state(
    _ status: TrackerStatus, said: (NoteTime) -> String = { time($0) }
  ) -> String {
    var parts: [String] = []
    if status.tracker.isArchived { parts.append("archived") }
    if let due = status.due, status.late != nil {
      parts.append("due \(since(due, status.now, said: said))")
    }
    if let pause = status.pause {
      let end = pause.last.map { said(NoteTime(day: $0, zone: .utc)) }
      parts.append("paused" + (end.map { " until \($0)" } ?? ""))
    }
    if let planned = status.tally.planned { parts.append("planned \(said(planned))") }
    return parts.joined(separator: ", ")
  }

  /// `since 08:00` today, `since 2026-10-24` before; `today` for a whole day.
  package static func since(
    _ due: NoteTime, _ now: NoteTime, said: (NoteTime) -> String = { time($0) }
  ) -> String {
    guard due.day == now.day else { return "since \(said(due))" }
    return due.precision == .day ? "today" : "since \(NoteTime.clock(due.secondOfDay))"
  }

  /// `every 2 days at 08:00`, `reminders off`; empty without an interval.
  package static func interval(_ tracker: Tracker) -> String {
    guard let every = tracker.every else { return "" }
    return tracker.reminds ? every.sentence : "reminders off"
  }

  /// `cups a day`, `a week` without a unit: what the bars of a chart show.
  package static func amount(of tracker: Tracker, a unit: CalendarUnit) -> String {
    tracker.unit.isEmpty ? "a \(unit.rawValue)" : "\(tracker.unit) a \(unit.rawValue)"
  }
}

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

/// Events as comma-separated values (RFC 4180); a cell that a spreadsheet would take for a formula begins with `'`.
package enum EventCSV {
  /// The first row.
  package static let head = "time,end,value,text"

  package static func row(_ event: TrackerEvent) -> String {
    var end = ""
    if case .at(let time) = event.end { end = time.rfc3339 }
    let value = event.values.map { TrackerJSON.value($0).compact }.joined(separator: "/")
    let text = (event.mark.map { [$0.name] } ?? []) + (event.text.isEmpty ? [] : [event.text])
    return [event.begin.rfc3339, end, value, cell(text.joined(separator: ": "))]
      .joined(separator: ",")
  }

  /// By scalars: a combining mark behind a comma makes another character of it.
  private static func cell(_ text: String) -> String {
    let isFormula =
      text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    let safe = (isFormula ? ["'"] : []) + Array(text.unicodeScalars)
    let quote: Unicode.Scalar = "\""
    guard safe.contains(where: { "\",\n\r".unicodeScalars.contains($0) }) else {
      return String(String.UnicodeScalarView(safe))
    }
    let doubled = safe.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(String.UnicodeScalarView([quote] + doubled + [quote]))
  }
}
