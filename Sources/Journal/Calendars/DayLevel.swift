/// How much there is on a day of a calendar, in five levels: 0 for nothing, to 4.
package enum DayLevel {
  package static let highest = 4

  /// The number of notes; 4 for more.
  package static func of(notes count: Int) -> Int { min(max(count, 0), highest) }

  /// The quarter of the greatest value that a value is in: ⌈4·v/max⌉; 0 for what is 0, below, or not finite.
  package static func of(_ value: Double, greatest: Double) -> Int {
    guard value.isFinite, greatest.isFinite, value > 0, greatest > 0 else { return 0 }
    return value >= greatest ? highest : Int((Double(highest) * (value / greatest)).rounded(.up))
  }
}
