package import VaultFormat

/// A note that a day remembers: of an earlier year, or of one of the last months.
package struct Memory<Note> {
  package let note: Note
  /// Nil for one of the last months.
  package let years: Int?
  /// Nil for one of an earlier year.
  package let months: Int?
}

extension Memory: Sendable where Note: Sendable {}

extension Memory {
  /// `1 year ago`, `4 months ago`.
  package var ago: String {
    years.map { "\($0.counted("year")) ago" } ?? "\((months ?? 0).counted("month")) ago"
  }
}

extension OnThisDay {
  /// The notes that the day remembers, the latest day first, then by path.
  ///
  /// - Parameters:
  ///   - withMonths: those of the last eleven months too.
  ///   - day: of a note.
  ///   - path: of a note; asked only for those that are remembered.
  package func memories<Note>(
    among notes: some Sequence<Note>, withMonths: Bool, day: (Note) -> CalendarDay,
    path: (Note) -> VaultPath
  ) -> [Memory<Note>] {
    let found = notes.compactMap {
      note -> (memory: Memory<Note>, day: CalendarDay, path: VaultPath)? in
      let day = day(note)
      let years = years(since: day)
      let months = withMonths && years == nil ? months(since: day) : nil
      guard years != nil || months != nil else { return nil }
      return (Memory(note: note, years: years, months: months), day, path(note))
    }
    return found.sorted { ($1.day, $0.path) < ($0.day, $1.path) }.map(\.memory)
  }
}
