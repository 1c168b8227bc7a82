internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A temporary copy of git's index for a git program; removed at the end of its lifetime.
struct PrivateIndex {
  private let folder: ScratchFolder

  private static let name = "index"

  /// - Throws: `GitError` if the index cannot be read or the copy not be written.
  init(in repository: Repository) throws {
    let folder = try ScratchFolder(in: repository.gitFolder)
    do throws(SystemError) {
      let gitFolder = SystemFolder(path: repository.gitFolder)
      if let index = try gitFolder.content(of: "index") {
        try SystemFolder(path: folder.path).create(Self.name, content: index.bytes)
      }
    } catch {
      throw GitError(error, operation: "copy git's index")
    }
    self.folder = folder
  }

  /// For the variable `GIT_INDEX_FILE`.
  var path: String { SystemFolder(path: folder.path).path(of: Self.name) }
}
