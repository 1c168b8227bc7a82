/// Parses the date at the beginning of a file name.
///
/// Accepts `2026-11-20` and `2026_11_20`, unless an ASCII letter or digit follows (`2026-11-20-first-steps`,
/// `2026-11-20散歩`); the same with a clock time as in RFC 3339; and, in the years 1900 to 2099, the compact forms
/// `20261120`, `202611201743` (zettel ids), `20261120174311` and `20261120T174311` (denote). Longer runs of digits are
/// not dates.
package enum FileNameDate {
  /// A date, and its length in the name in bytes.
  private typealias Found = (time: NoteTime, length: Int)

  /// Nil if `stem`, a file name without its extension, does not begin with a date.
  package static func time(inStem stem: UnsafeBufferPointer<UInt8>, zone: TimeZoneRules)
    -> NoteTime?
  {
    find(inStem: stem, zone)?.time
  }

  /// The length in bytes of the date that `stem` begins with; 0 if there is none.
  package static func length(inStem stem: UnsafeBufferPointer<UInt8>) -> Int {
    // The first byte rules out nearly every name without a date.
    guard let first = stem.first, first.isASCIIDigit else { return 0 }
    return find(inStem: stem, .utc)?.length ?? 0
  }

  /// Whether a stem is nothing but a time, like the names that tl gives to notes without words,
  /// `2026-11-20-174311`, and the second such, `2026-11-20-174311-2`.
  package static func isAll(ofStem stem: some Sequence<UInt8>) -> Bool {
    Array(stem).withUnsafeBufferPointer { stem in
      let length = length(inStem: stem)
      return length > 0
        && stem[length...].allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
  }

  private static func find(
    inStem stem: UnsafeBufferPointer<UInt8>, _ zone: TimeZoneRules
  ) -> Found? {
    separated(stem, by: UInt8(ascii: "-"), zone: zone)
      ?? separated(stem, by: UInt8(ascii: "_"), zone: zone) ?? compact(stem, zone)
  }

  /// The time in a stem that is any sequence of bytes.
  package static func time(inStem stem: some Sequence<UInt8>, zone: TimeZoneRules) -> NoteTime? {
    Array(stem).withUnsafeBufferPointer { time(inStem: $0, zone: zone) }
  }

  private static func separated(
    _ stem: UnsafeBufferPointer<UInt8>, by separator: UInt8, zone: TimeZoneRules
  ) -> Found? {
    var cursor = DigitCursor(stem)
    guard let day = cursor.isoDay(separator: separator) else { return nil }
    if endsHere(cursor) { return (NoteTime(day: day, zone: zone), cursor.position) }
    guard cursor.skip(UInt8(ascii: "T")), let clock = ClockSyntax(&cursor), endsHere(cursor)
    else { return nil }
    return (NoteTime(day: day, secondOfDay: clock.secondOfDay, zone: zone), cursor.position)
  }

  private static func compact(_ stem: UnsafeBufferPointer<UInt8>, _ zone: TimeZoneRules) -> Found? {
    var cursor = DigitCursor(stem)
    let count = cursor.digitCount()
    guard count == 8 || count == 12 || count == 14, let day = cursor.compactDay(),
      1900...2099 ~= day.year
    else { return nil }
    if count == 8 {
      if endsHere(cursor) { return (NoteTime(day: day, zone: zone), cursor.position) }
      guard cursor.skip(UInt8(ascii: "T")), cursor.digitCount() == 6 else { return nil }
    }
    guard let second = compactClock(&cursor, hasSeconds: count != 12), endsHere(cursor) else {
      return nil
    }
    return (NoteTime(day: day, secondOfDay: second, zone: zone), cursor.position)
  }

  private static func compactClock(_ cursor: inout DigitCursor, hasSeconds: Bool) -> Int? {
    guard let hour = cursor.twoDigits(), hour < 24, let minute = cursor.twoDigits(), minute < 60
    else { return nil }
    guard hasSeconds else { return hour * 3600 + minute * 60 }
    guard let second = cursor.twoDigits(), second < 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func endsHere(_ cursor: DigitCursor) -> Bool {
    !cursor.next.isASCIILetter && !cursor.next.isASCIIDigit
  }
}
