extension DateExpressionParser {
  /// Parses the forms for whole days; the result is in days since 1970-01-01, nil if `words` has no such form.
  func days(_ words: [String]) throws(DateExpressionError) -> Range<Int>? {
    guard let first = words.first else { return nil }
    if words.count == 1, let days = try singleWord(first) { return days }
    if words.count == 2, let days = try shifted(first, words[1]) { return days }
    if let days = try monthName(words) { return days }
    return try relativeDay(words)
  }

  private func singleWord(_ word: String) throws(DateExpressionError) -> Range<Int>? {
    switch word {
    case "today": return try day(today)
    case "yesterday": return try day(today.adding(days: -1))
    case "tomorrow": return try day(today.adding(days: 1))
    default: break
    }
    if let weekday = DateWords.weekday(word) {
      return try day(today.adding(days: -daysSince(weekday)))
    }
    return try numeric(word)
  }

  /// `2026`, `2026-11`, `2026-11-20`.
  private func numeric(_ word: String) throws(DateExpressionError) -> Range<Int>? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let widths = parts.map(\.utf8.count)
    guard word.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "-") }),
      widths == [4] || widths == [4, 2] || widths == [4, 2, 2]
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    switch numbers.count {
    case 1: return try year(numbers[0])
    case 2: return try month(numbers[1], year: numbers[0])
    default: return try day(CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]))
    }
  }

  /// `last tuesday`, `this week`, `next year`.
  private func shifted(_ shift: String, _ unit: String) throws(DateExpressionError) -> Range<Int>? {
    guard let step = ["last": -1, "this": 0, "next": 1][shift] else { return nil }
    let monday = today.number - (today.weekday.rawValue - 1)
    switch unit {
    case "week":
      guard let start = CalendarDay(number: monday + step * 7), let end = start.adding(days: 6)
      else { throw .outOfRange(text) }
      return start.number..<end.number + 1
    case "month":
      guard let day = today.adding(months: step) else { throw .outOfRange(text) }
      return try month(day.month, year: day.year)
    case "year":
      guard let day = today.adding(years: step) else { throw .outOfRange(text) }
      return try year(day.year)
    default:
      guard let weekday = DateWords.weekday(unit) else { return nil }
      if step == 0 { return try day(CalendarDay(number: monday + weekday.rawValue - 1)) }
      let since = daysSince(weekday)
      let distance = step > 0 ? 7 - since : since == 0 ? -7 : -since
      return try day(today.adding(days: distance))
    }
  }

  /// `november`, `nov 2026`, `20 nov`, `november 20th`, `20 nov 2026`, `nov 20 2026`.
  private func monthName(_ words: [String]) throws(DateExpressionError) -> Range<Int>? {
    guard words.count <= 3, let place = words.firstIndex(where: { DateWords.month($0) != nil }),
      let month = DateWords.month(words[place])
    else { return nil }
    var rest = words
    rest.remove(at: place)
    var namedYear: Int?
    if let last = rest.last, last.utf8.count == 4, last.utf8.allSatisfy(\.isASCIIDigit),
      place < words.count - 1
    {
      namedYear = Int(last)
      rest.removeLast()
    }
    guard let dayWord = rest.first else {
      let year = namedYear ?? (month <= today.month ? today.year : today.year - 1)
      return try self.month(month, year: year)
    }
    guard rest.count == 1, let number = DateWords.dayOfMonth(dayWord) else { return nil }
    if let namedYear { return try day(CalendarDay(year: namedYear, month: month, day: number)) }
    return try latest(month: month, day: number)
  }

  /// The latest such day that is not after today.
  ///
  /// Leap days are at most eight years apart.
  private func latest(month: Int, day number: Int) throws(DateExpressionError) -> Range<Int> {
    for year in stride(from: today.year, through: today.year - 8, by: -1) {
      if let found = CalendarDay(year: year, month: month, day: number), found <= today {
        return try day(found)
      }
    }
    throw .doesNotExist(text)
  }

  /// `3 days ago`, `2w`, `6m`, `1y`.
  private func relativeDay(_ words: [String]) throws(DateExpressionError) -> Range<Int>? {
    guard let span = RelativeSpan(words) else { return nil }
    let found: CalendarDay?
    switch span.unit {
    case .day: found = today.adding(days: -span.count)
    case .week: found = today.adding(days: -span.count * 7)
    case .month: found = today.adding(months: -span.count)
    case .year: found = today.adding(years: -span.count)
    case .hour, .minute: return nil
    }
    guard let found else { throw .outOfRange(text) }
    return try day(found)
  }

  private func daysSince(_ weekday: Weekday) -> Int {
    (today.weekday.rawValue - weekday.rawValue + 7) % 7
  }

  private func day(_ day: CalendarDay?) throws(DateExpressionError) -> Range<Int> {
    guard let day else { throw .doesNotExist(text) }
    return day.number..<day.number + 1
  }

  private func month(_ month: Int, year: Int) throws(DateExpressionError) -> Range<Int> {
    guard let first = CalendarDay(year: year, month: month, day: 1) else {
      throw .doesNotExist(text)
    }
    return first.number..<first.number + CalendarDay.length(ofMonth: month, year: year)
  }

  private func year(_ year: Int) throws(DateExpressionError) -> Range<Int> {
    guard let first = CalendarDay(year: year, month: 1, day: 1),
      let last = CalendarDay(year: year, month: 12, day: 31)
    else { throw .doesNotExist(text) }
    return first.number..<last.number + 1
  }
}

/// English names of days and months, in full or abbreviated to three letters or more.
private enum DateWords {
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  static func weekday(_ word: String) -> Weekday? {
    index(of: word, in: weekdays).map { Weekday.allCases[$0] }
  }

  /// 1 to 12.
  static func month(_ word: String) -> Int? {
    index(of: word, in: months).map { $0 + 1 }
  }

  private static func index(of word: String, in names: [String]) -> Int? {
    let word = word.hasSuffix(".") ? String(word.dropLast()) : word
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }

  /// `20`, `3.`, `20th`: one or two digits, with an optional English or German ordinal suffix.
  ///
  /// The caller checks whether the month has such a day.
  static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.utf8.prefix { $0.isASCIIDigit }
    guard 1...2 ~= digits.count else { return nil }
    let suffix = String(word.dropFirst(digits.count))
    guard ["", ".", "st", "nd", "rd", "th"].contains(suffix) else { return nil }
    return Int(word.prefix(digits.count))
  }
}
