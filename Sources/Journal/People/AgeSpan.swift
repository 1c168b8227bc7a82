package import VaultFormat

/// A whole age in one unit: `6m`, `18 years`.
package struct AgeSpan: Hashable, Sendable {
  package let count: Int
  /// Days or longer.
  package let unit: CalendarUnit

  package init(count: Int, unit: CalendarUnit) {
    (self.count, self.unit) = (count, unit)
  }

  /// Takes an age from the end of the words; nil, without taking any, if they do not end with one.
  init?(endOf words: inout ArraySlice<Substring>) {
    guard let last = words.last else { return nil }
    var digits = last.prefix { $0.isASCII && $0.isNumber }
    let isJoined = !digits.isEmpty
    if !isJoined, let number = words.dropLast().last { digits = number }
    guard digits.utf8.allSatisfy(\.isASCIIDigit), let count = Int(digits),
      let unit = CalendarUnit(word: last.dropFirst(isJoined ? digits.count : 0).lowercased()),
      unit.seconds == nil
    else { return nil }
    words = words.dropLast(isJoined ? 1 : 2)
    (self.count, self.unit) = (count, unit)
  }

  /// Nil if it is beyond the year 9999.
  func day(after birth: CalendarDay, leapDay: LeapDay) -> CalendarDay? {
    birth.adding(count, unit, leapDay: leapDay)
  }
}

extension Person {
  /// The day on which somebody reaches an age, counted from the first day if only the month or year of birth is known;
  /// nil if the year of birth is unknown, or the day is beyond the year 9999.
  package func day(ofAge age: AgeSpan, leapDay: LeapDay) -> CalendarDay? {
    birthday?.firstDay.flatMap { age.day(after: $0, leapDay: leapDay) }
  }
}
