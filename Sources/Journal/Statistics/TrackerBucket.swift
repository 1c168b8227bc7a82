package import VaultFormat

/// What the events of one day, week, month or year come to.
package struct TrackerBucket: Hashable, Sendable {
  package var period: CalendarPeriod
  /// By the aggregate: 0 for the count or the sum of no events, else nil without a value.
  package var value: Double?
  /// Of events, with a value or without.
  package var count: Int

  package var start: CalendarDay { period.days.lowerBound }
}

extension TrackerHistory {
  /// The buckets of a range of days in order, also those without events.
  ///
  /// Of the first and the last one only the days in the range count.
  func buckets(
    _ days: ClosedRange<CalendarDay>, by unit: CalendarUnit, _ aggregate: TrackerAggregate
  ) -> [TrackerBucket] {
    let first = CalendarPeriod(unit, of: days.lowerBound)
    let last = CalendarPeriod(unit, of: days.upperBound)
    var tallies = [Tally](repeating: Tally(), count: last.number - first.number + 1)
    for event in events where days.contains(event.day) {
      tallies[CalendarPeriod(unit, of: event.day).number - first.number].add(event.value)
    }
    return tallies.enumerated().map { index, tally in
      TrackerBucket(
        period: first.adding(index), value: tally.value(aggregate), count: tally.count)
    }
  }
}

/// What is known of the events of a bucket.
private struct Tally {
  private(set) var count = 0
  private var valueCount = 0
  private var sum = 0.0
  private var last: Double?
  private var smallest: Double?
  private var largest: Double?

  mutating func add(_ value: Double?) {
    count += 1
    guard let value else { return }
    valueCount += 1
    sum = sum.addingWithinRange(value)
    last = value
    smallest = min(smallest ?? value, value)
    largest = max(largest ?? value, value)
  }

  func value(_ aggregate: TrackerAggregate) -> Double? {
    switch aggregate {
    case .count: Double(count)
    case .sum: sum
    case .mean: valueCount == 0 ? nil : sum / Double(valueCount)
    case .last: last
    case .min: smallest
    case .max: largest
    }
  }
}

extension Double {
  /// The sum of finite numbers; the greatest finite number where it would be infinite.
  func addingWithinRange(_ other: Double) -> Double {
    let limit = Double.greatestFiniteMagnitude
    return Swift.min(Swift.max(self + other, -limit), limit)
  }
}
