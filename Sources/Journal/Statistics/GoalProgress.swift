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

/// How firm a habit is, by the formula of Loop Habit Tracker: 0 to 1.
///
/// A day on which the goal is kept brings it nearer to 1, any other day nearer to 0, and no day all the way. Each day
/// s becomes s·m + c·(1 − m), where m = 0.5^(√f/13). f is how often a day the goal wants events, at most 1; for sums,
/// one by its length in days. c is the part of the goal that was reached in its last days, up to 1. Events that are
/// wanted less often than daily are counted over twice the time, as nobody has them on the same days always. Of at
/// most something c is 1 up to the goal, and falls to 0 at its double. A new habit has 0, one of at most something 1.
struct GoalStrength {
  private let target: PeriodTarget
  private var number: Double
  private var dayCount: Int
  /// m of the formula.
  private let persistence: Double

  init(_ target: PeriodTarget) {
    self.target = target
    (number, dayCount) = (target.number, target.dayCount)
    var frequency = 1 / Double(dayCount)
    if target.bound == .atLeast, target.aggregate == .count, number > 0 {
      frequency = min(1, number / Double(dayCount))
      if frequency < 1 { (number, dayCount) = (number * 2, dayCount * 2) }
    }
    persistence = Self.halfPower(frequency.squareRoot() / 13)
  }

  /// After a day for each amount, of which the last is not over.
  ///
  /// - Parameter isOff: whether the day at an index leaves the strength as it is.
  func value(after amounts: [Double], isOff: (Int) -> Bool) -> Double {
    let isAtMost = target.bound == .atMost
    let shares = amounts.map(share)
    var (strength, window) = (isAtMost ? 1.0 : 0.0, 0.0)
    for (day, share) in shares.enumerated() {
      window += share - (day >= dayCount ? shares[day - dayCount] : 0)
      guard !isOff(day) else { continue }
      let reached = min(max(isAtMost ? 2 - window : window, 0), 1)
      let next = strength * persistence + reached * (1 - persistence)
      if day < shares.count - 1 {
        strength = next
      } else {
        // What the rest of the day can still turn does not count.
        strength = isAtMost ? min(strength, next) : max(strength, next)
      }
    }
    return strength
  }

  /// The part of the goal that an amount is: 0 to 2, beyond which nothing changes.
  ///
  /// Bounded, so that one huge number does not blur the others of its window.
  private func share(of amount: Double) -> Double {
    if number > 0 { return min(max(amount / number, 0), 2) }
    return target.isMet(by: amount) == (target.bound == .atLeast) ? 2 : 0
  }

  /// 0.5 to the power of a number from 0 to 1: the product of the roots of 0.5 that its binary digits name.
  private static func halfPower(_ exponent: Double) -> Double {
    var (rest, root, power) = (exponent, 0.5, 1.0)
    while rest > 0 {
      if rest >= 1 { (power, rest) = (power * root, rest - 1) }
      (root, rest) = (root.squareRoot(), rest * 2)
    }
    return power
  }
}

/// What is to be reached in each period: a tracker's goal, or one event in each of its intervals.
package struct PeriodTarget: Hashable, Sendable {
  package private(set) var bound: TrackerGoal.Bound
  package private(set) var number: Double
  /// Day, week, month or year.
  package private(set) var period: CalendarUnit
  /// How many periods up to and with each one count together.
  package private(set) var span = 1
  /// Of the events of a period.
  package private(set) var aggregate: TrackerAggregate

  /// The goal of a tracker, else its interval; nil without both.
  ///
  /// - Parameter aggregate: of the tracker's values, in which a goal is written.
  package init?(of tracker: Tracker, aggregate: TrackerAggregate) {
    if let goal = tracker.goal {
      self.init(goal, aggregate: aggregate)
    } else if let every = tracker.every {
      self.init(every)
    } else {
      return nil
    }
  }

  package init(_ goal: TrackerGoal, aggregate: TrackerAggregate) {
    (bound, number, period) = (goal.bound, goal.number, goal.period)
    self.aggregate = aggregate
  }

  /// One event in so many days, weeks, months or years; of shorter intervals as many as a day has, and of days of the
  /// week as many as these in a week.
  package init(_ interval: TrackerInterval) {
    (bound, number, aggregate) = (.atLeast, Double(max(1, interval.weekdays.count)), .count)
    (period, span) = (interval.unit, interval.count)
    if let length = interval.unit.seconds {
      let seconds = Int(length) * interval.count
      period = .day
      span = (seconds + 86_399) / 86_400
      number = Double(max(1, 86_400 / seconds))
    }
  }

  func isMet(by value: Double) -> Bool {
    bound == .atLeast ? value >= number : value <= number
  }

  /// The days of its periods up to the end of one.
  func days(upTo period: CalendarPeriod) -> ClosedRange<CalendarDay> {
    period.adding(1 - span).days.lowerBound...period.days.upperBound
  }

  /// Of its periods together; a month counts as 30 days, a year as 365.
  var dayCount: Int {
    switch period {
    case .minute, .hour, .day: span
    case .week: span * 7
    case .month: span * 30
    case .year: span * 365
    }
  }
}

extension ClosedRange<CalendarDay> {
  package var dayCount: Int { upperBound.number - lowerBound.number + 1 }
}

/// The days of a range on which a tracker is paused or was skipped.
struct DaysOff {
  private let days: ClosedRange<CalendarDay>
  /// Among the first so many days of the range.
  private let counts: [Int]

  init(_ pauses: [TrackerPause], in days: ClosedRange<CalendarDay>) {
    self.days = days
    func index(_ day: CalendarDay) -> Int { day.number - days.lowerBound.number }
    // How many pauses more a day is in than the day before.
    var changes = [Int](repeating: 0, count: index(days.upperBound) + 2)
    for pause in pauses {
      let first = max(pause.first, days.lowerBound)
      let last = min(pause.last ?? days.upperBound, days.upperBound)
      guard first <= last else { continue }
      changes[index(first)] += 1
      changes[index(last) + 1] -= 1
    }
    var (pauseCount, count, counts) = (0, 0, [0])
    for change in changes.dropLast() {
      pauseCount += change
      if pauseCount > 0 { count += 1 }
      counts.append(count)
    }
    self.counts = counts
  }

  /// How many of these days there are, of which those out of the range are none.
  func count(in days: ClosedRange<CalendarDay>) -> Int {
    guard self.days.overlaps(days) else { return 0 }
    let part = days.clamped(to: self.days)
    let first = self.days.lowerBound.number
    return counts[part.upperBound.number - first + 1] - counts[part.lowerBound.number - first]
  }

  func contains(_ day: CalendarDay) -> Bool { count(in: day...day) > 0 }
}
