internal import Git
internal import VaultFormat

/// Changes that waited are not committed on the branch, but given to the caller to be merged with it.
extension LocalCommit {
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
    in report: inout LocalCommitReport
  ) throws -> Bool {
    guard let record = held.made[change.path] else { return false }
    let present = try repository.entry(at: change.path, inTree: held.difference.tree)
    guard read.entry != change.old, read.entry != present else {
      report.released.unchanged[change.path] = .some(read.entry)
      return true
    }
    report.released.add(
      CommittedChange(
        path: change.path, kind: change.kind, old: change.old, new: read.entry, title: read.title),
      madeFrom: record.base)
    return true
  }

  /// Adds what needs no look at a file, and says of what still waits whether others changed it too.
  func finishReleased(_ report: inout LocalCommitReport, _ held: HeldChanges) {
    for (path, entry) in held.unchanged {
      let obstacle = report.leftOut.first { $0.path.isBelow(path) || path.isBelow($0.path) }
      if let obstacle {
        report.leftOut.append(LeftOut(path, .waits(on: obstacle.path)))
      } else {
        report.released.unchanged[path] = .some(entry)
      }
    }
    for number in report.leftOut.indices {
      report.leftOut[number].hasOtherVersion = held.hasOtherVersion(report.leftOut[number].path)
    }
    report.released.sort()
  }
}
