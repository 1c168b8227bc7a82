/// How long after an event of a tracker the next one is due: `2 days at 08:00` (docs/vault-format.md, rule E-4).
package struct TrackerInterval: Hashable, Sendable {
  /// 1 or more.
  package let count: Int
  package let unit: CalendarUnit
  /// Seconds after midnight; nil for a whole day, and always for minutes and hours.
  package let clock: Int?

  package enum Failure: Error, Hashable {
    case notUnderstood
    /// `0 days`.
    case isZero
    /// `90 min at 08:00`.
    case hasClock
    /// Longer than the calendar.
    case isTooLong
  }

  /// Reads `2 days at 08:00`, `week`, `90min`, `every 3 months`; ignores case.
  package init(_ text: String) throws(Failure) {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)[...]
    if words.first == "every" { words = words.dropFirst() }
    var clock: Int?
    if words.count > 2, words.dropLast().last == "at" {
      guard let last = words.last, let read = ClockSyntax(word: last), !read.hasSeconds else {
        throw .notUnderstood
      }
      clock = read.secondOfDay
      words = words.dropLast(2)
    }
    guard let first = words.first, words.count <= 2 else { throw .notUnderstood }
    let digits = first.prefix { $0.isASCII && $0.isNumber }
    let isJoined = words.count == 1
    guard isJoined || digits == first,
      let word = isJoined ? first.dropFirst(digits.count) : words.last?[...],
      let unit = CalendarUnit(word: word)
    else { throw .notUnderstood }
    let count = digits.isEmpty ? 1 : Int(digits) ?? .max
    guard count > 0 else { throw .isZero }
    guard unit.seconds == nil || clock == nil else { throw .hasClock }
    guard count <= unit.countInCalendar else { throw .isTooLong }
    (self.count, self.unit, self.clock) = (count, unit, clock)
  }
}

extension TrackerInterval: CustomStringConvertible {
  /// As it is written: `2 days at 08:00`, `month`.
  package var description: String {
    let span = count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
    guard let clock else { return span }
    return "\(span) at \(NoteTime.clock(clock))"
  }
}

extension CalendarUnit {
  /// How many of them the years 0000 to 9999 have, or a few more.
  fileprivate var countInCalendar: Int {
    switch self {
    case .minute: 5_260_000_000
    case .hour: 87_700_000
    case .day: 3_660_000
    case .week: 523_000
    case .month: 120_000
    case .year: 10_000
    }
  }
}
