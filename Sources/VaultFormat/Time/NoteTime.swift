/// A time as it stands in a note: an instant, and how far the writer's clock was from UTC.
///
/// Two values are equal only when both agree; sort by `seconds`.
package struct NoteTime: Hashable, Sendable {
  /// Whether a clock time was given, or only a day.
  package enum Precision: UInt8, Sendable { case day, second }

  /// All three parts in one word, so that an index of many notes is small: from the highest bit down the seconds
  /// (45 bits, of which the years 0000 to 9999 need 40), the offset counted from the smallest (18 bits), and
  /// the precision (1 bit).
  private let packed: Int64

  /// Seconds since 1970-01-01T00:00:00Z; with `.day`, those of the writer's local midnight.
  package var seconds: Int64 { packed &>> 19 }
  package var precision: Precision { packed & 1 == 0 ? .day : .second }

  /// Seconds east of UTC of the writer, less than a day.
  package var offset: Int { Int(packed &>> 1 & 0x3FFFF) &- Self.largestOffset }

  /// The largest offset that `±hh:mm` can write, in seconds.
  static let largestOffset = 86_399

  /// The writer's clock, in seconds since 1970-01-01T00:00:00 on it.
  private static let localSeconds: Range<Int64> = {
    let days = CalendarDay.numbers
    return Int64(days.lowerBound) * 86_400..<Int64(days.upperBound + 1) * 86_400
  }()

  /// Nil when the offset is a day or more, or the writer's year is not one of 0000 to 9999.
  @inline(__always)
  package init?(seconds: Int64, offset: Int, precision: Precision = .second) {
    guard -Self.largestOffset...Self.largestOffset ~= offset else { return nil }
    let (local, overflow) = seconds.addingReportingOverflow(Int64(offset))
    guard !overflow, Self.localSeconds.contains(local) else { return nil }
    self.init(unchecked: seconds, Int32(truncatingIfNeeded: offset), precision)
  }

  @inline(__always)
  private init(unchecked seconds: Int64, _ offset: Int32, _ precision: Precision) {
    let shifted = Int64(offset) &+ Int64(Self.largestOffset)
    packed = seconds &<< 19 | shifted &<< 1 | (precision == .second ? 1 : 0)
  }

  /// An instant as clocks of `zone` show it, to the second; clamped to the years 0000 to 9999.
  package init(instant: Int64, zone: TimeZoneRules) {
    let inner = (Self.localSeconds.lowerBound + 86_400)...(Self.localSeconds.upperBound - 86_400)
    let seconds = min(max(instant, inner.lowerBound), inner.upperBound)
    let offset = zone.boundedOffset(at: seconds)
    self.init(unchecked: seconds, Int32(truncatingIfNeeded: offset), .second)
  }

  /// What clocks of `zone` show on `day`, `secondOfDay` seconds (0 to 86,399) after midnight.
  ///
  /// Clock times that the zone skips or repeats are settled by `TimeZoneRules.instant(ofLocal:)`;
  /// the offset is the one that makes the instant show the day and clock time given.
  package init(
    day: CalendarDay, secondOfDay: Int, zone: TimeZoneRules, precision: Precision = .second
  ) {
    let second = min(max(secondOfDay, 0), 86_399)
    let local = Int64(day.number) * 86_400 + Int64(second)
    let instant = zone.instant(ofLocal: local)
    self.init(unchecked: instant, Int32(truncatingIfNeeded: local &- instant), precision)
  }

  /// A day without a clock time: local midnight in `zone`.
  package init(day: CalendarDay, zone: TimeZoneRules) {
    self.init(day: day, secondOfDay: 0, zone: zone, precision: .day)
  }

  /// The writer's local day.
  package var day: CalendarDay { CalendarDay(clamping: dayNumber) }

  /// The writer's local day, in days since 1970-01-01.
  package var dayNumber: Int { Int(sinceFirstDay / 86_400) + CalendarDay.numbers.lowerBound }

  /// The writer's clock, in seconds since local midnight.
  package var secondOfDay: Int { Int(sinceFirstDay % 86_400) }

  /// The writer's clock, in seconds since 0000-01-01T00:00:00 on it; never negative.
  private var sinceFirstDay: Int64 {
    seconds &+ Int64(offset) &- Self.localSeconds.lowerBound
  }
}
