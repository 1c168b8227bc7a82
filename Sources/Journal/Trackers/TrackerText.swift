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
  package static func state(_ status: TrackerStatus) -> String {
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
  package static func since(_ due: NoteTime, _ now: NoteTime) -> String {
    guard due.day == now.day else { return "since \(time(due))" }
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
