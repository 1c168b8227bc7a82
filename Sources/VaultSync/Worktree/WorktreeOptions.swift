internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Git's settings for comparing a folder with its index.
struct WorktreeOptions: Sendable {
  /// `core.fileMode`: false if the file system does not store whether a file is executable.
  var trustsMode = true
  /// `core.precomposeUnicode`, for decomposed file names.
  var composesNames = false
  /// `core.ignoreCase`: ignore rules match other cases too.
  var ignoresCase = false
  /// `core.symlinks`: false if a link is a file with its target as text.
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

  /// Whether only the index counts for an entry, whatever the folder has at its path.
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

  /// Whether the index proves that the file has the content of its entry.
  ///
  /// False proves nothing: the content must be compared.
  ///
  /// - Parameter status: of the file itself, without following a link.
  func isUnchanged(_ entry: GitIndex.Entry, status: FileStatus, in index: GitIndex) -> Bool {
    guard !index.isRacy(entry), !entry.isIntentToAdd else { return false }
    if entry.agrees(with: status) { return true }
    guard !trustsMode, FileMode(rawValue: entry.mode)?.isRegular == true else { return false }
    // Either of the two regular modes.
    var same = entry
    same.mode = FileMode(status)?.rawValue ?? entry.mode
    return same.agrees(with: status)
  }

  /// The mode to commit.
  ///
  /// - Parameter known: the present mode.
  func mode(of status: FileStatus, known: FileMode?) -> FileMode {
    if trustsMode { return status.permissions & 0o100 != 0 ? .executable : .file }
    return known == .executable ? .executable : .file
  }
}
