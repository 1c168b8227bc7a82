internal import CGit2
internal import SystemCalls
package import VaultFormat

/// A repository with a work tree.
///
/// For one thread at a time. Changes by other programs are seen.
package final class Repository {
  /// The last index read: a sync needs the same one many times.
  var lastIndex: GitIndex?
  /// The file of the last index searched for attribute files, and whether it has some.
  var lastAttributeSearch: (modified: FileTime, inode: UInt64, size: Int, found: Bool)?

  let handle: OpaquePointer
  /// The root of the work tree as resolved by libgit2, with a slash at the end.
  package let root: String
  /// The vault's folder in the work tree; nil if it is the root.
  ///
  /// Paths, and the trees of `Commit`, are those of the vault: see `Repository+Prefix.swift`.
  package private(set) var prefix: VaultPath?
  private var objectDatabase: OpaquePointer?
  /// Whether this module syncs files, because libgit2 cannot here: see `checkFolderSync`.
  private(set) var syncsInsteadOfLibrary = false

  private init(takingOwnershipOf handle: OpaquePointer, root: String) {
    self.handle = handle
    self.root = root
  }

  deinit {
    git_odb_free(objectDatabase)
    git_repository_free(handle)
  }

  /// Opens the repository whose work tree has this root; does not search above or below.
  ///
  /// - Throws: `.missing`; `.wrongWorktree` if it is bare or its work tree is somewhere else; `.foreignOwner`;
  ///   `.unsupported` for a format that libgit2 does not know.
  package convenience init(openingRoot path: String) throws(GitError) {
    try GitLibrary.start()
    let operation = "open the repository"
    var handle: OpaquePointer?
    let status = git_repository_open_ext(
      &handle, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    if let error = Self.openingError(status, operation) { throw error }
    guard let handle else {
      throw GitError(.other, operation: operation, message: "libgit2 returned nothing")
    }
    let root = git_repository_workdir(handle).map { String(cString: $0) }
    guard let root, SystemPath.isSame(root, path) else {
      git_repository_free(handle)
      throw GitError(
        .wrongWorktree, operation: operation,
        message: root.map { "its work tree is \($0)" } ?? "it has no work tree")
    }
    self.init(takingOwnershipOf: handle, root: root)
    try addWorktreeSettings()
  }

  /// Opens the repository with another folder as its work tree, to read attributes.
  ///
  /// - Parameter prefix: the vault's folder in it.
  package convenience init(
    openingRoot path: String, workingIn folder: String, prefix: VaultPath?
  ) throws(GitError) {
    try self.init(openingRoot: path, vaultAt: prefix)
    try check(git_repository_set_workdir(handle, folder, 0), "set the folder of attributes")
  }

  /// Opens the repository of a vault: the one whose root is the vault's folder, or else the nearest one above.
  ///
  /// - Throws: as `init(openingRoot:)`; `.missing` if there is none.
  package convenience init(openingVault path: String) throws(GitError) {
    let failure: GitError
    do {
      try self.init(openingRoot: path)
      return
    } catch {
      failure = error
    }
    guard failure.code == .missing, let root = try Repository.discover(above: path),
      let prefix = SystemPath.relative(path, to: root).flatMap({ VaultPath($0) })
    else { throw failure }
    try self.init(openingRoot: root, vaultAt: prefix)
  }

  /// Opens the repository whose work tree has this root.
  ///
  /// - Parameter prefix: the vault's folder in it.
  package convenience init(openingRoot path: String, vaultAt prefix: VaultPath?) throws(GitError) {
    try self.init(openingRoot: path)
    self.prefix = prefix
  }

  /// Another handle of the same repository and vault.
  func reopened() throws(GitError) -> Repository {
    try Repository(openingRoot: root, vaultAt: prefix)
  }

  /// Why a repository could not be opened; nil if it could.
  ///
  /// libgit2 1.5 reports a repository of another user as missing if no `safe.directory` is set, and has only a message
  /// for an unknown format.
  private static func openingError(_ status: Int32, _ operation: String) -> GitError? {
    guard status < 0 else { return nil }
    var error = GitError(status: status, operation: operation)
    if error.code == .missing, error.message.contains("safe.directory") {
      error.code = .foreignOwner
    }
    let isOfRepository = error.category == Int32(GIT_ERROR_REPOSITORY.rawValue)
    if error.code == .other, isOfRepository, error.message.hasPrefix("unsupported") {
      error.code = .unsupported
    }
    return error
  }

  /// Adds the settings of this work tree, which libgit2 1.5 ignores.
  ///
  /// Git stores there whether a checkout is sparse.
  private func addWorktreeSettings() throws(GitError) {
    let settings = try configuration()
    guard (try? settings.bool("extensions.worktreeConfig")) == true else { return }
    try addSettings(gitFolder + "config.worktree", "read git's settings")
  }

  func addSettings(_ file: String, _ operation: String) throws(GitError) {
    let settings = try GitHandle(operation, free: git_config_free) {
      git_repository_config($0, handle)
    }
    try check(
      git_config_add_file_ondisk(settings.pointer, file, GIT_CONFIG_LEVEL_APP, handle, 1),
      operation)
  }

  /// Creates a repository with an unborn branch in a folder, and the folder.
  ///
  /// - Parameter initialBranch: without `refs/heads/`.
  /// - Throws: `.exists` if there is a repository.
  package static func create(
    at path: String, initialBranch: String
  ) throws(GitError) -> Repository {
    try GitLibrary.start()
    let operation = "create a repository"
    var options = git_repository_init_options()
    try check(
      git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)),
      operation)
    options.flags =
      GIT_REPOSITORY_INIT_NO_REINIT.rawValue | GIT_REPOSITORY_INIT_MKDIR.rawValue
      | GIT_REPOSITORY_INIT_MKPATH.rawValue
    var handle: OpaquePointer?
    defer { git_repository_free(handle) }
    try withCString(initialBranch.utf8) { branch throws(GitError) in
      options.initial_head = branch
      try check(git_repository_init_ext(&handle, path, &options), operation)
    }
    return try Repository(openingRoot: path)
  }

  /// Checks whether the file system can sync folders, as libgit2 assumes; to be called before anything is written.
  ///
  /// If it cannot, objects are synced here before a reference to them moves.
  package func checkFolderSync() throws(GitError) {
    guard !SystemFolder(path: commonFolder + "objects").canSync() else { return }
    try GitLibrary.leaveSyncToCaller()
    syncsInsteadOfLibrary = true
  }

  /// Whether there is a repository at exactly this path, even if it cannot be opened.
  package static func isRepository(at path: String) throws(GitError) -> Bool {
    try GitLibrary.start()
    let status = git_repository_open_ext(
      nil, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    return status == 0 || openingError(status, "find the repository")?.code != .missing
  }

  /// The root of the work tree that contains `path`, with a slash at the end; nil if there is none.
  package static func discover(above path: String) throws(GitError) -> String? {
    try GitLibrary.start()
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let status = git_repository_discover(&buffer, path, 0, nil)
    guard status != GIT_ENOTFOUND.rawValue else { return nil }
    try check(status, "find the repository")
    let gitFolder = String(cString: buffer.ptr)
    var handle: OpaquePointer?
    defer { git_repository_free(handle) }
    if git_repository_open(&handle, gitFolder) == 0, let root = git_repository_workdir(handle) {
      return String(cString: root)
    }
    // libgit2 cannot open it; its work tree is the folder of `.git`.
    return gitFolder.hasSuffix("/.git/") ? String(gitFolder.dropLast(5)) : gitFolder
  }

  /// The folder with HEAD and the index of this work tree; absolute, with a slash at the end.
  package var gitFolder: String {
    git_repository_path(handle).map { String(cString: $0) } ?? root
  }

  /// The folder with objects and branches, which linked work trees share; absolute, with a slash at the end.
  package var commonFolder: String {
    git_repository_commondir(handle).map { String(cString: $0) } ?? gitFolder
  }

  /// The object database of this handle; freed with the handle.
  func objects() throws(GitError) -> OpaquePointer {
    if let objectDatabase { return objectDatabase }
    try check(git_repository_odb(&objectDatabase, handle), "open the object database")
    guard let objectDatabase else {
      throw GitError(
        .other, operation: "open the object database", message: "libgit2 returned nothing")
    }
    return objectDatabase
  }
}

