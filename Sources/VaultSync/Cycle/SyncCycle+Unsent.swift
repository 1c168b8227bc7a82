internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Removes files from commits that the server refuses.
///
/// Sent commits stay as they are. The old commits stay in the branch's log (git-reflog(1)).
extension SyncCycle {
  /// The commits that neither remote has.
  private func unsent(_ tip: ObjectID, _ fetched: [FetchedBranch]) throws -> UnsentCommits {
    try UnsentCommits(of: tip, besides: fetched.compactMap(\.commit), in: repository)
  }

  /// After a refusal: removes, without asking, files that were added and deleted before they were sent, if that
  /// satisfies the server; otherwise asks.
  ///
  /// - Parameter fetched: the commits of both remotes.
  /// - Returns: the accepted push; nil if there was none.
  mutating func pushWithout(
    _ push: PushPlan, after refusal: TransportError, fetched: [FetchedBranch], to remote: Remote
  ) throws -> AcceptedPush? {
    guard case .refused(_, _, let words) = refusal else { return nil }
    let unsent = try unsent(push.new, fetched)
    let summary = try unsent.summary(by: words)
    report.unsent = summary
    if let sent = try pushWithoutGone(unsent, push, to: remote) { return sent }
    guard !summary.files.isEmpty, answer(to: .drop(summary)) == true else { return nil }
    guard try drop(summary.files.map(\.path), from: push.new, fetched: fetched) else { return nil }
    report.unsent = nil
    guard let new = try repository.reference("refs/heads/" + report.branch) else { return nil }
    return try send(new, to: push.branch, of: remote)
  }

  /// Pushes the commits without files that neither the remote nor the folder has, and then moves the branch.
  ///
  /// The contents of the files go to the trash.
  private mutating func pushWithoutGone(
    _ unsent: UnsentCommits, _ push: PushPlan, to remote: Remote
  ) throws -> AcceptedPush? {
    let gone = try unsent.files().gone.map(\.path)
    guard !gone.isEmpty else { return nil }
    let plan = try unsent.plan(dropping: gone)
    // The folder may have the same content under another name: that is not for tl to decide.
    guard plan.changes(of: push.new).isEmpty else { return nil }
    let made = try unsent.rewrite(by: plan, sign: resign)
    guard let new = made[push.new] else { return nil }
    let sent: AcceptedPush
    do {
      sent = try send(new, to: push.branch, of: remote)
    } catch TransportError.refused {
      return nil
    }
    report.unsent = nil
    // If someone commits at this moment, the next sync merges both.
    let places = try putIntoTrash(plan.dropped)
    _ = try move(
      from: push.new, to: new, plan: plan, made: made, log: "tl sync: without files that are gone")
    report.remark(.droppedUnsent(files: places, commits: plan.rewrites.count, isAsked: false))
    return sent
  }

  /// Removes the files that the user named.
  ///
  /// - Returns: false if another program has moved the branch, and the sync must be retried.
  /// - Throws: `.nothingUnsent`, with nothing changed.
  mutating func dropRequested(from tip: ObjectID?, _ fetched: [FetchedBranch]) throws -> Bool {
    var known: Set<VaultPath> = []
    if let tip { known = Set(try unsent(tip, fetched).files().map(\.path)) }
    var paths: [VaultPath] = []
    var unknown: [VaultPath] = []
    for candidates in options.dropsUnsent {
      if let path = candidates.first(where: known.contains) {
        paths.append(path)
      } else {
        unknown += candidates.prefix(1)
      }
    }
    guard let tip, unknown.isEmpty, !paths.isEmpty else { throw SyncError.nothingUnsent(unknown) }
    return try drop(paths, from: tip, fetched: fetched)
  }

  /// Removes files from the unsent commits; their content stays in the folder, and is not recorded again.
  ///
  /// - Parameter fetched: the commits of both remotes.
  /// - Returns: whether there was anything to remove.
  mutating func drop(
    _ paths: [VaultPath], from tip: ObjectID, fetched: [FetchedBranch]
  ) throws -> Bool {
    let unsent = try unsent(tip, fetched)
    let plan = try unsent.plan(dropping: paths)
    guard !plan.rewrites.isEmpty else { return false }
    let made = try unsent.rewrite(by: plan, sign: resign)
    guard let new = made[tip] else { return false }
    let files = try present(plan.dropped)
    let places = try keepOut(files)
    guard try move(from: tip, to: new, plan: plan, made: made, log: "tl sync --drop-unsent") else {
      return false
    }
    try keepMarks(of: files, at: tip)
    report.remark(.droppedUnsent(files: places, commits: plan.rewrites.count, isAsked: true))
    // Reports the files that are held back from now on.
    _ = try recordLocalChanges(on: "refs/heads/" + report.branch)
    return true
  }

  private var resign: ((Commit, ObjectID, [ObjectID]) throws -> ObjectID)? {
    guard let signer = commits.signer else { return nil }
    return { commit, tree, parents in
      try signer.signedCommit(
        tree, parents: parents, message: commit.message,
        identity: CommitIdentity(author: commit.author, committer: commit.committer))
    }
  }
}

// MARK: - Local changes

