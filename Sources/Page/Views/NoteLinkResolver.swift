internal import Media
internal import Rendering
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
    let found = file(
      of: target.link, at: target.paths, isEmbed: target.isEmbed, mediaFolder: mediaFolder)
    return switch found {
    case .note(let note): page(note, target)
    case .medium(let media): .media(media)
    case nil: nil
    }
  }

  private func page(_ note: VaultIndex.Position, _ target: LinkTarget) -> LinkDestination {
    let heading = target.fragment.map { "#" + PercentEncoding.encoded(HeadingID.slug(of: $0).utf8) }
    return .page(address: addresses.note(index.id(note)) + (heading ?? ""))
  }
}

extension NoteLinkResolver: LinkedFiles {
  func note(at path: VaultPath) -> VaultIndex.Position? { names.note(at: path) }

  func note(endingWith path: VaultPath) -> VaultIndex.Position? { names.note(endingWith: path) }

  func medium(endingWith path: VaultPath) -> MediaAddress? { file(path).flatMap { medium(at: $0) } }

  func medium(at path: VaultPath) -> MediaAddress? {
    guard FileFinder.file(at: path, in: folder) != nil,
      visibility.answer(for: path, in: names) == .visible,
      let item = MediaItem(at: path, in: folder)
    else { return nil }
    let size = item.size.flatMap { PixelSize(width: $0.width, height: $0.height) }
    let shown: MediaKind =
      item.isPicture(on: addresses)
      ? .photo : item.isSound ? .audio : item.isShownAsFilm ? .video : .file
    let address =
      shown == .photo ? addresses.picture(item, .large) : addresses.address(item.address)
    return MediaAddress(address, kind: shown, size: size)
  }
}
