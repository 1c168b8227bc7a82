/// How long ago something was, in words: `1.9 d` or `1d 22hr`.
///
/// Computed with integers alone; ties are rounded to even. A time of day is no part of it: a month has 30.436875 days, a
/// year twelve of them.
package enum ElapsedText: Hashable, Sendable {
  /// The largest unit of which there is one, with one decimal: `1.9 d`.
  case tenths
  /// Whole numbers of up to so many units, 1 to 3, the rest cut off: `1d 22hr`.
  case subUnits(Int)

  private static let units: [(name: String, seconds: Int64)] = [
    ("yr", 31_556_952), ("mo", 2_629_746), ("wk", 604_800), ("d", 86_400), ("hr", 3600),
    ("min", 60), ("s", 1),
  ]

  /// - Parameter seconds: a negative number counts as 0.
  package func text(of seconds: Int64) -> String {
    let seconds = max(0, seconds)
    switch self {
    case .tenths:
      let unit = Self.units.first { seconds >= $0.seconds } ?? ("s", 1)
      let tenths = Self.rounded(seconds.multipliedReportingOverflow(by: 10), over: unit.seconds)
      return "\(tenths / 10).\(tenths % 10) \(unit.name)"
    case .subUnits(let limit):
      var parts: [String] = []
      var rest = seconds
      for unit in Self.units where parts.count < limit && rest >= unit.seconds {
        parts.append("\(rest / unit.seconds)\(unit.name)")
        rest %= unit.seconds
      }
      return parts.isEmpty ? "0s" : parts.joined(separator: " ")
    }
  }

  private static func rounded(
    _ dividend: (partialValue: Int64, overflow: Bool), over divisor: Int64
  ) -> Int64 {
    guard !dividend.overflow else { return .max }
    let (quotient, remainder) = dividend.partialValue.quotientAndRemainder(dividingBy: divisor)
    let isUp = 2 * remainder > divisor || (2 * remainder == divisor && !quotient.isMultiple(of: 2))
    return quotient + (isUp ? 1 : 0)
  }
}

/// Numbers for people: `2`, `1.5`, `0.33`.
package enum NumberText {
  /// Without decimals if the number is whole, else with two at most; for output that programs read, see `JSONValue`.
  package static func of(_ number: Double) -> String {
    guard number.magnitude < 1e12 else {
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let hundredths = (number * 100).rounded()
    // A number this close to a whole one is one.
    let whole = Int64(hundredths / 100)
    let rest = Int64(hundredths.magnitude) % 100
    let sign = hundredths < 0 && whole == 0 && rest != 0 ? "-" : ""
    if rest == 0 { return "\(whole)" }
    let decimals = rest < 10 ? "0\(rest)" : rest.isMultiple(of: 10) ? "\(rest / 10)" : "\(rest)"
    return "\(sign)\(whole).\(decimals)"
  }
}
