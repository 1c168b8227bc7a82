package import Git

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
