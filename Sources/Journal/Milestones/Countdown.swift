package import VaultFormat

/// How far away a day is.
package enum Countdown {
  /// `today`, `tomorrow`, `in 12 days`, `in 25 weeks`, `in 14 months`, `in 3 years`; the day is not before today.
  package static func text(from today: CalendarDay, to day: CalendarDay) -> String {
    let days = day.number - today.number
    if days <= 0 { return "today" }
    if days == 1 { return "tomorrow" }
    if days < 14 { return "in \(days) days" }
    let (first, last) = (today.components, day.components)
    var months = (last.year - first.year) * 12 + last.month - first.month
    if let reached = today.adding(months: months), reached > day { months -= 1 }
    if months < 12 { return "in \(days / 7) weeks" }
    return months < 24 ? "in \(months) months" : "in \(months / 12) years"
  }
}
