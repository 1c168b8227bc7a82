internal import HTTPTypes
internal import Journal
internal import VaultFormat

/// The fields by which a tracker is changed.
enum TrackerForm {
  /// - Throws: a sentence for what is no interval.
  static func interval(_ text: String) throws(PageProblem) -> TrackerInterval {
    do throws(TrackerInterval.Failure) {
      return try TrackerInterval(text)
    } catch {
      let reason =
        switch error {
        case .isZero: "An interval is 1 or more."
        case .hasClock: "Minutes and hours have no clock time."
        case .isTooLong: "“\(text.prefix(100))” is longer than the calendar."
        case .notUnderstood: "“\(text.prefix(100))” is not an interval."
        }
      throw PageProblem(
        .unprocessableContent, "Not an interval",
        "\(reason) Nothing was written: write 2 days, 2 days at 08:00, month, mondays or weekdays at 08:00.",
        next: nil)
    }
  }
}
