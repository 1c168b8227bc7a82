/// The reason why a text is not a date expression.
///
/// Contains the user's text, which is not escaped.
package enum DateExpressionError: Error, Hashable, Sendable {
  case empty
  /// The text has no known form.
  case notUnderstood(String)
  /// The day, month or clock time does not exist: `2026-02-30`.
  case doesNotExist(String)
  /// The date is outside of the years 0000 to 9999.
  case outOfRange(String)

  /// What to type instead; printed after "hint: ".
  package var hint: String {
    switch self {
    case .empty, .notUnderstood, .outOfRange:
      "write a date as 2026-11-20, 2026-11, 2026, today, yesterday 18:30, last tuesday, "
        + "20 nov 2026, this month, 3 days ago, 2w, 6m or 1y"
    case .doesNotExist:
      "dates are year-month-day, as 2026-11-20; clock times have 24 hours, as 18:30"
    }
  }
}

extension DateExpressionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the date is empty"
    case .notUnderstood(let text): "'\(text)' is not a date"
    case .doesNotExist(let text): "there is no such date or time as '\(text)'"
    case .outOfRange(let text): "'\(text)' is not within the years 0000 to 9999"
    }
  }
}
