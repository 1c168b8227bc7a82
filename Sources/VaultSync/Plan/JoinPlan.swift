package import Git

/// How two histories become one.
package struct JoinPlan: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// There is nothing new on the other side.
    case upToDate
    /// This side has nothing of its own.
    case fastForward(to: ObjectID)
    case merge(PlannedCommit)
    /// No commit is an ancestor of both, and they are not to be joined unasked: the number of notes on each side.
    case unrelated(ours: Int, theirs: Int)
  }

  /// Nil where there is no commit.
  package var ours: ObjectID?
  package var step: Step

  var events: [MergeEvent] { if case .merge(let commit) = step { commit.events } else { [] } }
}
