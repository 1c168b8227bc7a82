package import VaultFormat

/// Where a tracker stands: how long ago the last event was, and when the next one is due.
package struct TrackerStatus: Sendable {
  package let tracker: Tracker
  package let tally: TrackerTally
  /// When the next event is due; nil without an interval, where reminders are off, while one runs or during a pause
  /// without an end, and for an archived tracker.
  package let due: NoteTime?
  /// The pause of today.
  package let pause: TrackerPause?
  /// In the vault's zone.
  package let now: NoteTime

  /// - Parameter now: in the vault's zone.
  package init(_ tracker: Tracker, _ tally: TrackerTally, now: NoteTime, zone: TimeZoneRules) {
    (self.tracker, self.tally, self.now) = (tracker, tally, now)
    pause = tally.pauses.filter { $0.contains(now.day) }.max { first, second in
      guard let other = second.last else { return first.last != nil }
      return first.last.map { $0 < other } ?? false
    }
    guard tracker.reminds, !tracker.isArchived, tally.running == nil,
      let next = tracker.every?.due(after: tally.base ?? tracker.created, zone: zone)
    else {
      due = nil
      return
    }
    due = Self.due(next, after: tally.pauses, today: now.day, zone: zone)
  }

  /// The day after each pause that a due time falls into; nil if one has no end.
  ///
  /// What was due before a pause that has begun waits for its end too.
  private static func due(
    _ first: NoteTime, after pauses: [TrackerPause], today: CalendarDay, zone: TimeZoneRules
  ) -> NoteTime? {
    var due = first
    for pause in pauses.sorted(by: { $0.first < $1.first }) {
      let hasBegun = pause.first <= today
      guard hasBegun || pause.first <= due.day else { continue }
      guard let last = pause.last else { return nil }
      guard due.day <= last else { continue }
      guard let next = last.adding(days: 1) else { return nil }
      due = due.moved(to: next, zone: zone)
    }
    return due
  }

  /// Seconds since the last event, or from its end; nil without an event.
  ///
  /// Whole days for one that has only a day.
  package var elapsed: Int64? { tally.last.map { elapsed(since: $0.time) } }

  /// For how long an event runs, in seconds.
  package var runningTime: Int64? { tally.running.map { elapsed(since: $0.begin) } }

  /// Seconds since it is due; nil if it is not due.
  package var late: Int64? {
    guard let due, due.precision == .day ? due.day <= now.day : due.seconds <= now.seconds else {
      return nil
    }
    return elapsed(since: due)
  }

  private func elapsed(since time: NoteTime) -> Int64 {
    time.precision == .day
      ? Int64(max(0, now.dayNumber - time.dayNumber)) * 86_400
      : max(0, now.seconds - time.seconds)
  }
}
