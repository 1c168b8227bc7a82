package import VaultFormat

extension NoteDocument {
  /// The name of a key of a page in this file, else tl's own.
  package func name(of key: PageKey) -> String { PageFields(of: self)[key]?.name ?? key.name }

  /// Without a key of a page, under whatever names the file has it.
  package func removingAll(_ key: PageKey) throws(EditError) -> NoteDocument {
    var document = self
    while let field = PageFields(of: document)[key] { document = try document.removing(field.name) }
    return document
  }

  /// Whether the file is excluded from counts and lists: a conflict copy, or sealed until a later day.
  package func isWithheld(on day: CalendarDay, zone: TimeZoneRules) -> Bool {
    frontMatter?.field(of: .conflictOf) != nil || isSealed(on: day, zone: zone)
  }
}
