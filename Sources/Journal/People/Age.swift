package import VaultFormat

/// The age of a person, counted in days of the calendar, so that time zones do not matter.
package struct Age: Hashable, Sendable {
  private let form: AgeForm
  /// Whole years; nil before birth.
  package let years: Int?
  /// Whole months above the years; nil before birth, and if only the year of birth is known.
  package let months: Int?
  /// Days above the months; nil before birth, and if the day of birth is unknown.
  package let days: Int?

  private init(_ form: AgeForm, years: Int? = nil, months: Int? = nil, days: Int? = nil) {
    (self.form, self.years, self.months, self.days) = (form, years, months, days)
  }

  /// `9 months 19 days`, or `week 25+0` before birth.
  package var text: String { text(in: .english) }

  /// In English, German or Vietnamese; in English for any other language.
  package func text(in language: Language) -> String { form.text(AgeWords(language)) }

  /// Nil if it is unknown, long before birth, and after death.
  ///
  /// Somebody of whom only the month or year of birth is known has no age in that month or year.
  ///
  /// - Parameter time: a day, or a clock time, which counts if that of birth is known too.
  package init?(of person: Person, at time: NoteTime, leapDay: LeapDay) {
    let day = time.day
    guard !person.isDead(on: day) else { return nil }
    switch person.birthday {
    case .day(let birth) where birth.isReached(at: time):
      self.init(since: birth, at: time, leapDay: leapDay)
    case .day(let birth):
      self.init(before: person.dueDate ?? birth.day, on: day)
    case .month(let first) where first <= day:
      self.init(sinceMonthOf: first, on: day)
    case .year(let first) where first <= day:
      self.init(sinceYearOf: first, on: day)
    case .month, .year, nil:
      guard let due = person.dueDate else { return nil }
      self.init(before: due, on: day)
    case .yearless: return nil
    }
  }

  /// Whether somebody of this age is under 18, or not yet born.
  package var isUnder18: Bool { years.map { $0 < 18 } ?? true }
}

// MARK: - Before birth

extension Age {
  /// Weeks and days of a pregnancy of 40 weeks.
  private static let daysOfPregnancy = 280
  /// Three weeks after the expected day.
  private static let longestPregnancy = 301

  private init?(before due: CalendarDay, on day: CalendarDay) {
    let days = Self.daysOfPregnancy - (due.number - day.number)
    guard 0..<Self.longestPregnancy ~= days else { return nil }
    self.init(.unborn(weeks: days / 7, days: days % 7))
  }
}

// MARK: - Since birth

extension Age {
  private init(since birth: NoteTime, at time: NoteTime, leapDay: LeapDay) {
    // The writer of an hour-old note may be where it is still the day before.
    let day = max(birth.day, time.day)
    let months = day.months(since: birth.day, leapDay: leapDay)
    let reached = birth.day.adding(months, .month, leapDay: leapDay) ?? birth.day
    let rest = day.number - reached.number
    let form: AgeForm
    if let hours = birth.hours(until: time), hours < 48 {
      form = .parts([AgePart(hours, .hour)])
    } else {
      form = Self.form(days: day.number - birth.day.number, months: months, rest: rest)
    }
    self.init(form, years: months / 12, months: months % 12, days: rest)
  }

  private init?(sinceMonthOf first: CalendarDay, on day: CalendarDay) {
    let months = day.months(since: first, leapDay: .february28)
    guard months > 0 else { return nil }
    let form = Self.parts(months: months).map(AgeForm.parts) ?? .years(months / 12)
    self.init(.about(form), years: months / 12, months: months % 12)
  }

  private init?(sinceYearOf first: CalendarDay, on day: CalendarDay) {
    let years = day.year - first.year
    guard years > 0 else { return nil }
    self.init(.about(.years(years)), years: years)
  }

