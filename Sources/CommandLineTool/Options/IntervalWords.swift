internal import VaultFormat

/// Intervals on the command line.
enum IntervalWords {
  static func interval(_ text: String) throws -> TrackerInterval {
    do {
      return try TrackerInterval(text)
    } catch {
      let (message, hint): (String, String?) =
        switch error {
        case .isZero: ("an interval is 1 or more", nil)
        case .hasClock: ("minutes and hours have no clock time", nil)
        case .isTooLong: ("'\(text)' is longer than the calendar", nil)
        case .notUnderstood:
          (
            "'\(text)' is not an interval",
            "write 2 days, 2 days at 08:00, month, mondays, weekdays at 08:00"
          )
        }
      throw CommandError(message, hint: hint, status: .wrongUsage)
    }
  }
}
