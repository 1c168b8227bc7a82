internal import CGit2

extension Repository {
  /// The merge bases of two commits, ordered by id; none if they have no common history.
  package func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
    var first = a.gitID
    var second = b.gitID
    var found = git_oidarray()
    defer { git_oidarray_dispose(&found) }
    let status = git_merge_bases(&found, handle, &first, &second)
    if status == GIT_ENOTFOUND.rawValue {
      // libgit2 reports the same for a commit that does not exist.
      guard try contains(a), try contains(b) else {
        throw GitError(status: status, operation: Self.comparing)
      }
      return []
    }
    try check(status, Self.comparing)
    return UnsafeBufferPointer(start: found.ids, count: found.count).map { ObjectID($0) }.sorted()
  }

  /// Whether `descendant` is `ancestor` or has it in its history.
  package func isAncestor(
    _ ancestor: ObjectID, of descendant: ObjectID
  ) throws(GitError) -> Bool {
    guard ancestor != descendant else { return true }
    var above = ancestor.gitID
    var below = descendant.gitID
    return try check(git_graph_descendant_of(handle, &below, &above), Self.comparing) == 1
  }

  /// The number of commits that each of two histories has and the other lacks.
  package func aheadBehind(
    _ local: ObjectID, _ upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    var (ahead, behind) = (0, 0)
    var first = local.gitID
    var second = upstream.gitID
    try check(git_graph_ahead_behind(&ahead, &behind, handle, &first, &second), Self.comparing)
    return (ahead, behind)
  }

  /// The commits of a history that are in none of the others: each before its parents, otherwise the newest first.
  ///
  /// - Parameter limit: the greatest number.
  package func commits(
    from start: ObjectID, excluding: [ObjectID] = [], limit: Int? = nil
  ) throws(GitError) -> [ObjectID] {
    let walk = try HistoryWalk(self, from: start, excluding: excluding)
    var ids: [ObjectID] = []
    while ids.count < limit ?? Int.max, let id = try walk.next() { ids.append(id) }
    return ids
  }

  /// Calls `body` for commits in the order of `commits(from:excluding:limit:)` until it returns false.
  package func forEachCommit(
    from start: ObjectID, excluding: [ObjectID] = [], _ body: (Commit) throws -> Bool
  ) throws {
    let walk = try HistoryWalk(self, from: start, excluding: excluding)
    while let id = try walk.next() {
      guard try body(commit(id)) else { return }
    }
  }

  private static let comparing = "compare two histories"
}

private struct HistoryWalk: ~Copyable {
  private static let operation = "read the history"
  private let handle: GitHandle

  init(
    _ repository: Repository, from start: ObjectID, excluding: [ObjectID]
  ) throws(GitError) {
    let handle = try GitHandle(Self.operation, free: git_revwalk_free) {
      git_revwalk_new($0, repository.handle)
    }
    let sorting = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    try check(git_revwalk_sorting(handle.pointer, sorting), Self.operation)
    var id = start.gitID
    try check(git_revwalk_push(handle.pointer, &id), Self.operation)
    for excluded in excluding {
      id = excluded.gitID
      try check(git_revwalk_hide(handle.pointer, &id), Self.operation)
    }
    self.handle = handle
  }

  func next() throws(GitError) -> ObjectID? {
    var id = git_oid()
    let status = git_revwalk_next(&id, handle.pointer)
    if status == GIT_ITEROVER.rawValue { return nil }
    try check(status, Self.operation)
    return ObjectID(id)
  }
}
