internal import VaultFormat

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
