package import VaultFormat

/// A milestone that a note tells of.
package struct DoneMilestone: Hashable, Sendable {
  /// The value of the key `milestone`: an id, a title, or free text.
  package var name: String
  /// The day of the note.
  package var day: CalendarDay
  /// The day on which it was celebrated.
  package var celebrated: CalendarDay?
  package var path: VaultPath
  /// Of the note.
  package var id: NoteID?

  package init(name: String, day: CalendarDay, celebrated: CalendarDay?, path: VaultPath) {
    (self.name, self.day, self.celebrated, self.path) = (name, day, celebrated, path)
  }
}

extension DoneMilestone {
  /// Nil for a note that tells of none, and for a page.
  private init?(_ note: NoteFacts) {
    guard let name = note.milestone, !note.isPage else { return nil }
    self.init(name: name, day: note.date.day, celebrated: note.celebrated, path: note.path)
    id = note.id
  }

  /// The milestones of a person that notes tell of.
  ///
  /// - Parameters:
  ///   - withUnnamed: also of notes that name nobody.
  ///   - facts: without those that count nowhere.
  package static func all(
    of person: Person, withUnnamed: Bool, among facts: some Sequence<NoteFacts>
  ) -> [DoneMilestone] {
    let names = Set(person.names)
    return facts.filter { note in
      note.people.isEmpty
        ? withUnnamed : note.people.contains { names.contains(NameKey($0.utf8)) }
    }.compactMap(DoneMilestone.init)
  }
}
