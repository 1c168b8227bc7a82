/// A day of the proleptic Gregorian calendar, in the years 0000 to 9999.
package struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01, always within `numbers`.
  package let number: Int

  /// The numbers of 0000-01-01 to 9999-12-31: the years that four digits can write.
  package static let numbers = -719_528...2_932_896

  /// Nil if `number`, in days since 1970-01-01, is outside of the years 0000 to 9999.
  package init?(number: Int) {
    guard Self.numbers.contains(number) else { return nil }
    self.number = number
  }

  /// The day with this number, clamped to the years 0000 to 9999.
  package init(clamping number: Int) {
    self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
  }

  /// Nil if the calendar has no such day, such as 30 February.
  @inline(__always)
  package init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    guard day <= 28 || day <= Self.length(ofMonth: month, year: year) else { return nil }
    // Counts from 1 March of the year -400, so that a leap day is the last of its year and no term is negative.
    let shiftedYear = month > 2 ? year + 400 : year + 399
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    number = shiftedYear * 365 + leapDays + dayOfYear - Self.epochShift
  }

  /// Days from 1 March of the year -400 to 1970-01-01.
  private static let epochShift = 719_468 + daysInFourCenturies
  private static let daysInFourCenturies = 146_097

  package var year: Int { components.year }
  /// 1 to 12.
  package var month: Int { components.month }
  /// 1 to 31.
  package var day: Int { components.day }

  package var components: (year: Int, month: Int, day: Int) {
    let shifted = number + Self.epochShift
    let cycle = shifted / Self.daysInFourCenturies
    let dayOfCycle = shifted % Self.daysInFourCenturies
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = cycle * 400 + yearOfCycle - 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  package var weekday: Weekday {
    // 0000-01-01 was a Saturday.
    Weekday.allCases[(number - Self.numbers.lowerBound + 5) % 7]
  }

  /// Days in a month; `month` is 1 to 12.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

// MARK: - Counting

extension CalendarDay {
  /// Nil if the result is outside of the years 0000 to 9999.
  package func adding(days: Int) -> CalendarDay? {
    let (sum, overflow) = number.addingReportingOverflow(days)
    return overflow ? nil : CalendarDay(number: sum)
  }

  /// This day of another month, or the last day of that month if it is shorter; nil if the result is outside of the
  /// years 0000 to 9999.
  package func adding(months: Int) -> CalendarDay? {
    let (year, month, day) = components
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, 0..<120_000 ~= sum else { return nil }
    let length = Self.length(ofMonth: sum % 12 + 1, year: sum / 12)
    return CalendarDay(year: sum / 12, month: sum % 12 + 1, day: min(day, length))
  }

  /// Like `adding(months:)`: 29 February becomes 28 February in a common year.
  package func adding(years: Int) -> CalendarDay? {
    let (months, overflow) = years.multipliedReportingOverflow(by: 12)
    return overflow ? nil : adding(months: months)
  }
}

extension CalendarDay: Comparable {
  package static func < (a: CalendarDay, b: CalendarDay) -> Bool { a.number < b.number }
}

// MARK: - Text

extension CalendarDay: CustomStringConvertible {
  /// `2026-11-20`.
  package var description: String {
    String(unsafeUninitializedCapacity: 10) { buffer in
      var writer = DigitWriter(buffer)
      writer.write(self)
      return writer.count
    }
  }

  /// Parses exactly `2026-11-20`, without blanks around it.
  package init?(_ text: String) {
    var text = text
    let day = text.withUTF8 { bytes in
      var cursor = DigitCursor(bytes)
      let day = cursor.isoDay()
      return cursor.isAtEnd ? day : nil
    }
    guard let day else { return nil }
    self = day
  }
}

/// A day of the week; the week begins with Monday, as in ISO 8601.
package enum Weekday: Int, CaseIterable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The English names, from Monday on.
  package static let names = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  package var name: String { Self.names[rawValue - 1] }
}

/// A unit of time spans, and the words for it.
package enum CalendarUnit: String, Hashable, Sendable, CaseIterable {
  case minute, hour, day, week, month, year

  /// `m` is a month, as in dates.
  package init?(word: some StringProtocol) {
    guard let unit = Self.words[String(word)] else { return nil }
    self = unit
  }

  private static let words: [String: CalendarUnit] = [
    "min": .minute, "mins": .minute, "minute": .minute, "minutes": .minute,
    "h": .hour, "hour": .hour, "hours": .hour,
    "d": .day, "day": .day, "days": .day,
    "w": .week, "week": .week, "weeks": .week,
    "m": .month, "mo": .month, "month": .month, "months": .month,
    "y": .year, "year": .year, "years": .year,
  ]

  /// The length of a minute or an hour in seconds; nil for a longer unit, which the calendar decides.
  package var seconds: Int64? {
    switch self {
    case .minute: 60
    case .hour: 3600
    case .day, .week, .month, .year: nil
    }
  }
}

extension CalendarDay {
  /// Nil if the result is outside of the years 0000 to 9999, and for minutes and hours.
  package func adding(_ count: Int, _ unit: CalendarUnit) -> CalendarDay? {
    switch unit {
    case .minute, .hour: return nil
    case .day: return adding(days: count)
    case .week:
      let (days, overflow) = count.multipliedReportingOverflow(by: 7)
      return overflow ? nil : adding(days: days)
    case .month: return adding(months: count)
    case .year: return adding(years: count)
    }
  }
}

/// The English names of months.
package enum MonthName {
  static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  package static func of(_ day: CalendarDay) -> String { names[day.month - 1] }
}
