internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Reads the notes that a page shows.
struct NoteShelf: Sendable {
  let vault: Vault
  let visibility: Visibility
  let cache: CardCache

  /// A note of a list and what it is known by.
  struct Entry: Sendable {
    var path: VaultPath
    var id: NoteID
    var stamp: CardCache.Stamp
  }

  /// The files of notes that are there, each looked at now.
  func entries(_ positions: [VaultIndex.Position], in index: VaultIndex) -> [Entry] {
    let paths = positions.map(index.path)
    let stamps = CardCache.stamps(of: paths, in: vault.folder)
    return positions.indices.compactMap { place in
      guard var stamp = stamps[place] else { return nil }
      stamp.answer = visibility.answer(for: positions[place], in: index)
      return Entry(path: paths[place], id: index.id(positions[place]), stamp: stamp)
    }
  }

  /// Nil if the note cannot be read any more.
  func card(_ entry: Entry) -> NoteCard? {
    cache.card(at: entry.path, entry.stamp) {
      guard let file = try? vault.note(at: entry.path, zone: visibility.zone) else { return nil }
      let note = visibility.shown(
        file, visibility.answer(for: file.document).or(entry.stamp.answer))
      return NoteCard(note, id: entry.id, media: media(of: note, limit: NoteCard.mediaLimit))
    }
  }

  func media(of note: NoteFile, limit: Int = .max) -> [MediaItem] {
    note.media.files.prefix(limit).compactMap {
      MediaItem(at: $0.path, in: vault.folder)
    }
  }
}