extension Repository {
  /// Whether git ignores a file: by `.gitignore` files, `info/exclude` and `core.excludesFile`.
  ///
  /// True too if a folder above it is ignored. Independent of whether the file is tracked.
  package func isIgnored(_ path: VaultPath) throws(GitError) -> Bool {
    try ignores(gitPath(path))
  }

  package func ignoresVault() throws(GitError) -> Bool {
    guard let prefix else { return false }
    return try ignores(prefix.bytes + [UInt8(ascii: "/")])
  }

  /// - Parameter path: in the repository; that of a folder ends with a slash.
  private func ignores(_ path: [UInt8]) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    let status = withCString(path) { git_ignore_path_is_ignored(&ignored, handle, $0) }
    try check(status, Self.readingRules)
    return ignored != 0
  }

  private static let readingRules = "read git's ignore rules"

  /// The ignore rules outside of the vault: from the repository's `info/exclude`, the user's own file and the
  /// `.gitignore` of the folders above the vault.
  ///
  /// A `.gitignore` in the vault has precedence.
  package func outerIgnoreRules() throws(GitError) -> IgnoreRules {
    var files = try userIgnoreFiles().map { (path: $0, vault: prefix) }
    files.append((SystemFolder(path: commonFolder).path(of: "info/exclude"), prefix))
    for folder in foldersAbove { files.append((folder.path + ".gitignore", folder.vault)) }
    var rules = IgnoreRules()
    for file in files {
      guard let content = try outsideContent(file.path, Self.readingRules) else { continue }
      rules = rules.adding(content, in: nil, seenFrom: file.vault)
    }
    return rules
  }

  /// The content of a file of rules that may be outside of the work tree, by its absolute path; nil if it does not exist.
  func outsideContent(_ path: String, _ operation: String) throws(GitError) -> [UInt8]? {
    let content = try asGitError(operation) { () throws(SystemError) in
      try SystemFolder(path: "/").content(
        of: String(path.drop { $0 == "/" }), limit: RuleFile.limit + 1)
    }
    guard let bytes = content?.bytes else { return nil }
    guard bytes.count <= RuleFile.limit else { throw RuleFile.tooLarge(path, operation) }
    return bytes
  }

  private func userIgnoreFiles() throws(GitError) -> [String] {
    if let named = try configuration().path("core.excludesFile") {
      // A relative path depends on the folder where git runs.
      return named.hasPrefix("/") ? [named] : []
    }
    return try GitLibrary.folders(.userXDG).map { "\($0)/ignore" }
  }
}
