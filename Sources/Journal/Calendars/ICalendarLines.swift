internal import VaultFormat

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
