package import VaultFormat

extension NoteDocument {
  /// Whether the file counts nowhere: a conflict copy, or sealed until a later day.
  package func isWithheld(on day: CalendarDay, zone: TimeZoneRules) -> Bool {
    frontMatter?.knownFields[.conflictOf] != nil || isSealed(on: day, zone: zone)
  }

  /// The names that a key lists; of a wiki link (`[[people/bà-lan|Bà]]`) the name of its file.
  package func names(of key: KnownKey) -> [String] {
    guard let value = frontMatter?.knownFields[key]?.value else { return [] }
    let nodes =
      switch value.content {
      case .scalar: [value]
      case .sequence(let items, _): items
      case .mapping: [YAMLNode]()
      }
    return nodes.compactMap(\.text).map(WikiLink.name).filter { !$0.isEmpty }
  }
}
