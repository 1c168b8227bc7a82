internal import Synchronization
internal import SystemCalls
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
  private let memory: KnownMedia

  /// - Parameter isWithheld: whether none of the files leaves.
  init(of note: NoteFile, in folder: VaultFolder, isWithheld: Bool, _ memory: KnownMedia) {
    (self.folder, self.memory) = (folder, memory)
    files = isWithheld ? [] : note.media.files
    let own = OwnMedia(files)
    let place = MediaFolder(of: note.path)?.path
    var (referred, refers): (Set<VaultPath>, Bool) = ([], false)
    for link in own.paths.isEmpty ? [] : note.document.fileLinks {
      let targets = link.targets(from: note.path.parent)
      if let path = own.medium(of: link, at: targets, mediaFolder: place) { referred.insert(path) }
      // Also to a file that has another name by now, or is not here yet.
      refers = refers || targets.contains { $0.parent == place }
    }
    given = files.map(\.path).filter { referred.isEmpty && !refers || referred.contains($0) }
    refused = isWithheld ? note.media.files.map(\.path) : []
  }

  /// That of an earlier state, whose handle of the vault can be closed then.
  init(_ former: SharedGallery, in folder: VaultFolder) {
    (files, given, refused) = (former.files, former.given, former.refused)
    (self.folder, memory) = (folder, former.memory)
  }

  /// Whether the folder is also that of a note that is not shown.
  var isWithheld: Bool { !refused.isEmpty }

  var media: [SharedMedium] { given.compactMap(medium) }

  /// The files that do not leave though the note gives them.
  var notGiven: [VaultPath] { refused + given.filter { medium(at: $0) == nil } }

  /// Nil for a file that does not leave, or cannot be read.
  func medium(at path: VaultPath) -> SharedMedium? { memory.medium(at: path, in: folder) }
}

extension SharedGallery: Hashable {
  static func == (a: SharedGallery, b: SharedGallery) -> Bool {
    a === b || a.files == b.files && a.given == b.given
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

/// Media that were read, for all views of a vault: a server makes one of each state, and a film is long.
///
/// A file counts as another one once its size or its time has changed.
package final class KnownMedia: Sendable {
  private struct Version: Hashable {
    let path: VaultPath
    let size: Int64
    let modified: FileTime
  }

  private let media = Mutex<[Version: SharedMedium?]>([:])
  private static let limit = 100_000
  private let digests: MediaDigests

  /// - Parameter digests: of an earlier program, so far as they are known.
  package init(_ digests: MediaDigests = MediaDigests()) { self.digests = digests }

  /// Nil for a file that does not leave, or cannot be read.
  func medium(at path: VaultPath, in folder: VaultFolder) -> SharedMedium? {
    let status = try? folder.status(path)
    MediaTrace.current?.add(path, status)
    guard let status else { return nil }
    let version = Version(path: path, size: status.size, modified: status.modified)
    if let known = media.withLock({ $0[version] }) { return known }
    let medium = try? SharedMedium(at: path, in: folder, digests)
    media.withLock { media in
      if media.count >= Self.limit { media = [:] }
      media[version] = .some(medium)
    }
    return medium
  }
}
