/// How the events of a day, week, month or year become one number.
package enum TrackerAggregate: String, Hashable, Sendable, CaseIterable {
  case count, sum, mean, last, min, max

  /// Reads its name in any case, with or without blanks around it; nil for any other text.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    self.init(rawValue: word.lowercased())
  }

  /// All of them, for a sentence.
  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// Whether the number of a month is the sum of those of its days.
  package var isAdditive: Bool { self == .count || self == .sum }
}
