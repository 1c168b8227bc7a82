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
