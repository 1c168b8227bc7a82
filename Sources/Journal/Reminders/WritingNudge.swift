package import VaultFormat

/// Whether the daily reminder to write speaks at a time.
package enum WritingNudge {
  /// The day on which it is due, which is today; nil while it is silent.
  ///
  /// - Parameters:
  ///   - lastWritten: the day of the newest note that is not of a later day; nil for a vault without notes, in which it
  ///     speaks every day.
  ///   - now: in the vault's zone.
  package static func day(
    _ settings: NudgeSettings, lastWritten: CalendarDay?, now: NoteTime
  ) -> CalendarDay? {
    guard let time = settings.time, time <= now.secondOfDay else { return nil }
    let days = lastWritten.map { now.dayNumber - $0.number } ?? 1
    return ReminderBackOff.speaks(daysSinceLastNote: days) ? now.day : nil
  }
}

extension TrackerLog {
  /// Whether its goal was met on a day: of a week, a month or a year by that day, and one of at most something at the
  /// end of that.
  package func metGoal(on day: CalendarDay, dayStart: Int, now: NoteTime) -> Bool {
    guard let goal = tracker.goal else { return false }
    let history = TrackerHistory(of: self, dayStart: dayStart, now: now)
    let target = PeriodTarget(goal, aggregate: tracker.aggregate ?? history.defaultAggregate)
    let days = CalendarPeriod(target.period, of: day).days
    guard let first = history.firstDay, first <= day,
      target.bound == .atLeast || day == days.upperBound
    else { return false }
    let value = history.buckets(days.lowerBound...day, by: target.period, target.aggregate).first?
      .value
    return value.map(target.isMet) ?? false
  }
}
