internal import Git
internal import VaultFormat

/// The commits of one side of a merge, to find the last change of a file.
///
/// Merge commits do not count: they bring in the changes of others. The result depends only on the commits, so that
/// every device that merges the same two sides gets the same.
final class SideCommits {
  private let repository: Repository
  private let head: ObjectID
  private let excluded: [ObjectID]
  /// Newest first; read on first use.
  private var commits: [Commit]?

  /// - Parameter excluded: commits that, with their ancestors, are not of this side: the merge bases.
  init(_ repository: Repository, head: ObjectID, excluding excluded: [ObjectID]) {
    self.repository = repository
    self.head = head
    self.excluded = excluded
  }

  /// The origin of the last change of the file at `path`; the newest commit if none of them changed it.
  func lastChange(of path: VaultPath) throws(GitError) -> ChangeOrigin {
    let all = try known()
    for commit in all where commit.parents.count < 2 {
      var parent: ObjectID?
      if let id = commit.parents.first { parent = try repository.commit(id).tree }
      let before = try repository.entry(at: path, inTree: parent)
      if try repository.entry(at: path, inTree: commit.tree) != before {
        return Self.origin(commit)
      }
    }
    if let newest = all.first { return Self.origin(newest) }
    return Self.origin(try repository.commit(head))
  }

  private func known() throws(GitError) -> [Commit] {
    if let commits { return commits }
    var read: [Commit] = []
    for id in try repository.commits(from: head, excluding: excluded) {
      read.append(try repository.commit(id))
    }
    commits = read
    return read
  }

  private static func origin(_ commit: Commit) -> ChangeOrigin {
    ChangeOrigin(
      time: commit.author.time,
      device: DeviceName.fit(DeviceTrailer.device(in: commit.message) ?? commit.author.name),
      commit: commit.id)
  }
}
