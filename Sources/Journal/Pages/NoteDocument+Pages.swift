package import VaultFormat

extension NoteDocument {
  /// Whether the file counts nowhere: a conflict copy, or sealed until a later day.
  package func isWithheld(on day: CalendarDay, zone: TimeZoneRules) -> Bool {
    frontMatter?.knownFields[.conflictOf] != nil || isSealed(on: day, zone: zone)
  }
}
