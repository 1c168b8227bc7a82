/// A parsed clock time of 24 hours: `18:03` or `18:03:11.5`.
struct ClockSyntax {
  let secondOfDay: Int
  let hasSeconds: Bool

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
}
