internal import Journal
internal import VaultFormat

/// Which time a chart shows, and in which parts.
struct ChartSpan: Hashable, Sendable {
  /// Day, week, month or year.
  let unit: CalendarUnit
  let count: Int

  static let units: [CalendarUnit] = [.day, .week, .month, .year]

  private init(_ unit: CalendarUnit) {
    self.unit = unit
    count =
      switch unit {
      case .day: 30
      case .week: 26
      case .month: 24
      default: 10
      }
  }

  /// As wished, else so that there is about an event in each part.
  init(by unit: CalendarUnit?, of history: TrackerHistory) {
    if let unit, Self.units.contains(unit) {
      self.init(unit)
      return
    }
    let usual = history.usualGap ?? 0
    let fitting: CalendarUnit =
      switch usual {
      case ..<(3 * 86_400): .day
      case ..<(15 * 86_400): .week
      case ..<(200 * 86_400): .month
      default: .year
      }
    self.init(fitting)
  }

  func statistics(of history: TrackerHistory, _ tracker: Tracker) -> TrackerStatistics {
    let last = CalendarPeriod(unit, of: history.today)
    let first = min(last.adding(1 - count).days.lowerBound, history.today)
    return TrackerStatistics(
      of: history, days: first...history.today, by: unit, aggregate: tracker.aggregate)
  }
}
