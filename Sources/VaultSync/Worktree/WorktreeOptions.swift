internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

/// The settings of git that say how a folder is compared with its index.
struct WorktreeOptions: Sendable {
  /// `core.fileMode`: false where the file system does not keep whether a file is executable.
  var trustsMode = true
  /// `core.precomposeUnicode`, where file names come decomposed.
  var composesNames = false
  /// `core.ignoreCase`: rules of what is ignored hold for other cases too.
  var ignoresCase = false

  /// `core.symlinks`: false where a link is a file with the place it leads to as its text.
  var hasLinks = true

  init() {}

  init(of repository: Repository) throws(GitError) {
    let configuration = try repository.configuration()
    trustsMode = try configuration.bool("core.fileMode") ?? true
    ignoresCase = try configuration.bool("core.ignoreCase") ?? false
    hasLinks = try configuration.bool("core.symlinks") ?? true
    #if canImport(Darwin)
      composesNames = try configuration.bool("core.precomposeUnicode") ?? false
    #endif
  }

  /// Whether the index alone says what an entry holds, whatever the folder has in its place.
  func isFixed(_ entry: GitIndex.Entry) -> Bool {
    if entry.isAssumedUnchanged || entry.skipsWorktree { return true }
    switch FileMode(rawValue: entry.mode) {
    case .file, .executable: return false
    case .link: return !hasLinks
    case .submodule, nil: return true
    }
  }

  func composed(_ path: VaultPath) -> VaultPath {
    guard composesNames, path.bytes.contains(where: { $0 >= 128 }) else { return path }
    return VaultPath(Normalization.nfc(path.bytes)) ?? path
  }

  /// Whether the file surely has the content that its entry says, by all that the index knows.
  ///
  /// False says nothing: the content has to be compared.
  ///
  /// - Parameter status: of the file itself, with no link followed.
  func isUnchanged(_ entry: GitIndex.Entry, _ status: FileStatus, _ index: GitIndex) -> Bool {
    guard index.isProven(entry), !entry.isIntentToAdd else { return false }
    if entry.agrees(with: status) { return true }
    guard !trustsMode, FileMode(rawValue: entry.mode)?.isRegular == true else { return false }
    // Which of the two regular modes it is does not count.
    var same = entry
    same.mode = FileMode(status)?.rawValue ?? entry.mode
    return same.agrees(with: status)
  }

  /// The mode to commit.
  ///
  /// - Parameter known: what git has so far.
  func mode(of status: FileStatus, known: FileMode?) -> FileMode {
    if trustsMode { return status.permissions & 0o100 != 0 ? .executable : .file }
    return known == .executable ? .executable : .file
  }
}