  /// - Parameters:
  ///   - days: all days since birth.
  ///   - months: all whole months since birth.
  ///   - rest: the days above the months.
  private static func form(days: Int, months: Int, rest: Int) -> AgeForm {
    if days < 14 { return .parts([AgePart(days, .day)]) }
    if months < 2 { return .parts([AgePart(days / 7, .week), AgePart(days % 7, .day)]) }
    if months < 12 { return .parts([AgePart(months, .month), AgePart(rest, .day)]) }
    return .parts(parts(months: months) ?? [AgePart(months / 12, .year)])
  }

  /// Months until two years, then years and months; nil from 18 years on.
  private static func parts(months: Int) -> [AgePart]? {
    if months < 24 { return [AgePart(months, .month)] }
    if months < 18 * 12 { return [AgePart(months / 12, .year), AgePart(months % 12, .month)] }
    return nil
  }
}

// MARK: - Words

/// What is said of an age.
private indirect enum AgeForm: Hashable, Sendable {
  case unborn(weeks: Int, days: Int)
  /// Those that are 0 are left out; newborn if all are.
  case parts([AgePart])
  /// Whole years of somebody whose month of birth, or day, is not known.
  case years(Int)
  case about(AgeForm)

  func text(_ words: AgeWords) -> String {
    switch self {
    case .unborn(let weeks, let days): words.unborn(weeks, days)
    case .parts(let parts):
      parts.allSatisfy { $0.count == 0 }
        ? words.newborn
        : parts.filter { $0.count > 0 }.map(words.text).joined(separator: " ")
    case .years(let years): words.years(years)
    case .about(let form): "\(words.about) \(form.text(words))"
    }
  }
}

private struct AgePart: Hashable, Sendable {
  enum Unit: Int, Sendable { case hour, day, week, month, year }

  let count: Int
  let unit: Unit

  init(_ count: Int, _ unit: Unit) { (self.count, self.unit) = (count, unit) }
}

private enum AgeWords {
  case english, german, vietnamese

  init(_ language: Language) {
    self = ["de": .german, "vi": .vietnamese][language.code] ?? .english
  }

  private func word(_ english: String, _ german: String, _ vietnamese: String) -> String {
    switch self {
    case .english: english
    case .german: german
    case .vietnamese: vietnamese
    }
  }

  var newborn: String { word("newborn", "neugeboren", "mới sinh") }
  var about: String { word("about", "etwa", "khoảng") }

  func unborn(_ weeks: Int, _ days: Int) -> String {
    word("week \(weeks)+\(days)", "SSW \(weeks)+\(days)", "thai \(weeks) tuần \(days) ngày")
  }

  func years(_ years: Int) -> String { word("\(years)", "\(years)", "\(years) tuổi") }

  func text(_ part: AgePart) -> String {
    let unit = part.unit.rawValue
    let english = ["hour", "day", "week", "month", "year"][unit]
    let german = [
      ("Stunde", "Stunden"), ("Tag", "Tage"), ("Woche", "Wochen"), ("Monat", "Monate"),
      ("Jahr", "Jahre"),
    ][unit]
    let vietnamese = ["giờ", "ngày", "tuần", "tháng", "tuổi"][unit]
    return word(
      part.count.counted(english), part.count.counted(german.0, german.1),
      "\(part.count) \(vietnamese)")
  }
}

extension NoteTime {
  /// Whole hours to a later time; nil unless both have a clock time.
  fileprivate func hours(until later: NoteTime) -> Int? {
    guard precision == .second, later.precision == .second else { return nil }
    return Int((later.seconds - seconds) / 3600)
  }

  /// Compares days unless both times have a clock time.
  fileprivate func isReached(at time: NoteTime) -> Bool {
    guard precision == .second, time.precision == .second else { return day <= time.day }
    return seconds <= time.seconds
  }
}

