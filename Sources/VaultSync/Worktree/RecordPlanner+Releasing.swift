internal import Git
internal import VaultFormat

/// Changes that waited are not committed on the branch, but given to the caller to be merged with it.
extension RecordPlanner {
  /// The versions that a file may still be of whose change waited: the one that it was made from, and that of the
  /// last commit.
  func versions(
    of change: LocalChange, _ held: HeldChanges
  ) throws(GitError) -> [TreeEntry] {
    guard held.made[change.path] != nil else { return [] }
    let present = try repository.entry(at: change.path, inTree: held.difference.tree)
    return [change.old, present].compactMap { $0 }
  }

  /// - Returns: whether the change was made from another version than the last commit has.
  func release(
    _ read: LocalReader.Outcome, of change: LocalChange, _ held: HeldChanges,
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

  /// Adds what needs no look at a file, and says of what still waits whether others changed it too.
  func finishReleased(_ plan: inout RecordPlan, _ held: HeldChanges) {
    for (path, entry) in held.unchanged {
      let obstacle = plan.leftOut.first { $0.path.isBelow(path) || path.isBelow($0.path) }
      if let obstacle {
        plan.leftOut.append(LeftOut(path, .waits(on: obstacle.path)))
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
