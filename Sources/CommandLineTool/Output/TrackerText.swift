internal import Journal
internal import VaultFormat

/// Trackers and their events, as they are printed; safe for a terminal.
enum TrackerText {
  static func name(_ tracker: Tracker) -> String { TerminalText.line(tracker.title) }

  /// `2026-11-20 18:03`, or the day of a time without a clock.
  static func time(_ time: NoteTime) -> String {
    time.precision == .day ? "\(time.day)" : TimeText.minute(time)
  }

  /// `2026-11-20 18:03`, of an event that lasts with its end: `2026-11-20 22:00 to 06:30`.
  static func time(_ event: TrackerEvent) -> String {
    let begin = time(event.begin)
    switch event.end {
    case nil: return begin
    case .running: return "\(begin) until now"
    case .at(let end):
      let isSameDay = end.day == event.begin.day && end.precision == .second
      return "\(begin) to \(isSameDay ? NoteTime.clock(end.secondOfDay) : time(end))"
    }
  }

  /// The tracker, the time and the content: `Water the plants  2026-11-20 18:03  = 2 l: and the lemon`.
  static func event(_ event: TrackerEvent, of tracker: Tracker) -> String {
    [name(tracker), time(event), content(event, unit: tracker.unit)]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// An item that was written; nil if it is none.
  static func event(_ item: [UInt8], unit: String, zone: TimeZoneRules) -> TrackerEvent? {
    item.withUnsafeBufferPointer { bytes in
      guard case .event(let event) = EventLine.read(Line(at: 0, in: bytes), in: bytes, zone: zone)
      else { return nil }
      return TrackerEvent(event, number: 1, in: bytes, unit: unit)
    }
  }

  /// ` = 2 l: and the lemon`, without the blank.
  static func content(_ event: TrackerEvent, unit: String) -> String {
    var parts = event.mark.map { [$0.name] } ?? []
    if !event.values.isEmpty {
      let value = "= " + event.values.map(NumberText.of).joined(separator: "/")
      parts.append(value + (unit.isEmpty ? "" : " \(unit)"))
    }
    let beginning = parts.joined(separator: " ")
    if event.text.isEmpty || beginning.isEmpty { return TerminalText.line(beginning + event.text) }
    return TerminalText.line("\(beginning): \(event.text)")
  }

  /// `1.9 d ago`, `today`, `running 25 min`, or what stands instead.
  static func elapsed(
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
  static func state(_ status: TrackerStatus) -> String {
    var parts: [String] = []
    if status.tracker.isArchived { parts.append("archived") }
    if let due = status.due, status.late != nil { parts.append("due \(since(due, status.now))") }
    if let pause = status.pause {
      parts.append("paused" + (pause.last.map { " until \($0)" } ?? ""))
    }
    if let planned = status.tally.planned { parts.append("planned \(time(planned))") }
    return parts.joined(separator: ", ")
  }

  /// `since 08:00` today, `since 2026-10-24` before; `today` for a whole day.
  static func since(_ due: NoteTime, _ now: NoteTime) -> String {
    guard due.day == now.day else { return "since \(time(due))" }
    return due.precision == .day ? "today" : "since \(NoteTime.clock(due.secondOfDay))"
  }

  /// `every 2 days at 08:00`, `reminders off`; empty without an interval.
  static func interval(_ tracker: Tracker) -> String {
    guard let every = tracker.every else { return "" }
    return tracker.reminds ? "every \(every)" : "reminders off"
  }

  /// A row of `tl due`: the name, since when, and how late.
  static func due(_ status: TrackerStatus) -> [String] {
    let name = name(status.tracker)
    guard let due = status.due else { return [name] }
    guard let late = status.late else { return [name, "on \(time(due))"] }
    let isToday = due.precision == .day && due.day == status.now.day
    return [
      name, since(due, status.now),
      isToday ? "" : "\(ElapsedText.tenths.text(of: late)) late",
    ]
  }
}
