/// A time span before now: `3 days ago`, `a week ago`, `2w`, `5 h`.
struct RelativeSpan {
  enum Unit {
    case minute, hour, day, week, month, year

    /// The length of the unit; nil for a day or longer.
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

  /// Nil if `words` is not a time span.
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
