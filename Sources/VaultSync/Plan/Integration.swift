internal import Git
internal import VaultFormat

/// Merges two histories in memory, without touching files, the index or references.
///
/// A merge commit exists only as an object; an interruption leaves nothing visible.
struct Integration {
  let repository: Repository
  let zone: TimeZoneRules
  /// Makes the merge commit.
  let commits: CommitMaker
  /// In the trailer of a merge commit.
  let device: String

  /// - Parameters:
  ///   - joins: whether histories without a common commit are merged, as if both began with an empty folder.
  ///   - former: the commit that the other side had at the last sync; nil if it is not known. If the other side has
  ///     nothing any more, its commits are not sent again unasked.
  ///   - removed: what becomes of its commits that the other side has no more; nil if it has to be chosen.
  func plan(
    ours: ObjectID?, theirs: ObjectID?, joins: Bool, former: ObjectID? = nil,
    removed: RemovedHistory.Choice? = nil
  ) throws -> JoinPlan {
    guard let ours, let former, removed != .sendAgain,
      try hasCommits(of: former, removedFrom: theirs, besides: ours)
    else { return JoinPlan(ours: ours, step: try step(ours, theirs, joins: joins)) }
    let changes = try repository.changes(
      from: repository.commit(former).tree, to: theirs.map { try repository.commit($0).tree })
    // Where only the history is another one, nothing is lost by taking it.
    guard let theirs, removed == .leaveOut || changes.isEmpty else {
      let count = try repository.commits(from: former, excluding: theirs.map { [$0] } ?? []).count
      let history = RemovedHistory(
        commits: count, files: changes.map(\.path), isAll: theirs == nil)
      return JoinPlan(ours: ours, step: .removed(history))
    }
    return JoinPlan(ours: ours, step: try following(theirs, from: ours, since: former))
  }

  private func step(
    _ ours: ObjectID?, _ theirs: ObjectID?, joins: Bool
  ) throws -> JoinPlan.Step {
    guard let theirs else { return .upToDate }
    guard let ours else {
      try checkOutside(of: theirs, since: nil, ours: nil)
      return .fastForward(to: theirs)
    }
    if try ours == theirs || repository.isAncestor(theirs, of: ours) { return .upToDate }
    if try repository.isAncestor(ours, of: theirs) {
      try checkOutside(of: theirs, since: ours, ours: ours)
      return .fastForward(to: theirs)
    }
    let bases = try repository.mergeBases(ours, theirs)
    let mine = try repository.commit(ours)
    let other = try repository.commit(theirs)
    if bases.isEmpty, !joins {
      return .unrelated(
        ours: try repository.notes(inTree: mine.tree).count,
        theirs: try repository.notes(inTree: other.tree).count)
    }
    // Another device has merged the same sides: its commit is used.
    if mine.rootTree == other.rootTree, try hasOnlyMerges(ours, notIn: theirs) {
      return .fastForward(to: theirs)
    }
    try checkOutside(of: theirs, since: bases.first, ours: ours)
    try checkArriving(from: mine.tree, to: other.tree)
    let result = try merge(
      base: baseTree(bases), ours: (ours, mine.tree), theirs: (theirs, other.tree))
    return .merge(
      PlannedCommit(
        tree: try write(result, onto: mine.tree), parents: [ours, theirs],
        message: MergeMessage.text(result.events, device: device), events: result.events))
  }

  /// The commit of a plan, which is made if necessary.
  ///
  /// - Returns: nil if neither side has a commit.
  /// - Throws: `.refused` if the user has to agree first.
  func commit(of plan: JoinPlan) throws -> ObjectID? {
    switch plan.step {
    case .upToDate: return plan.ours
    case .fastForward(let commit): return commit
    case .merge(let planned): return try commits.commit(planned)
    case .unrelated(let ours, let theirs):
      throw SyncError.refused(.unrelatedHistories(ours: ours, theirs: theirs))
    case .removed(let history): throw SyncError.refused(.removedHistory(history))
    }
  }

  /// Whether this side has commits of the other side's former one that the other side has no more.
  private func hasCommits(
    of former: ObjectID, removedFrom theirs: ObjectID?, besides ours: ObjectID
  ) throws -> Bool {
    guard former != theirs, try repository.contains(former) else { return false }
    guard let theirs else { return try !repository.mergeBases(former, ours).isEmpty }
    if try repository.isAncestor(former, of: theirs) { return false }
    return try repository.mergeBases(former, ours).contains {
      try $0 != theirs && !repository.isAncestor($0, of: theirs)
    }
  }

