/// A time in a note: an instant, and the writer's offset from UTC.
///
/// Two values are equal only if both are; sort by `seconds`.
package struct NoteTime: Hashable, Sendable {
  /// Whether the time has a clock time, or only a day.
  package enum Precision: UInt8, Sendable { case day, second }

  /// All three parts in one word, to keep an index of many notes small: from the highest bit, the seconds (45 bits, of
  /// which the years 0000 to 9999 need 40), the offset from its minimum (18 bits), and the precision (1 bit).
  private let packed: Int64

  /// Seconds since 1970-01-01T00:00:00Z; for `.day`, of midnight in the writer's local time.
  package var seconds: Int64 { packed &>> 19 }
  package var precision: Precision { packed & 1 == 0 ? .day : .second }

  /// The writer's offset, in seconds east of UTC, less than a day.
  package var offset: Int { Int(packed &>> 1 & 0x3FFFF) &- Self.largestOffset }

  /// The largest offset in seconds, less than a day.
  static let largestOffset = 86_399

  /// The valid local times, in seconds since 1970-01-01T00:00:00 local.
  private static let localSeconds: Range<Int64> = {
    let days = CalendarDay.numbers
    return Int64(days.lowerBound) * 86_400..<Int64(days.upperBound + 1) * 86_400
  }()

  /// Nil if the offset is a day or more, or the local year is not in 0000 to 9999.
  @inline(__always)
  package init?(seconds: Int64, offset: Int, precision: Precision = .second) {
    guard -Self.largestOffset...Self.largestOffset ~= offset else { return nil }
    let (local, overflow) = seconds.addingReportingOverflow(Int64(offset))
    guard !overflow, Self.localSeconds.contains(local) else { return nil }
    self.init(
      unchecked: seconds, offset: Int32(truncatingIfNeeded: offset), precision: precision)
  }

  @inline(__always)
  private init(unchecked seconds: Int64, offset: Int32, precision: Precision) {
    let shifted = Int64(offset) &+ Int64(Self.largestOffset)
    packed = seconds &<< 19 | shifted &<< 1 | (precision == .second ? 1 : 0)
  }

  /// An instant in local time of `zone`, with seconds; clamped to the years 0000 to 9999.
  package init(instant: Int64, zone: TimeZoneRules) {
    let inner = (Self.localSeconds.lowerBound + 86_400)...(Self.localSeconds.upperBound - 86_400)
    let seconds = min(max(instant, inner.lowerBound), inner.upperBound)
    let offset = zone.boundedOffset(at: seconds)
    self.init(unchecked: seconds, offset: Int32(truncatingIfNeeded: offset), precision: .second)
  }

  /// A local time in `zone`: `secondOfDay` seconds (0 to 86,399) after midnight on `day`.
  ///
  /// `TimeZoneRules.instant(ofLocal:)` resolves clock times that the zone skips or repeats; the offset is chosen so that
  /// the local time stays the one given.
  package init(
    day: CalendarDay, secondOfDay: Int, zone: TimeZoneRules, precision: Precision = .second
  ) {
    let second = min(max(secondOfDay, 0), 86_399)
    let local = Int64(day.number) * 86_400 + Int64(second)
    let instant = zone.instant(ofLocal: local)
    self.init(
      unchecked: instant, offset: Int32(truncatingIfNeeded: local &- instant), precision: precision)
  }

  /// A day without a clock time: midnight in `zone`.
  package init(day: CalendarDay, zone: TimeZoneRules) {
    self.init(day: day, secondOfDay: 0, zone: zone, precision: .day)
  }

  /// The writer's local day.
  package var day: CalendarDay { CalendarDay(clamping: dayNumber) }

  /// The writer's local day, in days since 1970-01-01.
  package var dayNumber: Int { Int(sinceFirstDay / 86_400) + CalendarDay.numbers.lowerBound }

  /// The writer's local time, in seconds since midnight.
  package var secondOfDay: Int { Int(sinceFirstDay % 86_400) }

  /// The writer's local time, in seconds since 0000-01-01T00:00:00 local; never negative.
  private var sinceFirstDay: Int64 {
    seconds &+ Int64(offset) &- Self.localSeconds.lowerBound
  }
}
