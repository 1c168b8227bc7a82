internal import Journal
internal import VaultFormat

/// Dates of a life in words.
enum LifeWords {
  /// `17 May 2025`, `May 1958`, `1958`, `2 March`: as exactly as it is known.
  static func date(_ date: PartialDate) -> String {
    switch date {
    case .day(let time): day(time.day)
    case .month(let first): DateWords.month(CalendarMonth(first))
    case .year(let first): "\(first.year)"
    case .yearless(let day): "\(day.day) \(DateWords.monthName(day.month))"
    }
  }

  /// `17 May 2025`.
  static func day(_ day: CalendarDay) -> String {
    "\(day.day) \(DateWords.monthName(day.month)) \(day.year)"
  }

  /// `1899–1977`, of somebody who has died; a year that is not known is left out.
  static func span(of person: Person) -> String? {
    guard let died = person.died else { return nil }
    let years = [person.birthday?.firstDay, died.firstDay].map { $0.map { "\($0.year)" } ?? "" }
    return years == ["", ""] ? nil : years.joined(separator: "–")
  }

  /// `turns 2 tomorrow`, `birthday in 3 weeks`, `expected in 12 days`; nil for somebody who has died, and without a day.
  static func next(of person: Person, on today: CalendarDay, leapDay: LeapDay) -> String? {
    guard !person.isDead(on: today) else { return nil }
    if let due = person.dueDate, due >= today, person.birthday?.firstDay.map({ $0 > today }) ?? true
    {
      return "expected \(Countdown.text(from: today, to: due))"
    }
    guard let next = person.nextBirthday(onOrAfter: today, leapDay: leapDay) else { return nil }
    let when = Countdown.text(from: today, to: next.day)
    guard let turns = next.turns, turns > 0 else { return "birthday \(when)" }
    return "turns \(turns) \(when)"
  }
}
