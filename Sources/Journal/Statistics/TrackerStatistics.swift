package import VaultFormat

/// The events of a tracker in a range of days.
package struct TrackerStatistics: Sendable {
  package let days: ClosedRange<CalendarDay>
  /// Day, week, month or year.
  package let unit: CalendarUnit
  package let aggregate: TrackerAggregate
  /// In order, also those without events.
  package let buckets: [TrackerBucket]
  /// The sum of the buckets; nil if values of the aggregate cannot be added.
  package let total: Double?
  /// Of the buckets from the first event of the tracker to today that have a value.
  package let mean: Double?
  package let min: Double?
  package let max: Double?
  /// Seconds between two events of the range; nil with fewer than two.
  package let medianGap: Int64?
  package let longestGap: Int64?
  /// Seconds since the last event up to now; nil without one.
  package let presentGap: Int64?

  /// - Parameters:
  ///   - unit: of the buckets; days for a unit that is shorter.
  ///   - aggregate: nil for the default of the tracker.
  package init(
    of history: TrackerHistory, days: ClosedRange<CalendarDay>, by unit: CalendarUnit,
    aggregate: TrackerAggregate? = nil
  ) {
    let aggregate = aggregate ?? history.defaultAggregate
    buckets = history.buckets(days, by: unit, aggregate)
    (self.days, self.aggregate) = (days, aggregate)
    self.unit = unit.seconds == nil ? unit : .day

    let sum = buckets.reduce(0.0) { $0.addingWithinRange($1.value ?? 0) }
    total = aggregate.isAdditive ? sum : nil
    let values = Self.begun(buckets, history).compactMap(\.value)
    mean = values.isEmpty ? nil : values.reduce(0) { $0 + $1 / Double(values.count) }
    (min, max) = (values.min(), values.max())

    let gaps = EventGaps(between: history.events.filter { days.contains($0.day) })
    (medianGap, longestGap) = (gaps.median, gaps.longest)
    presentGap = history.events.map(\.time).max { $0.seconds < $1.seconds }
      .map { EventGaps.gap(from: $0, to: history.now) }
  }

  /// The latest of those with the greatest value; nil without a value.
  package var greatest: TrackerBucket? {
    max.flatMap { max in buckets.last { $0.value == max } }
  }

  /// From the first bucket with an event on, at least six: what a chart has to show.
  package var shown: ArraySlice<TrackerBucket> {
    let first = buckets.firstIndex { $0.count > 0 } ?? 0
    return buckets.suffix(Swift.max(buckets.count - first, 6))
  }

  /// From the first value to the last one of buckets whose values are not added; nil with fewer than two.
  package var change: (amount: Double, since: TrackerBucket)? {
    let known = buckets.filter { $0.value != nil }
    guard total == nil, known.count > 1, let first = known.first, let start = first.value,
      let end = known.last?.value
    else { return nil }
    return (((end - start) * 100).rounded() / 100, first)
  }

  /// How many buckets have an event.
  package var filledCount: Int { buckets.count { $0.count > 0 } }

  /// One level for each bucket.
  package func sparkline(isASCII: Bool = false) -> String {
    Sparkline.text(of: buckets.map { $0.count == 0 ? nil : $0.value }, isASCII: isASCII)
  }

  /// Without those that end before the first event of the tracker or begin after today.
  private static func begun(
    _ buckets: [TrackerBucket], _ history: TrackerHistory
  ) -> [TrackerBucket] {
    guard let first = history.firstDay else { return [] }
    return buckets.filter { bucket in
      let days = bucket.period.days
      return days.upperBound >= first && days.lowerBound <= history.today
    }
  }
}

/// A row of bars, one character each: `▄▄▅▂·▄▅▅█▄▄▅▄▅`.
package enum Sparkline {
  private static let blocks = Array("·▁▂▃▄▅▆▇█")
  private static let signs = Array(" .:-=+*#%")

  /// The level of a value is ⌈8·v/max⌉; that of 0 and of nothing between values is 0.
  ///
  /// With a value below zero the levels count from the least one, which has the first.
  ///
  /// - Parameter values: nil, or what is not finite, for nothing, which is a blank before the first value and after
  ///   the last.
  package static func text(of values: [Double?], isASCII: Bool = false) -> String {
    let values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
    let marks = isASCII ? signs : blocks
    guard let first = values.firstIndex(where: { $0 != nil }),
      let last = values.lastIndex(where: { $0 != nil })
    else { return String(repeating: " ", count: values.count) }
    let level = level(among: values.compactMap(\.self))
    return String(
      values.enumerated().map { index, value in
        first...last ~= index ? marks[value.map(level) ?? 0] : " "
      })
  }

  private static func level(among values: [Double]) -> (Double) -> Int {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    if least >= 0 {
      return { greatest > 0 ? Int((8 * ($0 / greatest)).rounded(.up)) : 0 }
    }
    // The halves of finite numbers have a finite difference.
    let range = greatest / 2 - least / 2
    return { range > 0 ? max(1, Int((8 * (($0 / 2 - least / 2) / range)).rounded(.up))) : 1 }
  }
}
