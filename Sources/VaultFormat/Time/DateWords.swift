/// English names of days and months, whole or from their first three letters on.
enum DateWords {
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  static func weekday(_ word: String) -> Weekday? {
    place(of: word, in: weekdays).map { Weekday.allCases[$0] }
  }

  /// 1 to 12.
  static func month(_ word: String) -> Int? {
    place(of: word, in: months).map { $0 + 1 }
  }

  private static func place(of word: String, in names: [String]) -> Int? {
    let word = word.hasSuffix(".") ? String(word.dropLast()) : word
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }

  /// `20`, `3.`, `20th`: one or two digits, perhaps with what English or German hang on; the caller
  /// finds out whether the month has such a day.
  static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.utf8.prefix { $0.isASCIIDigit }
    guard 1...2 ~= digits.count else { return nil }
    let suffix = String(word.dropFirst(digits.count))
    guard ["", ".", "st", "nd", "rd", "th"].contains(suffix) else { return nil }
    return Int(word.prefix(digits.count))
  }
}

/// A distance into the past: `3 days ago`, `a week ago`, `2w`, `5 h`.
struct RelativeSpan {
  enum Unit {
    case minute, hour, day, week, month, year

    /// The unit's length where it is one of clock time.
    var seconds: Int64? {
      switch self {
      case .minute: 60
      case .hour: 3600
      case .day, .week, .month, .year: nil
      }
    }
  }

  /// 0 to 999,999.
  let count: Int
  let unit: Unit

  /// Nil when `words` name no distance.
  init?(_ words: [String]) {
    let spoken = words.last == "ago" ? words.dropLast() : words[...]
    guard 1...2 ~= spoken.count, let first = spoken.first, let last = spoken.last else {
      return nil
    }
    let digits = first.utf8.prefix { $0.isASCIIDigit }.count
    let unitWord: String
    if spoken.count == 1 {
      unitWord = String(first.dropFirst(digits))
    } else {
      guard digits == first.utf8.count || first == "a" || first == "an" else { return nil }
      unitWord = last
    }
    let isOne = digits == 0 && spoken.count == 2
    guard digits <= 6, let count = isOne ? 1 : Int(first.prefix(digits)),
      let unit = Self.units[unitWord]
    else { return nil }
    self.count = count
    self.unit = unit
  }

  private static let units: [String: Unit] = [
    "min": .minute, "mins": .minute, "minute": .minute, "minutes": .minute,
    "h": .hour, "hour": .hour, "hours": .hour,
    "d": .day, "day": .day, "days": .day,
    "w": .week, "week": .week, "weeks": .week,
    "m": .month, "mo": .month, "month": .month, "months": .month,
    "y": .year, "year": .year, "years": .year,
  ]
}
