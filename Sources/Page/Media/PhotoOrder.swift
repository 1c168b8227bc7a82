internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The photos of the notes of a timeline, in its order.
struct PhotoOrder {
  let index: TimelineIndex
  let shelf: NoteShelf
  let site: SiteAddress

  /// The photos of a note.
  func pictures(at position: VaultIndex.Position) -> [MediaItem] {
    photoPaths(at: position).compactMap(picture)
  }

  /// The last photo of the notes that are newer than that of the cursor.
  func photo(before cursor: TimelineCursor) -> VaultPath? {
    for note in index.sorted[..<index.place(of: cursor).before].reversed() where mayShowMedia(note)
    {
      for path in photoPaths(at: note).reversed() where picture(path) != nil { return path }
    }
    return nil
  }

  /// The first photo of the notes that are older.
  func photo(after cursor: TimelineCursor) -> VaultPath? {
    for note in index.sorted[index.place(of: cursor).after...] where mayShowMedia(note) {
      for path in photoPaths(at: note) where picture(path) != nil { return path }
    }
    return nil
  }

  /// The files that are photos by their names.
  private func photoPaths(at position: VaultIndex.Position) -> [VaultPath] {
    guard let folder = MediaFolder(of: index.index.path(position)),
      let listing = try? shelf.vault.folder.media(in: folder)
    else { return [] }
    return listing.files.filter { $0.kind == .photo }.map(\.path)
  }

  /// Nil for a file that is no picture by its head, which is read here.
  private func picture(_ path: VaultPath) -> MediaItem? {
    MediaItem(at: path, in: shelf.vault.folder).flatMap { $0.isPicture(on: site) ? $0 : nil }
  }

  /// Whether the note has a media folder, and is not sealed.
  func mayShowMedia(_ note: VaultIndex.Position) -> Bool {
    index.index[note].flags.contains(.hasMediaFolder)
      && shelf.visibility.answer(for: note, in: index.index) == .visible
  }
}
