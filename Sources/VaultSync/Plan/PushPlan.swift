package import Git

/// What goes to the remote.
package struct PushPlan: Hashable, Sendable {
  /// What the remote's branch is at; nil where it has none yet.
  package var old: ObjectID?
  package var new: ObjectID
  /// `refs/heads/…` of the remote.
  package var branch: String
  /// Without a password.
  package var address: String
  /// Pushes go to another place than fetches come from.
  package var isApart: Bool
  /// What the branch follows from now on; nil where its settings say that already.
  package var follows: FollowedBranch?

  package struct FollowedBranch: Hashable, Sendable {
    package var remote: String
    /// `refs/heads/…` of the remote.
    package var branch: String
  }
}

extension PushPlan {
  /// Nil where the remote has what is here, and where pushes go nowhere.
  ///
  /// - Parameters:
  ///   - target: what is there.
  ///   - theirs: the branch that is followed.
  ///   - address: of what pushes go to.
  ///   - remote: what is to be followed, where the settings of the branch do not say that.
  init?(
    of commit: ObjectID?, onto target: Fetched, theirs: Fetched, address: String?, isApart: Bool,
    following remote: String?
  ) {
    guard let commit, let address, commit != target.commit else { return nil }
    self.init(
      old: target.commit, new: commit, branch: target.branch, address: address, isApart: isApart)
    // What is followed has to be there.
    if let remote, theirs.commit != nil || !isApart && target.branch == theirs.branch {
      follows = FollowedBranch(remote: remote, branch: theirs.branch)
    }
  }
}
