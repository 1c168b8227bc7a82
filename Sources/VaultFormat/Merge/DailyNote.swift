/// A note of one day, which several devices make for themselves: it is one note (docs/vault-format.md, rule I-6).
package enum DailyNote {
  /// The day that a file's name is, without anything else; nil for other names.
  package static func day(of path: VaultPath) -> CalendarDay? {
    CalendarDay(String(decoding: path.stem, as: UTF8.self))
  }

  /// The ids under which devices make the note of a day at one path: its own, and that of the path (rule I-3); empty if
  /// the name is not a day.
  package static func ids(at path: VaultPath) -> Set<NoteID> {
    guard let day = day(of: path) else { return [] }
    return [ProvisionalID.ofDay(day), ProvisionalID.of(path)]
  }

  /// Whether a note is the one of a day: by its id, or by its name if it has none but perhaps that of its path.
  package static func isOne(_ document: NoteDocument, at path: VaultPath?) -> Bool {
    let named = path.flatMap(day)
    let metadata = NoteMetadata(of: document, zone: .utc)
    guard let id = metadata.id else { return named != nil }
    if let path, ids(at: path).contains(id) { return true }
    let days = [metadata.date, metadata.created].compactMap { $0?.day }
    return days.contains { ProvisionalID.ofDay($0) == id }
  }
}
