internal import System
internal import VaultFormat
internal import VaultStore

/// A copy of git's index for a git program that is to leave the user's own alone; gone with the object.
struct PrivateIndex {
  private let folder: ScratchFolder

  private static let name = "index"

  /// - Throws: `GitError` where the index cannot be read or the copy not be written.
  init(in repository: Repository) throws {
    let folder = try ScratchFolder(in: repository.gitFolder)
    try naming("copy git's index") { () throws(SystemError) in
      let gitFolder = SystemFolder(path: repository.gitFolder)
      guard let index = try gitFolder.content(of: "index") else { return }
      try SystemFolder(path: folder.path).create(Self.name, content: index.bytes)
    }
    self.folder = folder
  }

  /// For the variable `GIT_INDEX_FILE`.
  var path: String { SystemFolder(path: folder.path).path(of: Self.name) }
}
