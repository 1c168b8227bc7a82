internal import HTTPTypes
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

extension PageRequest {
  var visibility: Visibility { Visibility(on: now.day, zone: zone) }

  /// What may be shown of a note.
  func note(at path: VaultPath) throws(StoreError) -> NoteFile {
    let note = try vault.note(at: path, zone: zone)
    return visibility.shown(note, answer(for: note.document))
  }

  /// Of a note as its file is now.
  func answer(for document: NoteDocument) -> Visibility.Answer {
    visibility.answer(for: document, in: snapshot.index)
  }

  /// The title of a version of a note, as of one in the trash.
  func title(ofVersion document: NoteDocument, at path: VaultPath) -> String {
    let answer = visibility.answer(forVersion: document, at: path, in: timeline.names)
    return answer.opening.map(NoteDocument.titleOfSealed) ?? document.title(at: path)
  }

  /// Whether a note, or the note of a medium, is not sealed.
  func mayShow(_ path: VaultPath) -> Bool {
    visibility.answer(for: path, in: timeline.names) == .visible
  }
}

extension PageProblem {
  static func isSealed(until day: CalendarDay) -> PageProblem {
    PageProblem(
      .forbidden, "Sealed until \(DateWords.day(day))",
      "This note opens by itself on that day. Until then its words and files are not shown; on the command line "
        + "tl seal --off opens it now.")
  }
}
