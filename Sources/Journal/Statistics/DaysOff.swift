internal import VaultFormat

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
