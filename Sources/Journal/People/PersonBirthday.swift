package import VaultFormat

/// A birthday of a person in one year.
package struct PersonBirthday: Sendable {
  package let person: Person
  package let day: CalendarDay
  /// Years since birth, 0 on the day of birth; nil if the year of birth is unknown.
  package let years: Int?
  /// Whether the person has died before that day.
  package let isMemorial: Bool

  /// The age that the person reaches; nil for one who has died, and if the year of birth is unknown.
  package var turns: Int? { isMemorial ? nil : years }

  /// `Kaia turns 2`, `Farmor Ingrid, born 99 years ago`, `Onkel Tom has a birthday`.
  package var text: String {
    let name = person.title
    if let turns { return turns == 0 ? "Birth of \(name)" : "\(name) turns \(turns)" }
    if let years { return "\(name), born \(years.counted("year")) ago" }
    return "\(name) has a birthday"
  }
}

extension Person {
  /// Nil if the day or the month of birth is unknown, and for a year before birth.
  package func birthday(inYear year: Int, leapDay: LeapDay) -> PersonBirthday? {
    guard let day = birthday?.anniversary(inYear: year, leapDay: leapDay) else { return nil }
    return PersonBirthday(
      person: self, day: day, years: birthday?.firstDay.map { year - $0.year },
      isMemorial: isDead(on: day))
  }

  /// The first birthday that is not before a day; for somebody not yet born, the day of birth.
  package func nextBirthday(onOrAfter day: CalendarDay, leapDay: LeapDay) -> PersonBirthday? {
    let year = max(day.year, birthday?.firstDay?.year ?? 0)
    return [year, year + 1].lazy.compactMap { birthday(inYear: $0, leapDay: leapDay) }
      .first { $0.day >= day }
  }
}

extension PersonBook {
  /// The birthdays on a day, in the order of `persons`; those of the dead too, as memorials.
  package func birthdays(on day: CalendarDay, leapDay: LeapDay) -> [PersonBirthday] {
    persons.compactMap { $0.birthday(inYear: day.year, leapDay: leapDay) }.filter { $0.day == day }
  }
}