extension SyncCycle {
  /// Moves the branch and git's index to the new commits; touches no file of the folder.
  ///
  /// - Returns: false if another program has moved the branch.
  private mutating func move(
    from old: ObjectID, to new: ObjectID, plan: DropPlan, made: [ObjectID: ObjectID],
    log: String
  ) throws -> Bool {
    let changes = plan.changes(of: old).sorted { $0.key < $1.key }
    let tree = try repository.commit(old).tree
    let set = ChangeSet(
      branch: "refs/heads/" + report.branch, from: old, to: new,
      changes: try changes.map { path, entry in
        TreeChange(path: path, old: try repository.entry(at: path, inTree: tree), new: entry)
      }, log: log)
    let index = changes.map { IndexChange(path: $0.key, entry: $0.value) }
    guard try synced.record(set, index: index) else { return false }
    undo = try undo.flatMap { try renewed($0, plan: plan, made: made) }
    var record = SyncRecord(of: synced.vault.folder)
    record.undo = try record.undo.flatMap { try renewed($0, plan: plan, made: made) }
    record.save(in: synced.vault.folder)
    return true
  }

  /// The undo record for the new commits; nil if it would restore a removed file.
  private func renewed(
    _ step: SyncRecord.Undo, plan: DropPlan, made: [ObjectID: ObjectID]
  ) throws -> SyncRecord.Undo? {
    let new = SyncRecord.Undo(
      before: made[step.before] ?? step.before, after: made[step.after] ?? step.after)
    guard try repository.contains(new.before) else { return nil }
    let tree = try repository.commit(new.before).tree
    for (path, entry) in plan.dropped
    where try repository.entry(at: path, inTree: tree) == entry { return nil }
    return new
  }

  /// A removed file, as it is in the folder.
  private struct PresentFile {
    var path: VaultPath
    /// The entry of the commit.
    var entry: TreeEntry
    /// The folder's content, if it equals the commit's.
    var content: ExcludedContents.Line?
    /// A flag that the user gave to it.
    var flag: IndexFlag?
  }

  private func present(_ files: [VaultPath: TreeEntry]) throws -> [PresentFile] {
    let index = try repository.readIndex()
    return try files.map { path, entry in
      let content = try contentHere(of: path, entry: entry, index: index).map {
        ExcludedContents.Line(
          hash: try Repository.blobID(of: $0), size: Int64($0.count), path: path)
      }
      return PresentFile(
        path: path, entry: entry, content: content, flag: index.entry(at: path)?.flag)
    }
  }

  /// Keeps the contents: those in the folder are held back from now on, the others go to the trash.
  private func keepOut(_ files: [PresentFile]) throws -> [DroppedFile] {
    let here = files.compactMap(\.content)
    if !here.isEmpty {
      let vault = synced.vault.folder
      var excluded = try ExcludedContents(vault)
      for line in here { excluded.add(line) }
      let lock = try VaultLock(.write, of: vault)
      defer { withExtendedLifetime(lock) {} }
      try excluded.write(to: vault)
    }
    let missing = files.filter { $0.content == nil }.map { ($0.path, $0.entry) }
    let places = here.map { DroppedFile(path: $0.path, trashNumber: nil) }
    return (places + (try putIntoTrash(Dictionary(missing) { first, _ in first })))
      .sorted { $0.path < $1.path }
  }

  /// The bytes of a file that equals the commit's; nil if it differs.
  private func contentHere(
    of path: VaultPath, entry: TreeEntry, index: GitIndex
  ) throws -> [UInt8]? {
    let vault = synced.vault.folder
    let tree = try synced.branch().head.map { try repository.commit($0).tree }
    guard try vault.status(path)?.kind == .file,
      try repository.entry(at: path, inTree: tree) == entry
    else { return nil }
    let content = try vault.read(path)
    // Some filters make different bytes each time; git's index has found the file unchanged.
    if let known = index.entry(at: path), known.treeEntry == entry, !index.isRacy(known),
      known.agrees(with: content.status)
    {
      return content.bytes
    }
    let filters = ContentView(
      of: vault, index: index, repository: repository, filterProgram: synced.filterProgram)
    let id: ObjectID? =
      switch try filters.cleaned(content, at: path, writes: false) {
      case .bytes(let bytes): try Repository.blobID(of: bytes)
      case .object(let id): id
      case .skipped: nil
      }
    let isSame = id == entry.id || filters.smudged(entry.id, at: path) == content.bytes
    return isSame ? content.bytes : nil
  }

  /// Stores flags that are removed with their paths: a file that git was told to ignore is not recorded.
  ///
  /// A file that equals the commit's is held back anyway.
  private func keepMarks(of files: [PresentFile], at commit: ObjectID) throws {
    let flagged = files.filter { $0.flag != nil && $0.content == nil }
    guard !flagged.isEmpty else { return }
    let lock = try VaultLock(.write, of: synced.vault.folder)
    defer { withExtendedLifetime(lock) {} }
    try HeldFiles.update(synced.vault.folder) { files in
      for file in flagged {
        files[file.path] = HeldFile(
          path: file.path, base: commit, entry: file.entry, flag: file.flag)
      }
    }
  }

  private func putIntoTrash(_ files: [VaultPath: TreeEntry]) throws -> [DroppedFile] {
    guard !files.isEmpty else { return [] }
    let lock = try VaultLock(.write, of: synced.vault.folder)
    defer { withExtendedLifetime(lock) {} }
    let time = synced.time.rfc3339
    let trash = Trash(synced.vault.folder)
    let filters = ContentView(
      of: synced.vault.folder, index: try repository.readIndex(), repository: repository,
      filterProgram: synced.filterProgram)
    return try files.sorted { $0.key < $1.key }.map { path, entry in
      // If a filter fails, the blob is better than nothing.
      let version = try filters.smudged(entry.id, at: path) ?? repository.blob(entry.id)
      let put = try trash.put(
        version: version, of: path, as: path.isNoteByName ? .note : .media, at: time)
      return DroppedFile(path: path, trashNumber: put.number)
    }
  }
}
