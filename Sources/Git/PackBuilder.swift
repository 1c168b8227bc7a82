internal import CGit2
internal import SystemCalls

/// A separate handle for writing packs, so that its settings affect nothing else.
final class PackBuilder {
  let repository: Repository
  private static let operation = "write a pack of objects"
  private static let settings = "tl-pack-settings"

  /// - Parameter deltaLimit: larger objects are not compared with others, which is the slow part.
  init(of repository: Repository, deltaLimit: Int) throws(GitError) {
    self.repository = try Repository(openingRoot: repository.root)
    let folder = SystemFolder(path: repository.gitFolder)
    // libgit2 up to 1.5 reads the first setting where it means the second.
    let text = """
      [pack]
      \tdeltaCacheSize = \(deltaLimit)
      [core]
      \tbigFileThreshold = \(deltaLimit)

      """
    let handle = self.repository.handle
    try asGitError(Self.operation) { () throws(SystemError) in
      try folder.remove(Self.settings)
      try folder.create(Self.settings, content: Array(text.utf8))
    }
    let configuration = try GitHandle(Self.operation, free: git_config_free) {
      git_repository_config($0, handle)
    }
    try check(
      git_config_add_file_ondisk(
        configuration.pointer, folder.path(of: Self.settings), GIT_CONFIG_LEVEL_APP, handle, 1),
      Self.operation)
  }

  deinit {
    // A leftover settings file does no harm.
    try? SystemFolder(path: repository.gitFolder).remove(Self.settings)
  }

  /// Writes a pack of these objects; it is on disk afterwards, with its index.
  ///
  /// - Returns: the path of its index.
  func write(_ ids: some Sequence<ObjectID>) throws(GitError) -> String {
    let builder = try GitHandle(Self.operation, free: git_packbuilder_free) {
      git_packbuilder_new($0, repository.handle)
    }
    for id in ids {
      var gitID = id.gitID
      try check(git_packbuilder_insert(builder.pointer, &gitID, nil), Self.operation)
    }
    let folder = repository.commonFolder + "objects/pack"
    try check(git_packbuilder_write(builder.pointer, folder, 0, nil, nil), Self.operation)
    guard let name = git_packbuilder_name(builder.pointer) else {
      throw GitError(.other, operation: Self.operation, message: "libgit2 returned no name")
    }
    return "\(folder)/pack-\(String(cString: name)).idx"
  }
}
