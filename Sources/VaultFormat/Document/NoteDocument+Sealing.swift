extension NoteDocument {
  /// Whether the note is sealed: its key `open_after` names a day that has not begun (docs/vault-format.md, rule K-17).
  ///
  /// - Parameter day: today in the vault's zone; evaluated only for a note that has the key.
  package func isSealed(on day: @autoclosure () -> CalendarDay, zone: TimeZoneRules) -> Bool {
    guard let text = frontMatter?.knownFields[.openAfter]?.value.text,
      let opens = NoteTime(text, zone: zone)
    else { return false }
    return day() < opens.day
  }

  /// Whether the file belongs to the vault alone, and is not sent to the apps of notesync: a page, or a sealed note.
  package func staysInVault(
    on day: @autoclosure () -> CalendarDay, zone: TimeZoneRules
  ) -> Bool {
    PageKind(of: self) != nil || isSealed(on: day(), zone: zone)
  }
}
