internal import Synchronization
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The media of a note that an audience sees.
///
/// A file is read and cleaned when it is first asked for: a view of many notes is made of their texts alone.
final class SharedGallery: Sendable {
  /// All media of the note.
  let files: [MediaFile]
  /// Those that leave with the note: what its text refers to, or all if it refers to none.
  let given: [VaultPath]
  /// Those that would leave with it, but for another note that has the same folder.
  private let refused: [VaultPath]
  private let folder: VaultFolder
  private let known = Mutex<[VaultPath: SharedMedium?]>([:])

  /// - Parameter isWithheld: whether none of the files leaves.
  init(of note: NoteFile, in folder: VaultFolder, isWithheld: Bool) {
    self.folder = folder
    files = isWithheld ? [] : note.media.files
    let own = OwnMedia(files)
    let place = MediaFolder(of: note.path)?.path
    let referred = Set(
      own.paths.isEmpty
        ? []
        : note.document.fileLinks.compactMap { link in
          own.medium(of: link, at: link.targets(from: note.path.parent), mediaFolder: place)
        })
    given = files.map(\.path).filter { referred.isEmpty || referred.contains($0) }
    refused = isWithheld ? note.media.files.map(\.path) : []
  }

  var media: [SharedMedium] { given.compactMap(medium) }

  /// The files that do not leave though the note gives them.
  var notGiven: [VaultPath] { refused + given.filter { medium(at: $0) == nil } }

  /// Nil for a file that does not leave, or cannot be read.
  func medium(at path: VaultPath) -> SharedMedium? {
    known.withLock { known in
      if let medium = known[path] { return medium }
      let medium = try? SharedMedium(at: path, in: folder)
      known[path] = .some(medium)
      return medium
    }
  }
}

extension SharedGallery: Hashable {
  static func == (a: SharedGallery, b: SharedGallery) -> Bool {
    a.files == b.files && a.given == b.given
  }

  func hash(into hasher: inout Hasher) { hasher.combine(given) }
}

/// The media of one note, among which its own links are looked up.
private struct OwnMedia: LinkedFiles {
  let paths: Set<VaultPath>

  init(_ files: [MediaFile]) { paths = Set(files.map(\.path)) }

  func note(at path: VaultPath) -> Never? { nil }
  func note(endingWith path: VaultPath) -> Never? { nil }
  func medium(at path: VaultPath) -> VaultPath? { paths.contains(path) ? path : nil }
  func medium(endingWith path: VaultPath) -> VaultPath? { SharedFiles.first(of: paths, path) }

  func medium(of link: FileLink, at paths: [VaultPath], mediaFolder: VaultPath?) -> VaultPath? {
    let found = file(of: link, at: paths, isEmbed: true, mediaFolder: mediaFolder)
    return if case .medium(let path) = found { path } else { nil }
  }
}