/// A whole age in one unit: `6m`, `18 years`.
package struct AgeSpan: Hashable, Sendable {
  package let count: Int
  /// Days or longer.
  package let unit: CalendarUnit

  package init(count: Int, unit: CalendarUnit) {
    (self.count, self.unit) = (count, unit)
  }

  /// Takes an age from the end of the words; nil, without taking any, if they do not end with one.
  init?(endOf words: inout ArraySlice<Substring>) {
    guard let last = words.last else { return nil }
    var digits = last.prefix { $0.isASCII && $0.isNumber }
    let isJoined = !digits.isEmpty
    if !isJoined, let number = words.dropLast().last { digits = number }
    guard digits.utf8.allSatisfy(\.isASCIIDigit), let count = Int(digits),
      let unit = CalendarUnit(word: last.dropFirst(isJoined ? digits.count : 0).lowercased()),
      unit.seconds == nil
    else { return nil }
    words = words.dropLast(isJoined ? 1 : 2)
    (self.count, self.unit) = (count, unit)
  }

  /// Nil if it is beyond the year 9999.
  func day(after birth: CalendarDay, leapDay: LeapDay) -> CalendarDay? {
    birth.adding(count, unit, leapDay: leapDay)
  }
}

extension Person {
  /// The day on which somebody reaches an age, counted from the first day if only the month or year of birth is known;
  /// nil if the year of birth is unknown, or the day is beyond the year 9999.
  package func day(ofAge age: AgeSpan, leapDay: LeapDay) -> CalendarDay? {
    birthday?.firstDay.flatMap { age.day(after: $0, leapDay: leapDay) }
  }
}

/// A time of somebody's life: `kaia 6m..12m`, the value of `age:`.
///
/// Of the two ages the first is in the range and the second is not; one of them may be missing. One age alone, `kaia 6m`,
/// lasts as long as its unit.
package struct AgeRange: Hashable, Sendable {
  /// Nil for the person of the settings.
  package let name: String?
  /// Nil from birth on.
  package let from: AgeSpan?
  /// Nil without an end.
  package let to: AgeSpan?

  /// Nil if the text has no such form.
  package init?(_ text: String) {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    var words = parts[0].split(whereSeparator: \.isWhitespace)[...]
    from = AgeSpan(endOf: &words)
    name = words.isEmpty ? nil : words.joined(separator: " ")
    if parts.count == 1 {
      guard let from, from.count < .max else { return nil }
      to = AgeSpan(count: from.count + 1, unit: from.unit)
    } else {
      var end = parts[1].split(whereSeparator: \.isWhitespace)[...]
      let isOpen = end.isEmpty
      to = AgeSpan(endOf: &end)
      guard end.isEmpty, isOpen ? from != nil : to != nil else { return nil }
      // `6..12m`: an age without a unit is no part of the name.
      if from == nil, let last = parts[0].last, !last.isWhitespace { return nil }
    }
  }

  /// The days on which somebody is so old, until death; nil if there are none, or the year of birth is unknown.
  package func days(of person: Person, leapDay: LeapDay) -> ClosedRange<CalendarDay>? {
    guard let birth = person.birthday?.firstDay, !person.isDead(on: birth) else { return nil }
    guard let first = from.map({ $0.day(after: birth, leapDay: leapDay) }) ?? birth else {
      return nil
    }
    var last = person.died?.firstDay ?? CalendarDay(clamping: .max)
    if let end = to?.day(after: birth, leapDay: leapDay) {
      guard let before = end.adding(days: -1) else { return nil }
      last = min(last, before)
    }
    return first <= last ? first...last : nil
  }
}

/// An age that somebody reaches: `kaia 18 years`, the value of `--open-at-age`.
package struct AgeRequest: Hashable, Sendable {
  /// Nil for the person of the settings.
  package let name: String?
  package let age: AgeSpan

  /// Nil if the text does not end with an age.
  package init?(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    guard let age = AgeSpan(endOf: &words) else { return nil }
    self.age = age
    name = words.isEmpty ? nil : words.joined(separator: " ")
  }
}
