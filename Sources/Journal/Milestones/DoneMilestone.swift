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

  package init(name: String, day: CalendarDay, celebrated: CalendarDay?, path: VaultPath) {
    (self.name, self.day, self.celebrated, self.path) = (name, day, celebrated, path)
  }
}
