package import Git
package import VaultFormat

/// The steps of a sync: a dry run only plans them, a sync executes them.
///
/// Each step is planned from the results of the previous ones. `SyncReport.plan` has the executed steps.
package struct SyncPlan: Hashable, Sendable {
  package var steps: [Step]

  package init(_ steps: [Step] = []) { self.steps = steps }

  package enum Step: Hashable, Sendable {
    /// Commit the folder's changes.
    case record(RecordPlan)
    /// Merge held changes with the branch.
    case release(JoinedChanges)
    /// Merge the changes of others.
    case join(JoinPlan)
    case undo(UndoPlan)
    case push(PushPlan)
  }
}

/// How to merge two histories.
package struct JoinPlan: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// The other side has nothing new.
    case upToDate
    /// This side has no commits of its own.
    case fastForward(to: ObjectID)
    case merge(PlannedCommit)
    /// There is no common ancestor, and the user has to agree: the number of notes on each side.
    case unrelated(ours: Int, theirs: Int)
    /// The other side no longer has commits that this side has from it, and the user has to choose.
    case removed(RemovedHistory)
  }

  /// Nil if there is no commit.
  package var ours: ObjectID?
  package var step: Step

  var events: [MergeEvent] { if case .merge(let commit) = step { commit.events } else { [] } }
}

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
    of commit: ObjectID?, onto target: FetchedBranch, theirs: FetchedBranch, address: String?,
    isApart: Bool,
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

struct FetchedBranch {
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

/// A new commit that reverts a sync, or an undo.
package struct UndoPlan: Hashable, Sendable {
  package var commit: PlannedCommit
  /// The changes that every device will see.
  package var changes: [TreeChange]
  /// Ignore and attribute files that stay unchanged.
  package var keptRules: [VaultPath]
}
