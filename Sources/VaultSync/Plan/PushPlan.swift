package import Git

/// A push.
package struct PushPlan: Hashable, Sendable {
  /// The remote branch's commit; nil if it has none yet.
  package var old: ObjectID?
  package var new: ObjectID
  /// `refs/heads/…` of the remote.
  package var branch: String
  /// The address without a password.
  package var address: String
  /// Whether pushes go to another place than fetches.
  package var isApart: Bool
  /// The new upstream; nil if the settings have one.
  package var follows: FollowedBranch?

  package struct FollowedBranch: Hashable, Sendable {
    package var remote: String
    /// `refs/heads/…` of the remote.
    package var branch: String
  }
}

extension PushPlan {
  /// Nil if the remote has the commit, or if pushes have no target.
  ///
  /// - Parameters:
  ///   - target: the push branch.
  ///   - theirs: the upstream branch.
  ///   - address: of pushes.
  ///   - remote: of the new upstream, if the branch's settings have none.
  init?(
    of commit: ObjectID?, onto target: Fetched, theirs: Fetched, address: String?, isApart: Bool,
    following remote: String?
  ) {
    guard let commit, let address, commit != target.commit else { return nil }
    self.init(
      old: target.commit, new: commit, branch: target.branch, address: address, isApart: isApart)
    // An upstream must exist.
    if let remote, theirs.commit != nil || !isApart && target.branch == theirs.branch {
      follows = FollowedBranch(remote: remote, branch: theirs.branch)
    }
  }
}

/// The result of fetching one branch.
struct Fetched {
  /// The address of the remote, without a password.
  var address: String
  /// The branch in the remote, `refs/heads/…`.
  var branch: String
  /// Nil if the remote has no such branch yet.
  var commit: ObjectID?
  /// Whether libgit2 read a local repository itself.
  var ranWithoutGit = false
  /// Why the tracking reference could not be updated.
  var trackingError: GitError?
}
