package import VaultFormat

/// A note that a day remembers: of an earlier year, or of one of the last months.
package struct Memory: Sendable {
  package let note: NoteFacts
  /// Nil for one of the last months.
  package let years: Int?
  /// Nil for one of an earlier year.
  package let months: Int?

  /// `1 year ago`, `4 months ago`.
  package var ago: String {
    years.map { "\($0.counted("year")) ago" } ?? "\((months ?? 0).counted("month")) ago"
  }
}

extension OnThisDay {
  /// The notes that the day remembers, the latest day first, then by path.
  ///
  /// - Parameter withMonths: those of the last eleven months too.
  package func memories(among notes: some Sequence<NoteFacts>, withMonths: Bool) -> [Memory] {
    let found = notes.compactMap { note -> Memory? in
      let years = years(since: note.date.day)
      let months = withMonths && years == nil ? months(since: note.date.day) : nil
      return years == nil && months == nil ? nil : Memory(note: note, years: years, months: months)
    }
    return found.sorted {
      ($1.note.date.day, $0.note.path) < ($0.note.date.day, $1.note.path)
    }
  }
}

extension [Memory] {
  /// - Parameter note: the JSON of a note; one without any is left out.
  package func json(_ note: (NoteFacts) throws -> JSONValue?) rethrows -> JSONValue {
    .array(
      try compactMap { memory in
        try note(memory.note).map { note in
          .object([
            ("years", memory.years.map { .int($0) } ?? .null),
            ("months", memory.months.map { .int($0) } ?? .null), ("note", note),
          ])
        }
      })
  }
}

/// Which days a day remembers: the same day of earlier years, and of the last months.
package struct OnThisDay: Sendable {
  package let day: CalendarDay
  private let leapDay: LeapDay
  private let days: [CalendarDay: Int]

  /// How many months back a young journal looks.
  package static let monthCount = 11

  package init(_ day: CalendarDay, leapDay: LeapDay) {
    (self.day, self.leapDay) = (day, leapDay)
    let months = (1...Self.monthCount).compactMap { count in
      day.adding(months: -count).map { ($0, count) }
    }
    days = Dictionary(months) { first, _ in first }
  }

  /// Whether the day remembers another one.
  ///
  /// - Parameter withMonths: also one of the last eleven months.
  package func has(_ past: CalendarDay, withMonths: Bool) -> Bool {
    years(since: past) != nil || withMonths && months(since: past) != nil
  }

  /// How many years ago the day was; nil for one that this day is no anniversary of.
  package func years(since past: CalendarDay) -> Int? {
    let count = day.year - past.year
    guard count > 0, past.adding(count, .year, leapDay: leapDay) == day else { return nil }
    return count
  }

  /// How many months ago the day was, of the last eleven; a month that is too short has its last day.
  package func months(since past: CalendarDay) -> Int? { days[past] }
}
