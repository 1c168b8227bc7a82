internal import VaultFormat

/// Which milestones a person can have on a day, and from which day ages count.
enum LifeStage {
  /// The due day only of a child that was born three weeks early or more.
  case born(CalendarDay, due: CalendarDay?)
  /// Not born yet, with the day on which that is expected.
  case expected(CalendarDay)
  case unknown

  /// Days from the beginning of the first week to the due day.
  private static let pregnancy = 280
  /// How many days early a child is born whose age is corrected.
  private static let early = 21...pregnancy

  init(birth: CalendarDay?, due: CalendarDay?, today: CalendarDay) {
    if let birth, birth <= today {
      let isEarly = due.map { Self.early ~= $0.number - birth.number } ?? false
      self = .born(birth, due: isEarly ? due : nil)
    } else if let day = due ?? birth {
      self = .expected(day)
    } else {
      self = .unknown
    }
  }

  func has(_ set: MilestoneSet?) -> Bool {
    if case .expected = self { return set == .pregnancy }
    return set != .pregnancy
  }

  /// The days of a window; nil if they are not known or outside of the calendar.
  func days(of window: AgeWindow) -> ClosedRange<CalendarDay>? {
    guard let first = day(window.opens, isCorrected: !window.isExact),
      let last = day(window.to, isCorrected: !window.isExact), first <= last
    else { return nil }
    return first...last
  }

  /// A corrected age counts from the due day, until the second birthday.
  private func day(_ age: MilestoneAge, isCorrected: Bool) -> CalendarDay? {
    switch self {
    case .unknown: return nil
    case .expected(let due):
      return due.adding(days: -Self.pregnancy).flatMap { age.day(after: $0) }
    case .born(let birth, let due):
      let day = age.day(after: birth)
      guard isCorrected, let due, let day, let end = birth.adding(months: 24), day < end,
        let corrected = age.day(after: due)
      else { return day }
      return min(corrected, end)
    }
  }
}
