package import VaultFormat

/// A milestone in the list of a person.
package struct MilestoneEntry: Sendable {
  package enum State: String, Sendable {
    case done
    /// Its window holds today, or it has none.
    case open
    /// Its window begins after today.
    case ahead
  }

  package let milestone: Milestone
  package let state: State
  /// The days of its window; nil without one, or where they are not known.
  package let days: ClosedRange<CalendarDay>?
  /// Set if it is done.
  package let done: DoneMilestone?
  /// Whether it is not done, and its window touches the next days.
  package internal(set) var isUpcoming = false

  init(_ milestone: Milestone, _ done: DoneMilestone, _ stage: LifeStage) {
    (self.milestone, self.done, state) = (milestone, done, .done)
    days = stage.has(milestone.set) ? milestone.window.flatMap(stage.days) : nil
  }

  /// Nil for a milestone that the stage does not have, and for a window that has ended or whose days are not known.
  init?(_ milestone: Milestone, _ stage: LifeStage, today: CalendarDay) {
    guard stage.has(milestone.set) else { return nil }
    (self.milestone, done) = (milestone, nil)
    guard let window = milestone.window else {
      (days, state) = (nil, .open)
      return
    }
    guard let days = stage.days(of: window), today <= days.upperBound else { return nil }
    (self.days, state) = (days, days.contains(today) ? .open : .ahead)
  }

  /// Whether it is the day of a celebration.
  package var isExact: Bool { milestone.window?.isExact ?? false }
}

// MARK: - Texts

extension MilestoneEntry {
  /// The age at which the window begins, such as `3.8 months`; nil where the source gives none.
  package var from: String? { milestone.window?.from.map { "\($0)" } }

  /// The age at which the window ends.
  package var to: String? { milestone.window.map { "\($0.to)" } }

  /// The day of what is done or celebrated; nil for a window of several days.
  package var day: CalendarDay? { done?.day ?? (isExact ? days?.lowerBound : nil) }

  /// That day, else the ages: `by 24 months`.
  package var when: String {
    day.map { "\($0)" } ?? milestone.window.map { "\($0)" } ?? "any time"
  }

  /// What stands behind the title: how far away a celebration is, or where the ages come from; may be empty.
  package func remark(today: CalendarDay) -> String {
    if let done { return done.celebrated.map { "celebrated \($0)" } ?? "" }
    guard let days else { return "" }
    if isExact { return Countdown.text(from: today, to: days.lowerBound) }
    return switch milestone.basis {
    case .who: "98 of 100 children (WHO)"
    case .cdc: "most children by then (CDC)"
    case .tl: "a wide span (tl)"
    case .own: ""
    }
  }
}
