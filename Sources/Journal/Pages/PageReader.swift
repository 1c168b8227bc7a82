internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Reads the files that an index has marked.
struct PageReader {
  let vault: Vault
  let index: VaultIndex
  let zone: TimeZoneRules
  let today: CalendarDay

  /// Without those that are sealed until a later day, and without conflict copies.
  func documents(
    where isWanted: (IndexedNote.Flags) -> Bool
  ) -> [(position: VaultIndex.Position, document: NoteDocument)] {
    var found: [VaultIndex.Position] = []
    index.forEachPosition { position, note in
      if isWanted(note.flags) { found.append(position) }
    }
    return found.compactMap { position in
      document(at: index.path(position)).map { (position, $0) }
    }
  }

  /// Nil if the file cannot be read, or is excluded from counts and lists.
  func document(at path: VaultPath) -> NoteDocument? {
    guard let bytes = try? vault.folder.read(path).bytes else { return nil }
    let document = NoteDocument(bytes)
    return document.isWithheld(on: today, zone: zone) ? nil : document
  }
}
