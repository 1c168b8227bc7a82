/// A parsed date with an optional clock time and offset.
///
/// `2026-11-20`, then `T`, `t` or blanks, `18:03`, seconds, a fraction (dropped), and `Z`, `+01:00`, `+0100` or `+01`,
/// with or without blanks before it: RFC 3339 section 5.6 and common variants.
struct TimeSyntax {
  var day: CalendarDay
  /// Nil for a date alone.
  var secondOfDay: Int?
  /// Whether the clock time has seconds.
  var hasSeconds = false
  /// Seconds east of UTC; nil if the text has no offset.
  var offset: Int?

  /// Nil if the text, without blanks around it, is anything else, or a number is out of range.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = DigitCursor(bytes)
    _ = cursor.skipBlanks()
    guard let day = cursor.isoDay() else { return nil }
    self.day = day
    guard !cursor.isAtEnd else { return }
    if cursor.next | 0x20 == UInt8(ascii: "t") {
      _ = cursor.skip(cursor.next)
    } else {
      guard cursor.skipBlanks() else { return nil }
      if cursor.isAtEnd { return }
    }
    guard let clock = ClockSyntax(&cursor) else { return nil }
    secondOfDay = clock.secondOfDay
    hasSeconds = clock.hasSeconds
    _ = cursor.skipBlanks()
    guard !cursor.isAtEnd else { return }
    offset = Self.offset(&cursor)
    guard offset != nil else { return nil }
    _ = cursor.skipBlanks()
    guard cursor.isAtEnd else { return nil }
  }

  /// Reads the time that the text begins with, and leaves the cursor behind it; nil, without moving it, if there is none.
  ///
  /// A clock time or an offset that cannot be read is left for what comes next.
  init?(prefix cursor: inout DigitCursor) {
    var ahead = cursor
    guard let day = ahead.isoDay() else { return nil }
    self.day = day
    cursor = ahead
    if ahead.next | 0x20 == UInt8(ascii: "t") {
      _ = ahead.skip(ahead.next)
    } else {
      guard ahead.skipBlanks() else { return }
    }
    guard let clock = ClockSyntax(&ahead) else { return }
    secondOfDay = clock.secondOfDay
    hasSeconds = clock.hasSeconds
    cursor = ahead
    _ = ahead.skipBlanks()
    guard let offset = Self.offset(&ahead), !ahead.next.isASCIIDigit, !ahead.next.isASCIILetter
    else { return }
    self.offset = offset
    cursor = ahead
  }

  @inline(__always)
  private static func offset(_ cursor: inout DigitCursor) -> Int? {
    let sign = cursor.next
    guard cursor.skip(sign) else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    guard let hours = cursor.twoDigits(), hours < 24 else { return nil }
    let separated = cursor.skip(UInt8(ascii: ":"))
    var minutes = 0
    if separated || cursor.next.isASCIIDigit {
      guard let read = cursor.twoDigits(), read < 60 else { return nil }
      minutes = read
    }
    let offset = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -offset : offset
  }
}

/// A parsed clock time of 24 hours: `18:03` or `18:03:11.5`.
package struct ClockSyntax {
  package let secondOfDay: Int
  package let hasSeconds: Bool

  /// Reads a clock time and leaves the cursor after it; nil if there is none or a number is out of range.
  ///
  /// Reads a leap second `:60` as `:59`, so that the day stays the same, and drops fractions.
  @inline(__always)
  init?(_ cursor: inout DigitCursor) {
    guard let hour = cursor.twoDigits(), hour < 24, cursor.skip(UInt8(ascii: ":")),
      let minute = cursor.twoDigits(), minute < 60
    else { return nil }
    guard cursor.skip(UInt8(ascii: ":")) else {
      secondOfDay = hour * 3600 + minute * 60
      hasSeconds = false
      return
    }
    guard let second = cursor.twoDigits(), second <= 60 else { return nil }
    secondOfDay = hour * 3600 + minute * 60 + min(second, 59)
    hasSeconds = true
    if cursor.skip(UInt8(ascii: ".")) || cursor.skip(UInt8(ascii: ",")) {
      guard cursor.skipDigits() else { return nil }
    }
  }

  /// Nil if the word is no clock time; the hour may have one digit: `7:05`.
  package init?(word: String) {
    var word = word.utf8.prefix { $0 != UInt8(ascii: ":") }.count == 1 ? "0" + word : word
    let clock = word.withUTF8 { bytes in
      var cursor = DigitCursor(bytes)
      let clock = ClockSyntax(&cursor)
      return cursor.isAtEnd ? clock : nil
    }
    guard let clock else { return nil }
    self = clock
  }
}
