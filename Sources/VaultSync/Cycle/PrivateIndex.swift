internal import VaultFormat
internal import VaultStore

/// A copy of git's index for a git program that is to leave the user's own alone.
struct PrivateIndex {
  private let folder: GitFolder
  private let name: String

  static let prefix = "tl-index-"

  /// - Throws: `GitError` where the index cannot be read or the copy not be written.
  init(in repository: Repository) throws(GitError) {
    let folder = GitFolder(path: repository.gitFolder)
    let name = Self.prefix + String(TemporaryNames().tag, radix: 16)
    self.folder = folder
    self.name = name
    try naming("copy git's index") { () throws(SystemError) in
      guard let index = try folder.content(of: "index") else { return }
      try folder.create(name, content: index.bytes)
    }
  }

  /// For the variable `GIT_INDEX_FILE`.
  var path: String { folder.path(of: name) }

  /// Removes the copy, and the lock that a program left which was ended.
  func remove() {
    for name in [name, name + ".lock"] { try? folder.remove(name) }
  }

  /// Removes those of runs that were ended; the caller keeps others out.
  static func removeAbandoned(in repository: Repository) {
    let folder = GitFolder(path: repository.gitFolder)
    for name in (try? folder.names(in: ".")) ?? [] where name.hasPrefix(prefix) {
      try? folder.remove(name)
    }
  }
}
