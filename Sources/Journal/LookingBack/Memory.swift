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
