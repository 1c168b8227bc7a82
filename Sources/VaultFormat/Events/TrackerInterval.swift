/// How long after an event of a tracker the next one is due: `2 days at 08:00`, or on which days of the week:
/// `monday, thursday` (docs/vault-format.md, rule E-4).
package struct TrackerInterval: Hashable, Sendable {
  /// 1 or more; of days of the week 1.
  package let count: Int
  /// The unit; that of days of the week is `week`.
  package let unit: CalendarUnit
  /// The days of the week on which it is due, from Monday on; empty for an interval.
  package let weekdays: [Weekday]
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

  /// Reads `2 days at 08:00`, `week`, `90min`, `every 3 months`, `daily`, `mondays`, `weekdays at 08:00`; ignores case.
  package init(_ text: String) throws(Failure) {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)[...]
    if words.count > 1, ["every", "on"].contains(words[0]) { words = words.dropFirst() }
    var clock: Int?
    if words.count > 2, words.dropLast().last == "at" {
      guard let last = words.last, let read = ClockSyntax(word: last), !read.hasSeconds else {
        throw .notUnderstood
      }
      clock = read.secondOfDay
      words = words.dropLast(2)
    }
    if let days = Self.weekdays(words) {
      (self.count, self.unit, self.clock, weekdays) = (1, .week, clock, days)
      return
    }
    words = words.count == 1 ? [Self.adverbs[words.first ?? ""] ?? words.first ?? ""] : words
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
    (self.count, self.unit, self.clock, weekdays) = (count, unit, clock, [])
  }

  private static let adverbs = [
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
  ]
  private static let workdays = Weekday.allCases.dropLast(2)

  /// `monday`, `mondays and thursdays`, `mon, thu`, `weekdays`, `weekends`; nil for other words.
  private static func weekdays(_ words: ArraySlice<String>) -> [Weekday]? {
    let names = words.flatMap { $0.split(separator: ",").map(String.init) }.filter { $0 != "and" }
    var days: Set<Weekday> = []
    for name in names {
      let single = name.hasSuffix("s") ? String(name.dropLast()) : name
      switch single {
      case "weekday": days.formUnion(workdays)
      case "weekend": days.formUnion([.saturday, .sunday])
      default:
        guard let day = DateNames.weekday(name) ?? DateNames.weekday(single) else { return nil }
        days.insert(day)
      }
    }
    return days.isEmpty ? nil : Weekday.allCases.filter(days.contains)
  }
}

extension TrackerInterval: CustomStringConvertible {
  /// The interval as a file has it: `2 days at 08:00`, `month`, `monday, thursday`, `weekdays`.
  package var description: String {
    let span = days ?? (count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s")
    guard let clock else { return span }
    return "\(span) at \(NoteTime.clock(clock))"
  }

  /// In a sentence: `every 2 days at 08:00`, `every monday`, `on weekdays`.
  package var sentence: String { "\(days?.hasPrefix("week") == true ? "on" : "every") \(self)" }

  private var days: String? {
    switch weekdays {
    case []: nil
    case Array(Self.workdays): "weekdays"
    case [.saturday, .sunday]: "weekends"
    default: weekdays.map { "\($0)" }.joined(separator: ", ")
    }
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

/// What a tracker is to reach in a period: `8 cups per day`, `at most 2 a week` (docs/vault-format.md, rule E-5).
package struct TrackerGoal: Hashable, Sendable {
  package enum Bound: String, Sendable {
    case atLeast = "at least"
    case atMost = "at most"
  }

  package var bound: Bound
  /// Finite.
  package var number: Double
  /// The unit as the file spells it; empty without one.
  package var unit: String
  /// Day, week, month or year.
  package var period: CalendarUnit

  /// Nil if the text is no goal; case matters only in the unit.
  package init?(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    let written = Bound(rawValue: words.prefix(2).map { $0.lowercased() }.joined(separator: " "))
    if written != nil { words = words.dropFirst(2) }
    guard words.count >= 3, let last = words.popLast(), let per = words.popLast(),
      ["per", "a"].contains(per.lowercased()),
      let period = CalendarUnit(word: last.lowercased()), period.seconds == nil,
      let amount = words.popFirst()
    else { return nil }
    let digits = amount.prefix { $0 == "-" || $0 == "." || ($0.isASCII && $0.isNumber) }
    let joined = String(amount.dropFirst(digits.count))
    guard let value = try? EventValue(String(digits), unit: ""), let number = value.numbers.first,
      joined.allSatisfy(\.isLetter)
    else { return nil }
    bound = written ?? .atLeast
    (self.number, self.period) = (number, period)
    unit = ((joined.isEmpty ? [] : [joined]) + words).joined(separator: " ")
  }
}
