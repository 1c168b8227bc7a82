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
    self.init(unchecked: seconds, offset: offset, precision: precision)
  }

  @inline(__always)
  private init(unchecked seconds: Int64, offset: Int, precision: Precision) {
    let shifted = Int64(offset &+ Self.largestOffset)
    packed = seconds &<< 19 | shifted &<< 1 | (precision == .second ? 1 : 0)
  }

  /// An instant in local time of `zone`, with seconds; clamped to the years 0000 to 9999.
  package init(instant: Int64, zone: TimeZoneRules) {
    let inner = (Self.localSeconds.lowerBound + 86_400)...(Self.localSeconds.upperBound - 86_400)
    let seconds = min(max(instant, inner.lowerBound), inner.upperBound)
    self.init(unchecked: seconds, offset: zone.boundedOffset(at: seconds), precision: .second)
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
    self.init(unchecked: instant, offset: Int(local &- instant), precision: precision)
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

// MARK: - Text

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
    self.init(syntax, zone: zone)
  }

  /// A time without an offset is in `zone`; nil if the offset moves it out of the years 0000 to 9999.
  init?(_ syntax: TimeSyntax, zone: TimeZoneRules) {
    guard let second = syntax.secondOfDay else {
      self.init(day: syntax.day, zone: zone)
      return
    }
    if let offset = syntax.offset {
      let local = Int64(syntax.day.number) * 86_400 + Int64(second)
      self.init(seconds: local - Int64(offset), offset: offset)
    } else {
      self.init(day: syntax.day, secondOfDay: second, zone: zone)
    }
  }

  /// Reads a time from a string.
  package init?(_ text: String, zone: TimeZoneRules) {
    var text = text
    guard let time = text.withUTF8({ NoteTime(parsing: $0, zone: zone) }) else { return nil }
    self = time
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
  /// `18:03`: a clock time in seconds after midnight, of which the seconds are cut off.
  package static func clock(_ secondOfDay: Int) -> String {
    String(unsafeUninitializedCapacity: 8) { buffer in
      var writer = DigitWriter(buffer)
      writer.writeClock(secondOfDay)
      return min(writer.count, 5)
    }
  }
}

/// A time zone: the offset from UTC at each instant.
package struct TimeZoneRules: Sendable {
  /// Seconds east of UTC at the instant given in seconds since 1970-01-01T00:00:00Z.
  package let offset: @Sendable (_ instant: Int64) -> Int

  package init(offset: @escaping @Sendable (_ instant: Int64) -> Int) {
    self.offset = offset
  }

  package static let utc = TimeZoneRules { _ in 0 }

  /// The offset at an instant, limited to less than a day.
  func boundedOffset(at instant: Int64) -> Int {
    min(max(offset(instant), -NoteTime.largestOffset), NoteTime.largestOffset)
  }

  /// The instant of a local time in this zone; `local` is in seconds since 1970-01-01T00:00:00 local.
  ///
  /// Returns the first instant if clocks show the time twice (when they are set back). If they skip it (when they are
  /// set forward), applies the offset before the change: 02:30 becomes 03:30.
  package func instant(ofLocal local: Int64) -> Int64 {
    // A day before and after `local`, read as UTC, is certainly before and after the instant.
    let before = Int64(boundedOffset(at: local &- 86_400))
    let after = Int64(boundedOffset(at: local &+ 86_400))
    let first = local &- max(before, after)
    let second = local &- min(before, after)
    if shows(local, at: first) { return first }
    if before != after, shows(local, at: second) { return second }
    // Neither: a gap, or two changes of the offset within the two days.
    let between = local &- Int64(boundedOffset(at: first))
    return shows(local, at: between) ? between : local &- before
  }

  private func shows(_ local: Int64, at instant: Int64) -> Bool {
    instant &+ Int64(boundedOffset(at: instant)) == local
  }
}
