package import VaultFormat

/// The ages between which a milestone is expected.
package struct AgeWindow: Hashable, Sendable {
  /// Nil where the source says only by which age.
  package let from: MilestoneAge?
  package let to: MilestoneAge
  /// The age from which on the milestone is looked for: `from`, else one that the catalogue chooses.
  let opens: MilestoneAge

  init(from: MilestoneAge, to: MilestoneAge) {
    (self.from, self.to, opens) = (from, to, from)
  }

  /// A window of which only the end is known.
  init(by age: MilestoneAge, opens: MilestoneAge) {
    (from, to, self.opens) = (nil, age, opens)
  }

  /// Reads `12-36 months`; nil for anything else, and where the first number is greater.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1, let word = words.last, let unit = CalendarUnit(word: word.lowercased())
    else { return nil }
    let numbers = words.dropLast().joined().split(omittingEmptySubsequences: false) {
      $0 == "-" || $0 == "–"
    }
    guard numbers.count == 2, let from = MilestoneAge(numbers[0], unit),
      let to = MilestoneAge(numbers[1], unit), from.tenths <= to.tenths
    else { return nil }
    self.init(from: from, to: to)
  }

  /// Whether it is a single day, as a birthday is.
  package var isExact: Bool { from == to }
}

extension AgeWindow: CustomStringConvertible {
  /// `by 24 months`, `3.8–9.2 months`, `3–8 years`, or one age.
  package var description: String {
    guard let from else { return "by \(to)" }
    if isExact { return "\(to)" }
    let inYears = from.isWholeYears && to.isWholeYears
    return "\(from.number(inYears: inYears))–\(to.text(inYears: inYears))"
  }
}

extension AgeWindow {
  /// The year of life in which it ends, from 1 on; a year ends with its birthday.
  package var year: Int {
    let months = to.unit == .month ? to.tenths : to.tenths * (to.unit == .week ? 7 : 1) / 31
    return max(1, (months + 119) / 120)
  }

  /// `by 24 months`, `3 to 10 months`: the narrowest whole numbers that hold it.
  package var rounded: String {
    guard let from else { return "by \(to)" }
    let inYears = from.isWholeYears && to.isWholeYears
    let size = inYears ? 120 : 10
    return "\(from.tenths / size) to \((to.tenths + size - 1) / size) "
      + (inYears ? "years" : "\(to.unit.rawValue)s")
  }
}

/// An age in days, weeks or months, with at most one decimal.
package struct MilestoneAge: Hashable, Sendable {
  /// Of the unit; not negative, and small enough to be multiplied.
  let tenths: Int
  /// Day, week or month.
  package let unit: CalendarUnit

  init(months: Int) { (tenths, unit) = (months * 10, .month) }

  /// Reads a number such as `24` or `3.8`, below 10,000; nil for anything else, and for minutes and hours.
  ///
  /// Years become months.
  init?(_ number: some StringProtocol, _ unit: CalendarUnit) {
    let parts = number.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let decimal = parts.count == 2 ? Array(parts[1]) : [UInt8(ascii: "0")]
    guard 1...4 ~= parts[0].count, decimal.count == 1 else { return nil }
    let digits = parts[0] + decimal
    guard digits.allSatisfy(\.isASCIIDigit), unit.seconds == nil,
      let tenths = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    (self.tenths, self.unit) = unit == .year ? (tenths * 12, .month) : (tenths, unit)
  }

  /// The day on which someone who was born on `birth` is that old; nil beyond the year 9999.
  ///
  /// Tenths of a month are tenths of the days to the next one. Rounded to the nearest day.
  package func day(after birth: CalendarDay) -> CalendarDay? {
    guard unit == .month else {
      return birth.adding(days: (tenths * (unit == .week ? 7 : 1) + 5) / 10)
    }
    let (months, part) = tenths.quotientAndRemainder(dividingBy: 10)
    guard let day = birth.adding(months: months), part > 0 else {
      return birth.adding(months: months)
    }
    guard let next = birth.adding(months: months + 1) else { return nil }
    return day.adding(days: ((next.number - day.number) * part + 5) / 10)
  }
}

extension MilestoneAge: CustomStringConvertible {
  /// `3.8 months`, `1 week`; in years from three years on: `5 years`.
  package var description: String { text(inYears: isWholeYears) }

  /// Whether the age is told in years.
  var isWholeYears: Bool {
    unit == .month && tenths > 240 && tenths.isMultiple(of: 120)
  }

  func text(inYears: Bool) -> String {
    let number = number(inYears: inYears)
    if inYears { return "\(number) years" }
    return "\(number) \(unit.rawValue)\(tenths == 10 ? "" : "s")"
  }

  /// `3.8`.
  func number(inYears: Bool) -> String {
    let shown = inYears ? tenths / 12 : tenths
    return shown.isMultiple(of: 10) ? "\(shown / 10)" : "\(shown / 10).\(shown % 10)"
  }
}

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
