/// Why a text is no date expression; the text in it is the user's and unchecked.
package enum DateExpressionError: Error, Hashable, Sendable {
  case empty
  /// No known form.
  case notUnderstood(String)
  /// A known form, but a day, month or clock time that does not exist: `2026-02-30`.
  case doesNotExist(String)
  /// A known form that leads out of the years 0000 to 9999.
  case outOfRange(String)

  /// What to type instead; reads after "hint: ".
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
    case .outOfRange(let text): "'\(text)' leads out of the years 0000 to 9999"
    }
  }
}
