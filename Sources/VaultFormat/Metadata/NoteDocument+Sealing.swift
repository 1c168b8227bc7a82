extension NoteDocument {
  /// The day on which the note opens by its key `open_after`; nil if it has none that is a day.
  package func openingDay(zone: TimeZoneRules) -> CalendarDay? {
    guard let text = frontMatter?.field(of: .openAfter)?.value.text else { return nil }
    return NoteTime(text, zone: zone)?.day
  }

  /// The day on which a sealed note opens (docs/vault-format.md, rule K-17); nil unless it is sealed.
  ///
  /// - Parameter day: today in the vault's zone; evaluated only for a note that has the key.
  package func sealing(
    on day: @autoclosure () -> CalendarDay, zone: TimeZoneRules
  ) -> CalendarDay? {
    openingDay(zone: zone).flatMap { day() < $0 ? $0 : nil }
  }

  /// Whether the note is sealed: its key `open_after` names a day that has not begun (docs/vault-format.md, rule K-17).
  ///
  /// - Parameter day: today in the vault's zone; evaluated only for a note that has the key.
  package func isSealed(on day: @autoclosure () -> CalendarDay, zone: TimeZoneRules) -> Bool {
    sealing(on: day(), zone: zone) != nil
  }

  /// What is shown in place of the note while it is sealed (rule K-17): a note without text whose title says when it
  /// opens.
  ///
  /// It keeps its id, its times, and whether it is pinned, a page or a conflict copy.
  ///
  /// - Parameter day: when it opens; that of its note for a conflict copy.
  package func sealed(until day: CalendarDay) -> NoteDocument {
    let metadata = NoteMetadata(of: self, zone: .utc)
    var fields: [(KnownKey, FieldValue)] = []
    if let id = metadata.id { fields.append((.id, .text(id.text))) }
    for key in [KnownKey.created, .updated, .date, .conflictOf] {
      guard let text = frontMatter?.field(of: key)?.value.text,
        key == .conflictOf || NoteTime(text, zone: .utc) != nil
      else { continue }
      fields.append((key, .text(text)))
    }
    if metadata.order != nil, let order = frontMatter?.field(of: .order)?.value.text {
      fields.append((.order, .plain(order)))
    }
    if metadata.isPinned { fields.append((.pinned, .bool(true))) }
    if let kind = metadata.kind { fields.append((.kind, .text(kind.rawValue))) }
    fields.append((.title, .text(Self.titleOfSealed(until: day))))
    fields.append((.openAfter, .plain("\(day)")))
    return fields.reduce(NoteDocument(Array("---\n---\n".utf8))) { document, field in
      (try? document.setting(field.0.name, to: field.1)) ?? document
    }
  }

  package static func titleOfSealed(until day: CalendarDay) -> String { "Sealed until \(day)" }

  /// Whether the note is sealed, or was before the day on which it opened.
  package var isOrWasSealed: Bool { openingDay(zone: .utc) != nil }

  /// The title in what outlasts today, such as the message of a commit: a note that is or was sealed has none there.
  package func lastingTitle(at path: VaultPath) -> String {
    isOrWasSealed ? "a sealed note" : title(at: path)
  }
}
