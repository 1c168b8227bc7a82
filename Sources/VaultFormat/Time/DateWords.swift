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

  /// Numbers and clock times in digits: `two days ago` as `2 days ago`, `7:30 pm` as `19:30`, `noon` as `12:00`.
  static func inDigits(_ words: [String]) -> [String] {
    var written: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if let next = rest.first, let clock = clock(word + next) {
        written.append(clock)
        rest.removeFirst()
      } else if let number = numbers.firstIndex(of: word), !rest.isEmpty {
        written.append("\(number + 1)")
      } else {
        written.append(clock(word) ?? word)
      }
    }
    return written
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]

  /// `19:30` for `7:30pm`; nil for a word that is no clock time of twelve hours, nor `noon` or `midnight`.
  private static func clock(_ word: String) -> String? {
    if word == "noon" { return "12:00" }
    if word == "midnight" { return "00:00" }
    let isAfternoon = word.hasSuffix("pm") || word.hasSuffix("p.m.")
    guard isAfternoon || word.hasSuffix("am") || word.hasSuffix("a.m.") else { return nil }
    let digits = String(word.prefix { $0.isNumber || $0 == ":" })
    guard word.dropFirst(digits.count).count == (word.hasSuffix(".") ? 4 : 2),
      let time = ClockSyntax(word: digits.contains(":") ? digits : digits + ":00"),
      1...12 ~= time.secondOfDay / 3600
    else { return nil }
    let second = time.secondOfDay % 43_200 + (isAfternoon ? 43_200 : 0)
    return NoteTime.clock(second)
      + (time.hasSeconds ? ":\(second % 60 < 10 ? "0" : "")\(second % 60)" : "")
  }
}
