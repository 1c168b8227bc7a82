/// What a sync does, step by step: a dry run stops here, a sync carries it out.
///
/// Each step is planned on what the ones before came to. `SyncReport.plan` of a sync has those that were carried out.
package struct SyncPlan: Hashable, Sendable {
  package var steps: [Step]

  package init(_ steps: [Step] = []) { self.steps = steps }

  package enum Step: Hashable, Sendable {
    /// What changed in the folder is committed.
    case record(RecordPlan)
    /// Changes that waited are merged with the branch.
    case release(JoinedChanges)
    /// What others did is joined with what is here.
    case join(JoinPlan)
    /// What a sync did is taken back.
    case undo(UndoPlan)
    case push(PushPlan)
  }
}