  /// What the other side has, with what was made on this side since `former`, in one commit: no history has the removed
  /// commits then.
  private func following(
    _ theirs: ObjectID, from ours: ObjectID, since former: ObjectID
  ) throws -> JoinPlan.Step {
    let (mine, other) = (try repository.commit(ours), try repository.commit(theirs))
    try checkOutside(of: theirs, since: former, ours: ours)
    let (outside, sent) = (try repository.outside(of: ours), try repository.outside(of: theirs))
    let unsent = try repository.changes(from: repository.outside(of: former), to: outside)
    guard outside == sent || unsent.isEmpty else {
      throw SyncError.refused(.outsideUnsent(root: repository.root, files: unsent.map(\.path)))
    }
    try checkArriving(from: mine.tree, to: other.tree)
    let result = try merge(
      base: repository.commit(former).tree, ours: (theirs, other.tree), theirs: (ours, mine.tree))
    guard !result.changesToOurs.isEmpty else { return .fastForward(to: theirs) }
    return .merge(
      PlannedCommit(
        tree: try write(result, onto: other.tree), parents: [theirs],
        message: MergeMessage.text(result.events, device: device, summary: MergeMessage.following),
        events: result.events))
  }

  /// - Throws: `.hostilePaths`, before anything is written.
  private func checkArriving(from ours: ObjectID, to theirs: ObjectID) throws {
    let refused = try repository.changes(from: ours, to: theirs).refusedPaths
    guard refused.isEmpty else { throw SyncError.hostilePaths(refused) }
  }

  /// Checks that a commit changes only the vault: only that is merged and written here.
  ///
  /// - Parameters:
  ///   - base: the common ancestor; nil for none.
  ///   - ours: the local commit; nil before the first one.
  /// - Throws: `.outsideChanged` if others changed files outside of the vault that are not here yet.
  func checkOutside(of theirs: ObjectID, since base: ObjectID?, ours: ObjectID?) throws {
    guard repository.prefix != nil else { return }
    let arriving = try repository.outside(of: theirs)
    if let ours, try repository.outside(of: ours) == arriving { return }
    let present = try base.map { try repository.outside(of: $0) }
    guard arriving != present else { return }
    let changes = try repository.changes(from: present, to: arriving)
    if changes.isEmpty { return }
    throw SyncError.refused(
      .outsideChanged(root: repository.root, files: changes.map(\.path)))
  }

  private func hasOnlyMerges(_ ours: ObjectID, notIn theirs: ObjectID) throws -> Bool {
    try repository.commits(from: ours, excluding: [theirs]).allSatisfy {
      try repository.commit($0).parents.count > 1
    }
  }

  func merge(
    base: ObjectID?, ours: (commit: ObjectID, tree: ObjectID),
    theirs: (commit: ObjectID, tree: ObjectID)
  ) throws -> TreeMergeResult {
    func side(
      _ side: (commit: ObjectID, tree: ObjectID), without other: ObjectID
    ) -> TreeMerge.Side {
      TreeMerge.Side(
        tree: side.tree,
        history: SideHistory(of: side.commit, excluding: other, in: repository))
    }
    return try TreeMerge(
      base: base, ours: side(ours, without: theirs.commit),
      theirs: side(theirs, without: ours.commit),
      reader: TreeReader(repository, at: ours.commit), zone: zone
    ).result()
  }

  func write(_ result: TreeMergeResult, onto tree: ObjectID) throws -> ObjectID {
    for (id, bytes) in result.newBlobs {
      guard try repository.writeBlob(bytes) == id else {
        throw GitError(
          .wrongHash, operation: "write the merge", message: "\(id) has other content")
      }
    }
    return try repository.writeTree(tree, applying: result.changesToOurs)
  }
}

// MARK: - Several merge bases

extension Integration {
  /// The tree of the only merge base, or the merge of several in the order of their ids.
  ///
  /// Nil if there is none.
  private func baseTree(_ bases: [ObjectID]) throws -> ObjectID? {
    guard var base = bases.first else { return nil }
    var tree = try repository.commit(base).tree
    for next in bases.dropFirst() {
      // Only what both have matters: a merge base shows what neither side has changed.
      let bases = try repository.mergeBases(base, next)
      let result = try merge(
        base: bases.first.map { try repository.commit($0).tree }, ours: (base, tree),
        theirs: (next, repository.commit(next).tree))
      tree = try write(result, onto: tree)
      base = next
    }
    return tree
  }
}
