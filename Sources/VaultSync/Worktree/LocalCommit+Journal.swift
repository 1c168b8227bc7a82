internal import VaultStore

extension LocalCommit {
  /// Has commits recorded under the protection of the journal.
  package mutating func record(through apply: Apply) {
    record = { record, lock in
      let set = ChangeSet(
        branch: record.branch, from: record.old, to: record.new, changes: record.changes,
        log: record.log)
      switch try apply.record(set, index: record.index, holding: lock) {
      case .done: return
      case .branchMoved, .changedMeanwhile: throw LocalCommitError.branchMoved
      }
    }
  }
}
