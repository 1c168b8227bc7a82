internal import Git
internal import VaultFormat

/// Held changes are not committed on the branch, but returned to be merged with it.
extension RecordPlanner {
  /// The blobs that a held file may equal: its base, and that of the last commit.
  func versions(
    of change: LocalChange, _ held: HeldChanges
  ) throws(GitError) -> [TreeEntry] {
    guard held.made[change.path] != nil else { return [] }
    let present = try repository.entry(at: change.path, inTree: held.difference.tree)
    return [change.old, present].compactMap { $0 }
  }

  /// - Returns: whether the base of the change is not the last commit.
  func release(
    _ read: LocalReader.Outcome, of change: LocalChange, held: HeldChanges,
    in plan: inout RecordPlan
  ) throws -> Bool {
    guard let record = held.made[change.path] else { return false }
    let present = try repository.entry(at: change.path, inTree: held.difference.tree)
    guard read.entry != change.old, read.entry != present else {
      plan.released.unchanged[change.path] = .some(read.entry)
      return true
    }
    plan.released.add(
      CommittedChange(
        path: change.path, kind: change.kind, old: change.old, new: read.entry, title: read.title),
      madeFrom: record.base)
    return true
  }

  /// Adds changes that need no reading, and records which held changes others changed too.
  func finishReleased(_ plan: inout RecordPlan, _ held: HeldChanges) {
    for (path, entry) in held.unchanged {
      let obstacle = plan.leftOut.first { $0.path.isBelow(path) || path.isBelow($0.path) }
      if let obstacle {
        plan.leftOut.append(LeftOut(path, .blocked(by: obstacle.path)))
      } else {
        plan.released.unchanged[path] = .some(entry)
      }
    }
    for number in plan.leftOut.indices {
      plan.leftOut[number].hasOtherVersion = held.hasOtherVersion(plan.leftOut[number].path)
    }
    plan.released.sort()
  }
}
