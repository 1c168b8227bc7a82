/// English names of days and months, in full or abbreviated to three letters or more.
enum DateWords {
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
