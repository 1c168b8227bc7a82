package import Git
package import VaultFormat

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

/// Commits that a branch of a remote had at the last sync and has no more, as after `git push --force`.
package struct RemovedHistory: Hashable, Sendable {
  package var commits: Int
  /// The files that were changed by that, in byte order.
  package var files: [VaultPath]
  /// Whether the remote no longer has the branch: there is nothing to follow.
  package var isAll = false

  package enum Choice: String, CaseIterable, Sendable {
    /// They are left out here too; what was made here since is merged with what the remote has, in one commit.
    case leaveOut = "leave-out"
    /// They are merged, and sent again.
    case sendAgain = "send-again"
  }
}
