internal import CGit2

/// libgit2 itself: started once in a process and never stopped.
package enum GitLibrary {
  /// Where git looks for a file of settings that is no repository's own.
  package enum SearchLevel: Hashable, Sendable, CaseIterable {
    case system, user, userXDG

    fileprivate var number: Int32 {
      switch self {
      case .system: Int32(GIT_CONFIG_LEVEL_SYSTEM.rawValue)
      case .user: Int32(GIT_CONFIG_LEVEL_GLOBAL.rawValue)
      case .userXDG: Int32(GIT_CONFIG_LEVEL_XDG.rawValue)
      }
    }
  }

  /// Starts the library unless it is started; everything in this folder that needs it does so.
  ///
  /// Costs some milliseconds, once: the library reads the system's certificates.
  package static func start() throws(GitError) {
    try outcome.get()
  }

  /// Has the library look in `folders` (joined by `:`) for the settings and attributes of a level;
  /// an empty text: nowhere.
  ///
  /// Holds for repositories that are opened afterwards, in the whole process.
  package static func search(_ level: SearchLevel, in folders: String) throws(GitError) {
    try start()
    try check(
      tl_git_set_search_path(level.number, folders), "choose where git's settings are")
  }

  /// The files of attributes that count in every repository, where they exist; those of the user
  /// where no setting names another file.
  static func attributeFiles() throws(GitError) -> (ofUser: [String], ofSystem: [String]) {
    try start()
    return (
      try folders(.userXDG).map { "\($0)/attributes" },
      try folders(.system).map { "\($0)/gitattributes" }
    )
  }

  package static func folders(_ level: SearchLevel) throws(GitError) -> [String] {
    let text = try textFromBuffer("find git's settings") {
      tl_git_get_search_path(level.number, $0)
    }
    return (text ?? "").split(separator: ":").map(String.init)
  }

  private static let outcome: Result<Void, GitError> = {
    do throws(GitError) {
      try startOnce()
      return .success(())
    } catch {
      return .failure(error)
    }
  }()

  /// Has the library not wait for the disk from now on, in the whole process.
  ///
  /// For file systems that cannot sync a folder: the library takes that for a failure, after the file is in
  /// its place.
  static func leaveSyncToCaller() throws(GitError) {
    try start()
    try check(
      tl_git_set_option(Int32(GIT_OPT_ENABLE_FSYNC_GITDIR.rawValue), 0),
      "write without waiting for the disk")
  }

  private static func startOnce() throws(GitError) {
    let operation = "start libgit2"
    try check(git_libgit2_init(), operation)
    // Off by default: a crash of the machine could empty objects that a reference already names.
    try check(tl_git_set_option(Int32(GIT_OPT_ENABLE_FSYNC_GITDIR.rawValue), 1), operation)
    // Both change nothing of what the library does with a repository.
    try withCString("worktreeconfig".utf8) { worktree throws(GitError) in
      try withCString("preciousobjects".utf8) { precious throws(GitError) in
        var names = [worktree, precious].map { Optional(UnsafeMutablePointer(mutating: $0)) }
        try check(tl_git_set_extensions(&names, names.count), operation)
      }
    }
  }
}
