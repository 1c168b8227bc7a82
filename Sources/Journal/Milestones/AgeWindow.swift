internal import VaultFormat

/// The ages between which a milestone is expected.
package struct AgeWindow: Hashable, Sendable {
  /// Nil where the source says only by which age.
  package let from: MilestoneAge?
  package let to: MilestoneAge
  /// The age from which on the milestone is looked for: `from`, else one that the catalogue chooses.
  let opens: MilestoneAge

  init(from: MilestoneAge, to: MilestoneAge) {
    (self.from, self.to, opens) = (from, to, from)
  }

  /// A window of which only the end is known.
  init(by age: MilestoneAge, opens: MilestoneAge) {
    (from, to, self.opens) = (nil, age, opens)
  }

  /// Reads `12-36 months`; nil for anything else, and where the first number is greater.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1, let word = words.last, let unit = CalendarUnit(word: word.lowercased())
    else { return nil }
    let numbers = words.dropLast().joined().split(omittingEmptySubsequences: false) {
      $0 == "-" || $0 == "–"
    }
    guard numbers.count == 2, let from = MilestoneAge(numbers[0], unit),
      let to = MilestoneAge(numbers[1], unit), from.tenths <= to.tenths
    else { return nil }
    self.init(from: from, to: to)
  }

  /// Whether it is a single day, as a birthday is.
  package var isExact: Bool { from == to }
}

extension AgeWindow: CustomStringConvertible {
  /// `by 24 months`, `3.8–9.2 months`, `3–8 years`, or one age.
  package var description: String {
    guard let from else { return "by \(to)" }
    if isExact { return "\(to)" }
    let inYears = from.isWholeYears && to.isWholeYears
    return "\(from.number(inYears: inYears))–\(to.text(inYears: inYears))"
  }
}
