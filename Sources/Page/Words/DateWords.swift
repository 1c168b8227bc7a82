internal import VaultFormat

/// Days and times in words.
enum DateWords {
  /// `Friday, 20 November 2026`.
  static func day(_ day: CalendarDay) -> String { "\(day.weekday.name), \(date(day))" }

  /// `20 November 2026`.
  static func date(_ day: CalendarDay) -> String { "\(day.day) \(MonthName.of(day)) \(day.year)" }

  /// `3 to 25 June 2026`, `28 May to 3 June 2026`, or one day.
  static func days(_ days: ClosedRange<CalendarDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return date(first) }
    if first.year != last.year { return "\(date(first)) to \(date(last))" }
    let isOneMonth = CalendarMonth(first) == CalendarMonth(last)
    return "\(first.day)\(isOneMonth ? "" : " \(MonthName.of(first))") to \(date(last))"
  }

  /// `Fri 20 Nov 2026`.
  static func shortDay(_ day: CalendarDay) -> String {
    "\(weekday(day)) \(day.day) \(shortMonth(day)) \(day.year)"
  }

  /// `20 Nov`, of another year `20 Nov 2025`.
  static func dayOfYear(_ day: CalendarDay, now: CalendarDay) -> String {
    "\(day.day) \(shortMonth(day))" + (day.year == now.year ? "" : " \(day.year)")
  }

  /// `Fri 20 Nov 2026, 18:03`.
  static func moment(_ time: NoteTime) -> String {
    shortDay(time.day) + (clock(time).map { ", \($0)" } ?? "")
  }

  /// `just now`, `2 minutes ago`, `yesterday`, `4 weeks ago`, `2 years ago`; the moment itself if it is to come.
  ///
  /// Within half a day hours count, then the days of the calendar.
  static func ago(_ moment: NoteTime, now: NoteTime) -> String {
    let (seconds, days) = (now.seconds - moment.seconds, now.day.number - moment.day.number)
    return switch (seconds, days) {
    case (..<(-60), _): self.moment(moment)
    case (_, 0) where moment.precision == .day: "today"
    case (..<60, _): "just now"
    case (..<43_200, _), (_, 0): "\(span(seconds)) ago"
    case (_, 1): "yesterday"
    default: "\(span(Int64(days) * 86_400)) ago"
    }
  }

  /// `25 minutes`, `13 days`, `2 weeks`, of seconds: the largest unit that people would count in.
  static func span(_ seconds: Int64) -> String {
    let day: Int64 = 86_400
    let units: [(below: Int64, length: Int64, name: String)] = [
      (60, 1, "second"), (3600, 60, "minute"), (day, 3600, "hour"), (14 * day, day, "day"),
      (60 * day, 7 * day, "week"), (730 * day, 30 * day, "month"),
    ]
    let unit = units.first { seconds < $0.below } ?? (.max, 365 * day, "year")
    return Int(seconds / unit.length).counted(unit.name)
  }

  /// `Today`, `Yesterday`, or the day.
  static func dayNear(_ day: CalendarDay, now: CalendarDay) -> String {
    switch now.number - day.number {
    case 0: "Today"
    case 1: "Yesterday"
    default: shortDay(day)
    }
  }

  /// `Fri`.
  static func weekday(_ day: CalendarDay) -> String { String(day.weekday.name.prefix(3)) }

  /// `Nov`.
  static func shortMonth(_ day: CalendarDay) -> String { String(MonthName.of(day).prefix(3)) }

  /// `18:03`; nil for a time without a clock.
  static func clock(_ time: NoteTime) -> String? {
    guard time.precision == .second else { return nil }
    return "\(twoDigits(time.secondOfDay / 3600)):\(twoDigits(time.secondOfDay / 60 % 60))"
  }

  /// `+01:00`.
  static func offset(_ time: NoteTime) -> String {
    let minutes = abs(time.offset) / 60
    return "\(time.offset < 0 ? "−" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
  }

  /// `0:42` or `1:02:03`, of milliseconds.
  static func duration(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000 + (milliseconds % 1000 >= 500 ? 1 : 0)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = twoDigits(Int(seconds % 60))
    return hours > 0 ? "\(hours):\(twoDigits(Int(minutes))):\(rest)" : "\(minutes):\(rest)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
