internal import HTTPTypes
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

extension PageRequest {
  /// What may be shown of a note: of a sealed one that it is, and when it opens.
  func note(at path: VaultPath) throws(StoreError) -> NoteFile {
    let note = try vault.note(at: path, zone: zone)
    guard let day = opening(of: note.document, at: path) else { return note }
    return note.sealed(until: day, zone: zone)
  }

  /// When a note opens; nil unless it is sealed by its key, or as the copy of a sealed note.
  func opening(of document: NoteDocument, at path: VaultPath) -> CalendarDay? {
    if let day = document.sealing(on: now.day, zone: zone) { return day }
    guard let original = document.frontMatter?.field(of: .conflictOf) else { return nil }
    let index = snapshot.index
    if let day = timeline.names.note(at: path).flatMap(index.opening) { return day }
    // The index may not have the copy yet.
    let id = original.value.text.flatMap { NoteID($0) }
    return id.flatMap { index.notes(withIDs: [$0]).first }.flatMap(index.opening)
  }

  /// Whether a media file belongs to a sealed note.
  func isSealed(mediaAt path: VaultPath) -> Bool {
    // Also one in a folder of the media folder.
    path.foldersAbove.contains { folder in
      MediaFolder.notes(ofFolder: folder).contains { note in
        timeline.names.note(at: note).flatMap(snapshot.index.opening) != nil
      }
    }
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
