internal import VaultFormat

/// What the tree becomes when a step of the history is taken out of it, with all that came after it kept.
struct Reversal {
  private let repository: Repository
  private let head: Commit
  private let device: String
  let result: TreeMergeResult

  init(
    of last: SyncRecord.Undo, at head: ObjectID, in repository: Repository, zone: TimeZoneRules,
    device: String
  ) throws {
    self.repository = repository
    self.head = try repository.commit(head)
    self.device = device
    func side(_ commit: ObjectID) throws -> TreeMerge.Side {
      // What was there before is older than every edit since: of two versions of a line the edit stays.
      let commits = SideCommits(repository, head: commit, excluding: [last.after])
      return TreeMerge.Side(
        tree: try repository.commit(commit).tree,
        history: SideHistory { try commits.lastChange(of: $0) })
    }
    result = try TreeMerge(
      base: repository.commit(last.after).tree, ours: side(head), theirs: side(last.before),
      reader: TreeReader(repository), zone: zone
    ).result()
  }

  /// Written as an object; no branch has it yet.
  func commit(_ commits: CommitMaker) throws -> ObjectID {
    for bytes in result.newBlobs.values { _ = try repository.writeBlob(bytes) }
    let tree = try repository.writeTree(head.tree, applying: result.changesToOurs)
    let message = "Take back the last sync\n\n\(DeviceTrailer.line(device))\n"
    return try commits.commit(tree, [head.id], message: message)
  }
}
