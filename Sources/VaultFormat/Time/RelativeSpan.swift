/// A time span from now on: `3 days ago`, `a week ago`, `2w`, `5 h` before it, `in 3 days`, `3 days from now` after it.
struct RelativeSpan {
  /// -999,999 to 999,999; negative before now.
  let count: Int
  let unit: CalendarUnit

  /// Nil if `words` is not a time span; numbers are in digits.
  ///
  /// - Parameter direction: of a span that says neither `ago` nor `in`.
  init?(_ words: [String], direction: DateExpression.Direction) {
    var spoken = words[...]
    var isLater = direction == .future
    if spoken.first == "in" {
      spoken.removeFirst()
      isLater = true
    } else if spoken.suffix(2) == ["from", "now"] {
      spoken.removeLast(2)
      isLater = true
    } else if spoken.last == "ago" {
      spoken.removeLast()
      isLater = false
    }
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
    let isFortnight = unitWord == "fortnight" || unitWord == "fortnights"
    guard digits <= 6, let count = isOne ? 1 : Int(first.prefix(digits)),
      let unit = isFortnight ? .week : CalendarUnit(word: unitWord)
    else { return nil }
    self.count = (isFortnight ? 2 : 1) * (isLater ? count : -count)
    self.unit = unit
  }
}
