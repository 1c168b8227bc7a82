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
    /// Undo a sync.
    case undo(UndoPlan)
    case push(PushPlan)
  }
}
