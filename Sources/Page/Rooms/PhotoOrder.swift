internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The photos of the notes of a timeline, in its order.
struct PhotoOrder {
  let index: TimelineIndex
  let shelf: NoteShelf
  let site: SiteAddress

  /// The photos of a note; the head of a file is read only when it is asked for.
  func pictures(at position: VaultIndex.Position) -> some BidirectionalCollection<MediaItem> {
    let folder = MediaFolder(of: index.index.path(position))
    let listing = folder.flatMap { try? shelf.vault.folder.media(in: $0) }
    return (listing?.files ?? []).lazy.filter { $0.kind == .photo }
      .compactMap { MediaItem(at: $0.path, in: shelf.vault.folder) }
      .filter { $0.isPicture(on: site) }
  }

  /// The last photo of the notes that are newer than that of the cursor.
  func photo(before cursor: TimelineCursor) -> VaultPath? {
    let newer = index.sorted[..<index.place(of: cursor).before]
    for note in newer.reversed() where hasMedia(note) {
      if let photo = pictures(at: note).last { return photo.path }
    }
    return nil
  }

  /// The first photo of the notes that are older.
  func photo(after cursor: TimelineCursor) -> VaultPath? {
    let older = index.sorted[index.place(of: cursor).after...]
    for note in older where hasMedia(note) {
      if let photo = pictures(at: note).first { return photo.path }
    }
    return nil
  }

  private func hasMedia(_ note: VaultIndex.Position) -> Bool {
    index.index[note].flags.contains(.hasMediaFolder)
  }
}
