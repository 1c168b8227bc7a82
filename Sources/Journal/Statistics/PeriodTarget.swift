package import VaultFormat

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
