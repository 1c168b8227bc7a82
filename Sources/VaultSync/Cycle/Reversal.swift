internal import VaultFormat

/// What the tree becomes when a step of the history is taken out of it, with all that came after it kept.
struct Reversal {
  private let repository: Repository
  private let head: Commit
  private let identity: CommitIdentity
  private let device: String
  let result: TreeMergeResult

  init(
    of last: SyncRecord.Undo, at head: ObjectID, in repository: Repository, zone: TimeZoneRules,
    _ identity: CommitIdentity, device: String
  ) throws {
    self.repository = repository
    self.head = try repository.commit(head)
    self.identity = identity
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
  ///
  /// - Parameter sign: makes a signed commit of a tree, its parents and a message; nil: it is not signed.
  func commit(_ sign: ((ObjectID, [ObjectID], String) throws -> ObjectID)?) throws -> ObjectID {
    for bytes in result.newBlobs.values { _ = try repository.writeBlob(bytes) }
    let tree = try repository.rootTree(
      of: repository.writeTree(head.tree, applying: result.changesToOurs), onto: head.id)
    let message = "Take back the last sync\n\n\(DeviceTrailer.line(device))\n"
    if let sign { return try sign(tree, [head.id], message) }
    return try repository.writeCommit(
      tree: tree, parents: [head.id], author: identity.author, committer: identity.committer,
      message: message)
  }
}
