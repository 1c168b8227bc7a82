// Accepted and written formats: docs/vault-format.md, "Times".

extension NoteTime {
  /// Parses a time; nil if `bytes` is not one.
  ///
  /// Accepts RFC 3339 and common variants (`TimeSyntax`), a date alone, and Unix time: 9 to 11 digits are seconds, 12 to
  /// 14 milliseconds. A time without an offset is in `zone`. Does not allocate, and uses `zone` only if the text has no
  /// offset.
  package init?(parsing bytes: UnsafeBufferPointer<UInt8>, zone: TimeZoneRules) {
    guard let syntax = TimeSyntax(bytes) else {
      self.init(unix: bytes, zone: zone)
      return
    }
    if let second = syntax.secondOfDay, let offset = syntax.offset {
      let local = Int64(syntax.day.number) * 86_400 + Int64(second)
      self.init(seconds: local - Int64(offset), offset: offset)
    } else {
      self.init(syntax, zone: zone)
    }
  }

  /// The same for a string.
  package init?(_ text: String, zone: TimeZoneRules) {
    var text = text
    guard let time = text.withUTF8({ NoteTime(parsing: $0, zone: zone) }) else { return nil }
    self = time
  }

  private init(_ syntax: TimeSyntax, zone: TimeZoneRules) {
    if let second = syntax.secondOfDay {
      self.init(day: syntax.day, secondOfDay: second, zone: zone)
    } else {
      self.init(day: syntax.day, zone: zone)
    }
  }

  private init?(unix bytes: UnsafeBufferPointer<UInt8>, zone: TimeZoneRules) {
    var cursor = DigitCursor(bytes)
    _ = cursor.skipBlanks()
    let count = cursor.digitCount()
    guard 9...14 ~= count else { return nil }
    let number = cursor.number(digits: count)
    _ = cursor.skipBlanks()
    guard cursor.isAtEnd else { return nil }
    self.init(instant: count >= 12 ? number / 1000 : number, zone: zone)
  }

  /// `2026-11-20T18:03:11+01:00` with the writer's offset, or `Z` if it is zero; `2026-11-20` for a day.
  ///
  /// An offset with seconds (local mean time, before time zones) is truncated to minutes, as RFC 3339 requires; the
  /// instant stays the same.
  package var rfc3339: String {
    guard precision == .second else { return day.description }
    return String(unsafeUninitializedCapacity: 25) { buffer in
      let surplus = offset % 60
      let rounded = NoteTime(seconds: seconds, offset: offset - surplus) ?? self
      var writer = DigitWriter(buffer)
      writer.write(rounded.day)
      writer.write(UInt8(ascii: "T"))
      writer.writeClock(rounded.secondOfDay)
      writer.writeOffset(rounded.offset)
      return writer.count
    }
  }

  /// The date for a list, always like `2026-11-20`: it sorts, has the same width everywhere, and can be used in a
  /// filter.
  package var shortDate: String { day.description }
}
