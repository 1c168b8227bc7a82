package import VaultFormat

/// Days on which a tracker is not due.
package struct TrackerPause: Hashable, Sendable {
  package var first: CalendarDay
  /// Nil for one without an end.
  package var last: CalendarDay?

  package init(first: CalendarDay, last: CalendarDay?) {
    (self.first, self.last) = (first, last)
  }

  init(_ line: EventLine) {
    first = line.begin.day
    switch line.end {
    case nil: last = first
    case .running: last = nil
    case .at(let end): last = end.day
    }
  }

  func contains(_ day: CalendarDay) -> Bool {
    first <= day && last.map { day <= $0 } ?? true
  }
}
