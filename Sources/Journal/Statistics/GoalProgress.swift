package import VaultFormat

/// How a tracker does by its goal: periods in which it was kept, runs of them, and strength.
///
/// What is not decided counts neither way: periods with a pause or a skip that did not reach the goal, the period of
/// today while it can still change, and the one in which the tracker began.
package struct GoalProgress: Sendable {
  /// Day, week, month or year.
  package let period: CalendarUnit
  /// Periods of the range in which the goal was kept, of so many.
  package private(set) var kept = 0
  package private(set) var of = 0
  /// Periods in a row up to today, and the most there ever were.
  package private(set) var run = 0
  package private(set) var longestRun = 0
  /// 0 to 1; nil if values of the aggregate cannot be added.
  package let strength: Double?

  /// Nil before the tracker has begun: with its first event, or for a goal of at most something when it was made.
  ///
  /// - Parameter days: in which kept periods are counted; runs and the strength go back to the begin.
  package init?(
    of target: PeriodTarget, in history: TrackerHistory, created: CalendarDay,
    days: ClosedRange<CalendarDay>
  ) {
    let first = history.firstDay
    let begin = target.bound == .atMost ? min(first ?? created, created) : first
    guard let begin, begin <= history.today else { return nil }
    let lifetime = begin...history.today
    let daysOff = DaysOff(history.pauses, in: lifetime)
    period = target.period
    strength = Self.strength(of: target, in: history, lifetime, without: daysOff)

    let buckets = history.buckets(lifetime, by: target.period, target.aggregate)
    var lastFilled = 0
    for (index, bucket) in buckets.enumerated() {
      if bucket.count > 0 { lastFilled = index }
      // Events of several periods are counted for intervals only, which want one.
      let isMet =
        target.span > 1 ? index - lastFilled < target.span : bucket.value.map(target.isMet)
      guard let isMet else { continue }
      let window = target.days(upTo: bucket.period).clamped(to: lifetime)
      let offCount = daysOff.count(in: window)
      let isLast = index == buckets.count - 1
      let isDecided =
        switch (target.bound, isMet) {
        case (.atLeast, true): true
        case (.atLeast, false): offCount == 0 && !isLast && bucket.start >= begin
        case (.atMost, true): offCount < window.dayCount && !isLast
        case (.atMost, false): offCount == 0
        }
      if isDecided { add(isMet: isMet, isInRange: bucket.period.days.overlaps(days)) }
    }
  }

  /// `12 of the last 14 days`.
  package var text: String { "\(kept) of the last \(of.counted(period.rawValue))" }

  private static func strength(
    of target: PeriodTarget, in history: TrackerHistory, _ days: ClosedRange<CalendarDay>,
    without daysOff: DaysOff
  ) -> Double? {
    guard target.aggregate.isAdditive else { return nil }
    let amounts = history.buckets(days, by: .day, target.aggregate).map { $0.value ?? 0 }
    return GoalStrength(target).value(after: amounts) { index in
      daysOff.contains(CalendarDay(clamping: days.lowerBound.number + index))
    }
  }

  private mutating func add(isMet: Bool, isInRange: Bool) {
    run = isMet ? run + 1 : 0
    longestRun = max(longestRun, run)
    guard isInRange else { return }
    of += 1
    if isMet { kept += 1 }
  }
}
