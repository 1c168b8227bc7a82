internal import VaultFormat

/// What the tree becomes when a step of the history is taken out of it, with all that came after it kept.
struct Reversal {
  private let repository: Repository
  private let head: Commit
  private let device: String
  private(set) var result: TreeMergeResult
  /// Files of rules that stay as they are.
  private(set) var keptRules: [VaultPath] = []

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
      reader: TreeReader(repository, at: head), zone: zone
    ).result()
    try keepRules()
  }

  /// Leaves the rules that came in: what they kept private meanwhile would be recorded at once, and sent.
  private mutating func keepRules() throws {
    for path in result.changesToOurs.keys.sorted() where path.isRules {
      guard try repository.entry(at: path, inTree: head.tree) != nil else { continue }
      result.changesToOurs[path] = nil
      keptRules.append(path)
    }
  }

  /// Written as an object; no branch has it yet.
  func commit(_ commits: CommitMaker) throws -> ObjectID {
    for bytes in result.newBlobs.values { _ = try repository.writeBlob(bytes) }
    let tree = try repository.writeTree(head.tree, applying: result.changesToOurs)
    let message = "Take back the last sync\n\n\(DeviceTrailer.line(device))\n"
    return try commits.commit(tree, [head.id], message: message)
  }
}
