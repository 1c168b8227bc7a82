package import VaultFormat

/// An age in days, weeks or months, with at most one decimal.
package struct MilestoneAge: Hashable, Sendable {
  package enum Unit: String, Sendable {
    case days = "d"
    case weeks = "w"
    case months = "mo"
  }

  /// Of the unit; not negative, and small enough to be multiplied.
  let tenths: Int
  package let unit: Unit

  init(months: Int) { (tenths, unit) = (months * 10, .months) }

  /// Reads a number such as `24` or `3.8`, below 10,000; nil for anything else.
  init?(_ number: some StringProtocol, _ unit: Unit) {
    guard let tenths = Self.tenths(number) else { return nil }
    (self.tenths, self.unit) = (tenths, unit)
  }

  /// Years become months; nil for minutes and hours.
  init?(_ number: some StringProtocol, _ unit: CalendarUnit) {
    guard let tenths = Self.tenths(number) else { return nil }
    switch unit {
    case .minute, .hour: return nil
    case .day: (self.tenths, self.unit) = (tenths, .days)
    case .week: (self.tenths, self.unit) = (tenths, .weeks)
    case .month: (self.tenths, self.unit) = (tenths, .months)
    case .year: (self.tenths, self.unit) = (tenths * 12, .months)
    }
  }

  private static func tenths(_ number: some StringProtocol) -> Int? {
    let parts = number.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let decimal = parts.count == 2 ? Array(parts[1]) : [UInt8(ascii: "0")]
    guard 1...4 ~= parts[0].count, decimal.count == 1 else { return nil }
    let digits = parts[0] + decimal
    guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The day on which someone who was born on `birth` is that old; nil beyond the year 9999.
  ///
  /// Tenths of a month are tenths of the days to the next one. Rounded to the nearest day.
  package func day(after birth: CalendarDay) -> CalendarDay? {
    switch unit {
    case .days: return birth.adding(days: (tenths + 5) / 10)
    case .weeks: return birth.adding(days: (tenths * 7 + 5) / 10)
    case .months:
      let (months, part) = tenths.quotientAndRemainder(dividingBy: 10)
      guard let day = birth.adding(months: months), part > 0 else {
        return birth.adding(months: months)
      }
      guard let next = birth.adding(months: months + 1) else { return nil }
      return day.adding(days: ((next.number - day.number) * part + 5) / 10)
    }
  }
}

extension MilestoneAge: CustomStringConvertible {
  /// `3.8 months`, `1 week`; in years from three years on: `5 years`.
  package var description: String { text(inYears: isWholeYears) }

  /// Whether the age is told in years.
  var isWholeYears: Bool {
    unit == .months && tenths > 240 && tenths.isMultiple(of: 120)
  }

  func text(inYears: Bool) -> String {
    let number = number(inYears: inYears)
    if inYears { return "\(number) years" }
    let word =
      switch unit {
      case .days: "day"
      case .weeks: "week"
      case .months: "month"
      }
    return "\(number) \(word)\(tenths == 10 ? "" : "s")"
  }

  /// `3.8`.
  func number(inYears: Bool) -> String {
    let shown = inYears ? tenths / 12 : tenths
    return shown.isMultiple(of: 10) ? "\(shown / 10)" : "\(shown / 10).\(shown % 10)"
  }
}
