internal import Git
internal import VaultFormat

/// The commits that one side of a merge has and the other has not, asked which of them changed a file last.
///
/// Merge commits do not count: what they bring in was changed by others. Answers come from the commits alone,
/// so that every device that merges the same two sides gets the same ones.
final class SideCommits {
  private let repository: Repository
  private let head: ObjectID
  private let excluded: [ObjectID]
  /// Newest first; read at the first question.
  private var commits: [Commit]?

  /// - Parameter excluded: commits that, with their ancestors, are not of this side: the merge bases.
  init(_ repository: Repository, head: ObjectID, excluding excluded: [ObjectID]) {
    self.repository = repository
    self.head = head
    self.excluded = excluded
  }

  /// When, where and in which commit the file at `path` was changed last; of the newest commit where none of
  /// them changed it.
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
