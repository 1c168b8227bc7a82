package import VaultFormat

/// An event of a calendar file.
package struct ICalendarEvent: Hashable, Sendable {
  /// Different for each event, and the same whenever the calendar is written.
  package var uid: String
  package var summary: String
  /// Nil or empty for none.
  package var description: String?
  /// A whole day, or an instant.
  package var start: NoteTime
  /// Whether an alarm rings at the start.
  package var hasAlarm: Bool
  /// When what the event is made of changed last.
  package var lastModified: NoteTime

  package init(
    uid: String, summary: String, description: String? = nil, start: NoteTime,
    hasAlarm: Bool = false, lastModified: NoteTime
  ) {
    (self.uid, self.summary, self.description) = (uid, summary, description)
    (self.start, self.hasAlarm, self.lastModified) = (start, hasAlarm, lastModified)
  }

  /// Minutes from 2020 to the last change, within the 32 bits of an integer in iCalendar.
  ///
  /// A program takes a new version of an event only if the number rises.
  package var sequence: Int {
    Int(min(max((lastModified.seconds - Self.startOf2020) / 60, 0), Int64(Int32.max)))
  }

  private static let startOf2020: Int64 = 1_577_836_800

  func write(to lines: inout ICalendarLines) {
    lines.add("BEGIN", "VEVENT")
    lines.add("UID", text: uid)
    lines.add("DTSTAMP", utc: lastModified)
    if start.precision == .day {
      lines.add("DTSTART", day: start.day)
      // The last day of the calendar has none after it; without an end an event lasts a day.
      if let next = start.day.adding(days: 1) { lines.add("DTEND", day: next) }
    } else {
      lines.add("DTSTART", utc: start)
    }
    lines.add("SUMMARY", text: summary)
    if let description, !description.isEmpty { lines.add("DESCRIPTION", text: description) }
    lines.add("LAST-MODIFIED", utc: lastModified)
    lines.add("SEQUENCE", "\(sequence)")
    // Such a day is not taken: one can still be met on a birthday.
    lines.add("TRANSP", "TRANSPARENT")
    if hasAlarm {
      lines.add("BEGIN", "VALARM")
      lines.add("ACTION", "DISPLAY")
      lines.add("DESCRIPTION", text: summary)
      lines.add("TRIGGER", "PT0S")
      lines.add("END", "VALARM")
    }
    lines.add("END", "VEVENT")
  }
}
