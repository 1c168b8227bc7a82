package import VaultFormat

/// A calendar as files of RFC 5545, which calendar programs subscribe to or read from a folder.
///
/// The same events give the same bytes.
package struct ICalendar: Sendable {
  package var name: String
  package var events: [ICalendarEvent]

  package init(name: String, events: [ICalendarEvent]) {
    (self.name, self.events) = (name, events)
  }

  /// One file with all events; programs are asked to read it again every hour.
  package var file: [UInt8] {
    Self.file(of: events) { lines in
      lines.add("NAME", text: name)
      lines.add("X-WR-CALNAME", text: name)
      lines.add("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
      lines.add("X-PUBLISHED-TTL", "PT1H")
    }
  }

  /// A file for each event, named by its UID, as vdirsyncer and khal have them in a folder.
  package var files: [(name: String, bytes: [UInt8])] {
    events.map { (Self.fileName($0.uid), Self.file(of: [$0]) { _ in }) }
  }

  private static func file(
    of events: [ICalendarEvent], properties: (inout ICalendarLines) -> Void
  ) -> [UInt8] {
    var lines = ICalendarLines()
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//tl//tl//EN")
    properties(&lines)
    for event in events { event.write(to: &lines) }
    lines.add("END", "VCALENDAR")
    return lines.bytes
  }

  /// A UID that not every system takes as a file name, or as another one than that in capitals, is hashed.
  private static func fileName(_ uid: String) -> String {
    let isPlain = uid.utf8.allSatisfy { byte in
      byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || "-_.@".utf8.contains(byte)
    }
    guard isPlain, 1...longestName ~= uid.utf8.count, !uid.hasPrefix(".") else {
      return SHA1.digest(of: Array(uid.utf8)).hex + ".ics"
    }
    return uid + ".ics"
  }

  /// In bytes, without the extension; file systems take 255.
  private static let longestName = 200
}

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

/// The content lines of a calendar file (RFC 5545, section 3.1): folded at 75 octets, each ending with CRLF.
struct ICalendarLines {
  private(set) var bytes: [UInt8] = []

  /// Without the line end.
  private static let longestLine = 75

  /// A value that needs no escaping.
  mutating func add(_ name: String, _ value: String) {
    var room = Self.longestLine
    for scalar in "\(name):\(value)".unicodeScalars {
      let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if encoded.count > room {
        bytes += [0x0D, 0x0A, 0x20]
        room = Self.longestLine - 1
      }
      bytes += encoded
      room -= encoded.count
    }
    bytes += [0x0D, 0x0A]
  }

  /// Any text; its line ends become `\n`, other control characters are removed.
  mutating func add(_ name: String, text: String) {
    var value = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\\", ";", ",": value += "\\\(scalar)"
      case "\n" where previous == "\r": continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": value += "\\n"
      case "\t": value += " "
      case _ where scalar.properties.generalCategory == .control: continue
      default: value.unicodeScalars.append(scalar)
      }
    }
    add(name, value)
  }

  mutating func add(_ name: String, day: CalendarDay) {
    add("\(name);VALUE=DATE", Self.digits(day.description))
  }

  /// An instant: `20261120T170311Z`.
  mutating func add(_ name: String, utc time: NoteTime) {
    add(name, Self.digits(NoteTime(instant: time.seconds, zone: .utc).rfc3339))
  }

  /// A date or time of RFC 3339 in the basic format of ISO 8601.
  private static func digits(_ text: String) -> String {
    text.filter { $0 != "-" && $0 != ":" }
  }
}
