package import VaultFormat

extension MilestoneList {
  /// For so many days a milestone that is ahead can be told of, so that a few days without a computer do not matter.
  private static let week = 7

  /// The milestones to remind of, each with the day from which on: celebrations in the week before them, others in the
  /// week in which their ages begin, where the source says when that is.
  package func ahead(today: CalendarDay) -> [(milestone: Milestone, from: CalendarDay)] {
    upcoming.compactMap { entry in
      guard let days = entry.days, let window = entry.milestone.window, window.from != nil else {
        return nil
      }
      let lead = entry.isExact ? Self.week : 0
      guard let from = days.lowerBound.adding(days: -lead), from <= today,
        today.number - from.number < Self.week + (entry.isExact ? 1 : 0)
      else { return nil }
      return (entry.milestone, from)
    }
  }
}
