package import VaultFormat

extension TrackerInterval {
  /// When the next event is due after one at `base`; nil beyond the year 9999.
  ///
  /// Minutes and hours are added to the instant. Longer units are added to the day that `base` has in `zone`, clamped to
  /// the end of a shorter month; the result is a whole day, or the clock time of the interval in `zone`. Of days of the
  /// week it is the first one after that day. Later than `base`.
  package func due(after base: NoteTime, zone: TimeZoneRules) -> NoteTime? {
    if let length = unit.seconds {
      let (span, isTooLong) = length.multipliedReportingOverflow(by: Int64(count))
      let (instant, overflow) = base.seconds.addingReportingOverflow(span)
      guard !isTooLong, !overflow, CalendarDay(number: Int(instant / 86_400) + 1) != nil else {
        return nil
      }
      return NoteTime(instant: instant, zone: zone)
    }
    let day = base.precision == .day ? base.day : NoteTime(instant: base.seconds, zone: zone).day
    let due =
      weekdays.isEmpty
      ? day.adding(count, unit)
      : (1...7).lazy.compactMap { day.adding($0, .day) }.first { weekdays.contains($0.weekday) }
    return due.map { time(on: $0, zone: zone) }
  }

  /// The clock time of the interval on a day, else the whole day.
  private func time(on day: CalendarDay, zone: TimeZoneRules) -> NoteTime {
    guard let clock else { return NoteTime(day: day, zone: zone) }
    return NoteTime(clock: clock, on: day, zone: zone)
  }
}

extension NoteTime {
  /// The same clock time on another day, or the whole day.
  package func moved(to day: CalendarDay, zone: TimeZoneRules) -> NoteTime {
    guard precision == .second else { return NoteTime(day: day, zone: zone) }
    return NoteTime(clock: secondOfDay, on: day, zone: zone)
  }

  /// A clock time that the zone skips is shown as the clock then reads.
  ///
  /// - Parameter clock: in seconds after midnight.
  fileprivate init(clock: Int, on day: CalendarDay, zone: TimeZoneRules) {
    let time = NoteTime(day: day, secondOfDay: clock, zone: zone)
    self.init(instant: time.seconds, zone: zone)
  }
}

/// When somebody born on 29 February turns a year older in a common year: the setting `since.leap_day`.
package enum LeapDay: String, Hashable, Sendable, CaseIterable {
  case february28 = "02-28"
  case march1 = "03-01"
}

extension CalendarDay {
  /// Like `adding(_:_:)`, with the rule for months and years after 29 February.
  package func adding(_ count: Int, _ unit: CalendarUnit, leapDay: LeapDay) -> CalendarDay? {
    guard let day = adding(count, unit) else { return nil }
    // Elsewhere 28 February stands for the 30th and the 31st too, under both rules.
    let isMoved =
      leapDay == .march1 && (unit == .month || unit == .year)
      && isIn(month: 2, day: 29) && day.isIn(month: 2, day: 28)
    return isMoved ? day.adding(days: 1) : day
  }

  /// The greatest number of months that can be added to `birth` without passing this day; negative for an earlier day.
  package func months(since birth: CalendarDay, leapDay: LeapDay) -> Int {
    let count = (year - birth.year) * 12 + month - birth.month
    guard let reached = birth.adding(count, .month, leapDay: leapDay), reached <= self else {
      return count - 1
    }
    return count
  }

  private func isIn(month: Int, day: Int) -> Bool { (self.month, self.day) == (month, day) }
}
