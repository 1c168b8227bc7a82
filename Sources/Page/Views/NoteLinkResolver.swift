internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Where the links of a note lead on the page.
struct NoteLinkResolver: Sendable {
  let addresses: SiteAddress
  let index: VaultIndex
  let names: NoteNames
  let visibility: Visibility
  let folder: VaultFolder
  /// Of the note, where a name is looked for first; nil for a text that is no note yet.
  let mediaFolder: VaultPath?
  /// Any other file by the end of its path.
  let file: @Sendable (VaultPath) -> VaultPath?

  func destination(of target: LinkTarget) -> LinkDestination? {
    for path in target.paths {
      if let note = self.note(at: path) { return page(note, target) }
      if let media = media(at: path) { return media }
    }
    if let note = noteByName(target.link) { return page(note, target) }
    return fileByName(target)
  }

  /// The note to which a link leads, as `destination(of:)` finds it.
  ///
  /// - Parameter paths: of the link, from the note's folder.
  func note(of link: FileLink, at paths: [VaultPath]) -> VaultIndex.Position? {
    for path in paths {
      if let note = self.note(at: path) { return note }
      if media(at: path) != nil { return nil }
    }
    return noteByName(link)
  }

  private func note(at path: VaultPath) -> VaultIndex.Position? {
    Self.notes(path).lazy.compactMap(names.note(at:)).first
  }

  /// As Obsidian finds files: by the end of the path, as it is written from the root.
  private func fileByName(_ target: LinkTarget) -> LinkDestination? {
    guard target.link.isByName || target.isEmbed else { return nil }
    // A name without an extension can only be that of a note.
    let paths = target.link.targets(from: nil)
      .filter { !NoteName.isNote($0.bytes[...]) && !$0.fileExtension.isEmpty }
    for path in paths {
      let isNameOnly = path.parent == nil
      if isNameOnly, let own = mediaFolder?.appending(path.name), let media = media(at: own) {
        return media
      }
      if let media = file(path).flatMap(media) { return media }
    }
    return nil
  }

  /// Whatever the folder of the note is.
  private func noteByName(_ link: FileLink) -> VaultIndex.Position? {
    guard link.isByName else { return nil }
    return link.targets(from: nil).lazy.flatMap(Self.notes).compactMap(names.note(endingWith:))
      .first
  }

  /// The notes that a path may mean: a link may leave out the extension.
  private static func notes(_ path: VaultPath) -> [VaultPath] {
    if NoteName.isNote(path.bytes[...]) { return [path] }
    return NoteName.extensions.compactMap { VaultPath(path.bytes + $0) }
  }

  private func page(_ note: VaultIndex.Position, _ target: LinkTarget) -> LinkDestination {
    let heading = target.fragment.map { "#" + PercentEncoding.encoded(HeadingID.slug(of: $0).utf8) }
    return .page(address: addresses.note(index.id(note)) + (heading ?? ""))
  }

  private func media(at path: VaultPath) -> LinkDestination? {
    guard FileFinder.file(at: path, in: folder) != nil,
      visibility.answer(for: path, in: names) == .visible,
      let item = MediaItem(at: path, in: folder)
    else { return nil }
    let size = item.size.flatMap { PixelSize(width: $0.width, height: $0.height) }
    let shown: MediaKind =
      item.isPicture(on: addresses)
      ? .photo : item.isSound ? .audio : item.isShownAsFilm ? .video : .file
    let address =
      shown == .photo
      ? PictureSource(item, preferred: .large, hasVariants: addresses.hasVariants).address
      : item.address
    return .media(MediaAddress(addresses.address(address), kind: shown, size: size))
  }
}
