package import Git
package import System
package import VaultFormat
package import VaultStore

/// Commits what the folder holds: the local half of a sync.
///
/// The order: notes whose media folder was left behind get it; edits made without tl are stamped;
/// what a gate holds back is left out; the rest is read, and what was read is what is committed. A
/// file that changes meanwhile is a change of the next sync. The index and the branch move last.
package struct LocalCommit {
  /// Records the commit in git's index and moves the branch, under the protection of the journal.
  private let apply: Apply
  package var settings: Settings
  /// Answers what is not committed unasked; no lock is held while it is asked.
  package var decide: (GateQuestion) -> Bool = { _ in false }
  /// How commits are made: unsigned and without hooks unless somebody says otherwise.
  package var commits: CommitMaking
  /// Whether `decide` asks somebody, whose answer is worth being kept.
  package var canAsk = false

  package var vault: VaultFolder { apply.vault }
  package var repository: Repository { apply.repository }
  /// Runs git's filters; nil where there is no git program, and what is filtered is left out.
  var filterProgram: FilterProgram? { apply.filterProgram }

  /// How a commit is made.
  package struct Settings {
    package var limits: GateLimits
    package var author: Person
    package var committer: Person
    /// The name of this device; one line.
    package var device: String
    /// Instead of the list of what changed.
    package var message: String?
    /// Seconds since 1970-01-01T00:00:00Z.
    package var now: Int64
    /// In which stamps are written.
    package var ownZone: TimeZoneRules
    /// The vault's, for times that are written without an offset.
    package var zone: TimeZoneRules
    /// For the look at the folder: as many as there are processors to use.
    package var threads: Int
    /// How long to wait for the `write` lock; ten seconds where nil.
    package var patience: LockPatience?

    package init(
      limits: GateLimits, author: Person, committer: Person, device: String, now: Int64,
      ownZone: TimeZoneRules, zone: TimeZoneRules, threads: Int
    ) {
      self.limits = limits
      self.author = author
      self.committer = committer
      self.device = device
      self.now = now
      self.ownZone = ownZone
      self.zone = zone
      self.threads = threads
    }
  }

  /// - Parameter apply: of the vault and the repository.
  package init(_ apply: Apply, _ settings: Settings) {
    self.apply = apply
    self.settings = settings
    let maker = CommitMaker(
      repository: apply.repository,
      identity: CommitIdentity(author: settings.author, committer: settings.committer))
    commits = CommitMaking { tree, parents, message in
      try maker.commit(tree, parents, message: message)
    }
  }
}

// MARK: - Running

extension LocalCommit {
  /// Commits all that is not left out; makes no commit where nothing changed.
  ///
  /// - Throws: `LocalCommitError`, a `GitError` (`.locked` for the index), a `StoreError` (`.locked`
  ///   for the vault). No commit was made then; notes that were stamped and folders that were moved
  ///   stay so.
  package func run() throws -> LocalCommitReport {
    var held = try checkedScan()
    var difference = held.difference
    var report = LocalCommitReport()
    let orphans = try orphanedMedia(difference)
    if !orphans.isEmpty {
      report.movedMedia = try move(orphans)
      held = try checkedScan()
      difference = held.difference
    }
    try forget(held.settled)
    try leaveOutOtherFiles(&difference, remembers: true)
    let gated = try LocalGates.sift(
      difference, vault, repository, settings.limits, filterProgram,
      madeFromOlder: Set(held.made.keys), decide)
    report.leftOut = difference.leftOut + gated.leftOut
    report.stamped = try stamp(gated.changes, difference)
    try commit(gated.changes, held, &report)
    return report
  }

  /// Removes records that mean nothing any more.
  ///
  /// Should there be no commit after all, the next sync finds their files to be made from the last one.
  private func forget(_ settled: Set<VaultPath>) throws {
    guard !settled.isEmpty else { return }
    let lock = try VaultLock(.write, of: vault, patience: settings.patience)
    defer { withExtendedLifetime(lock) {} }
    try HeldFiles.update(vault) { files in for path in settled { files[path] = nil } }
  }

  /// What `run` would do, without writing anything.
  package func preview() throws -> LocalCommitReport {
    var report = LocalCommitReport()
    let (held, changes) = try sifted(&report)
    var reader = reader(held.difference, writesFiltered: false)
    _ = try read(changes, held, &reader, &report, BlobSink())
    finish(&report, reader, held)
    return report
  }

  /// The same, and the commit as an object that no branch has: `repository` is to keep it in memory.
  ///
  /// The commit lacks what `run` does to files before it: no note is stamped, no folder is moved.
  package func rehearse() throws -> LocalCommitReport {
    var report = LocalCommitReport()
    let (held, changes) = try sifted(&report)
    var reader = reader(held.difference, writesFiltered: true)
    var index: [IndexChange] = []
    let tree = try makeTree(changes, held, &reader, &report, &index, ObjectSink(repository))
    report.commit = try tree.map { tree in
      try commits.make(tree, parents(held.difference), message(of: report))
    }
    finish(&report, reader, held)
    return report
  }

  /// What differs and passes the gates; what does not is noted in the report.
  private func sifted(
    _ report: inout LocalCommitReport
  ) throws -> (HeldChanges, [LocalChange]) {
    let held = try checkedScan()
    var difference = held.difference
    report.movedMedia = try orphanedMedia(difference)
    try leaveOutOtherFiles(&difference, remembers: false)
    let gated = try LocalGates.sift(
      difference, vault, repository, settings.limits, filterProgram,
      madeFromOlder: Set(held.made.keys), decide)
    report.leftOut = difference.leftOut + gated.leftOut
    return (held, gated.changes)
  }

  private func orphanedMedia(_ difference: WorktreeDifference) throws -> [MediaMove] {
    var media = OrphanedMedia(difference, vault, repository, settings.zone, filterProgram)
    return try media.moves()
  }

  private func checkedScan() throws -> HeldChanges {
    if case .detached = try repository.head() { throw LocalCommitError.detachedHead }
    var scan = WorktreeScan(vault, repository, threads: settings.threads, now: settings.now)
    scan.filterProgram = filterProgram
    let difference = try scan.run()
    if !difference.unmerged.isEmpty { throw LocalCommitError.unmerged(difference.unmerged) }
    if !difference.stagedOnly.isEmpty { throw LocalCommitError.stagedOnly(difference.stagedOnly) }
    return try HeldChanges(difference, vault, repository)
  }

  private func reader(
    _ difference: WorktreeDifference, writesFiltered: Bool
  ) -> LocalReader {
    LocalReader(
      vault, repository, difference, filterProgram, writesFiltered: writesFiltered)
  }

  /// Reads all files that are to be committed.
  ///
  /// What is gone comes last: where the file that took its place is left out, it stays.
  ///
  /// - Returns: what is to become of the index.
  private func read(
    _ changes: [LocalChange], _ held: HeldChanges, _ reader: inout LocalReader,
    _ report: inout LocalCommitReport, _ sink: BlobSink
  ) throws -> [IndexChange] {
    var index: [IndexChange] = []
    func take(_ read: LocalReader.Outcome, of change: LocalChange) throws {
      guard try !release(read, of: change, held, in: &report) else { return }
      note(read, of: change, in: &report)
      guard change.staged == nil else { return }
      let status = read.status.flatMap { $0.isSettled(at: settings.now) ? $0 : nil }
      index.append(IndexChange(path: change.path, entry: read.entry, status: status))
    }
    var plain: [LocalChange] = []
    for change in changes where change.kind != .deleted {
      if sink.takesSeveral, try reader.isPlain(change) {
        plain.append(change)
      } else if let read = try reader.read(
        change, versions: versions(of: change, held), sink.write)
      {
        try take(read, of: change)
      }
    }
    for (change, read) in try reader.readPlain(plain, threads: settings.threads, into: sink.pack) {
      try take(read, of: change)
    }
    let deleted = changes.filter { $0.kind == .deleted }
    let leftOut = reader.leftOut.map(\.path).filter { !reader.index.hasVersion(of: $0) }
    let waiting = FormerPaths.held(deleted, for: leftOut, vault, repository)
    report.leftOut += waiting
    let waitingPaths = Set(waiting.map(\.path))
    try leaveOutBlocked(by: waitingPaths, &report, &index)
    for change in deleted where !waitingPaths.contains(change.path) {
      guard let read = try reader.read(change, sink.write),
        try !release(read, of: change, held, in: &report)
      else { continue }
      note(read, of: change, in: &report)
      if change.staged == nil { index.append(IndexChange(path: change.path, entry: nil)) }
    }
    report.changes.sort { $0.path < $1.path }
    return index
  }

  /// A file that stays, for the one that took its place waits, leaves no room for a folder of its name, nor the other
  /// way.
  private func leaveOutBlocked(
    by waiting: Set<VaultPath>, _ report: inout LocalCommitReport, _ index: inout [IndexChange]
  ) throws {
    guard !waiting.isEmpty else { return }
    var blocked: [VaultPath: VaultPath] = [:]
    for change in report.changes {
      let obstacle = waiting.first { change.path.isBelow($0) || $0.isBelow(change.path) }
      if let obstacle { blocked[change.path] = obstacle }
    }
    report.changes.removeAll { blocked[$0.path] != nil }
    index.removeAll { blocked[$0.path] != nil }
    report.leftOut += blocked.map { LeftOut($0.key, .waits(on: $0.value)) }
  }

  private func note(
    _ read: LocalReader.Outcome, of change: LocalChange, in report: inout LocalCommitReport
  ) {
    guard read.entry != change.old else { return }
    report.changes.append(
      CommittedChange(
        path: change.path, kind: change.kind, old: change.old, new: read.entry, title: read.title))
  }

  private func finish(
    _ report: inout LocalCommitReport, _ reader: LocalReader, _ held: HeldChanges
  ) {
    report.leftOut += reader.leftOut
    finishReleased(&report, held)
    report.leftOut.sort { $0.path < $1.path }
    report.findings = NewNames.findings(of: report.changes, reader.index)
  }
}

// MARK: - Committing

extension LocalCommit {
  private func commit(
    _ changes: [LocalChange], _ held: HeldChanges, _ report: inout LocalCommitReport
  ) throws {
    let difference = held.difference
    var reader = reader(difference, writesFiltered: true)
    var index: [IndexChange] = []
    // Above this many objects one file for each is slow to make and slow to use.
    let isMany = changes.count > 1000
    let tree =
      isMany
      ? try repository.withPack { pack in
        try makeTree(changes, held, &reader, &report, &index, ObjectSink(pack))
      }
      : try makeTree(changes, held, &reader, &report, &index, ObjectSink(repository))
    index = (index + difference.indexOnly).sorted { $0.path < $1.path }
    finish(&report, reader, held)
    guard let tree else { return try refresh(index, difference) }
    index += difference.stale
    if let commitWithHooks = commits.commitWithHooks {
      return try commit(tree, held, &report, index, commitWithHooks)
    }
    let made = try commits.make(tree, parents(difference), message(of: report))
    try record(made, difference, report, index)
    report.commit = made
  }

  /// The same where hooks have a say: what is in the commit in the end is what they left in it.
  ///
  /// No lock is held meanwhile: a hook may run tl itself, or ask a person.
  private func commit(
    _ tree: ObjectID, _ held: HeldChanges, _ report: inout LocalCommitReport,
    _ index: [IndexChange], _ commitWithHooks: (ObjectID, HookedCommit) throws -> ObjectID?
  ) throws {
    let difference = held.difference
    let waiting = report.leftOut.map(\.path) + held.made.keys + held.unchanged.keys
    let branch = try branch(at: difference.head)
    try repository.checkIndexLockFree()
    let commit = HookedCommit(
      branch: branch, parent: difference.head, message: message(of: report),
      waiting: WaitingPaths(waiting))
    guard let made = try commitWithHooks(tree, commit) else {
      report.changes = []
      report.isEmptiedByHooks = true
      return
    }
    let madeTree = try repository.commit(made).tree
    let byHooks = try repository.changes(from: tree, to: madeTree)
    var index = index
    if !byHooks.isEmpty {
      let changed = Set(byHooks.map(\.path))
      index.removeAll { changed.contains($0.path) }
      index += byHooks.map { IndexChange(path: $0.path, entry: $0.new) }
      report.noteChanges(try repository.changes(from: difference.tree, to: madeTree))
    }
    try record(made, difference, report, index, isOnBranch: true)
    report.commit = made
  }

  /// - Returns: nil where nothing changed.
  private func makeTree(
    _ changes: [LocalChange], _ held: HeldChanges, _ reader: inout LocalReader,
    _ report: inout LocalCommitReport, _ index: inout [IndexChange], _ sink: ObjectSink
  ) throws -> ObjectID? {
    index = try read(changes, held, &reader, &report, sink.blobs)
    try sink.blobs.flush()
    guard !report.changes.isEmpty else { return nil }
    return try sink.writeTree(held.difference.tree, report.changes.map { ($0.path, $0.new) })
  }

  private func message(of report: LocalCommitReport) -> String {
    CommitMessage.text(
      of: report.changes, device: settings.device, message: settings.message,
      rules: PathRules(of: vault, with: Set(report.changes.map(\.path))))
  }

  private func parents(_ difference: WorktreeDifference) -> [ObjectID] {
    difference.head.map { [$0] } ?? []
  }

  /// The branch that is checked out, where it still is where the folder was compared with it.
  private func branch(at head: ObjectID?) throws -> String {
    switch try repository.head() {
    case .branch(let name, let id) where id == head: return name
    case .unborn(let name) where head == nil: return name
    default: throw LocalCommitError.branchMoved
    }
  }

  /// Brings the index in line where there is nothing to commit.
  private func refresh(_ index: [IndexChange], _ difference: WorktreeDifference) throws {
    let changes = index + (difference.deservesRefresh || !index.isEmpty ? difference.stale : [])
    guard !changes.isEmpty else { return }
    do throws(GitError) {
      try repository.updateIndex(changes, agreeingWith: difference.tree)
    } catch {
      // Somebody else is at it; only time is lost.
      if error.code != .locked { throw error }
    }
  }

  private func record(
    _ commit: ObjectID, _ difference: WorktreeDifference, _ report: LocalCommitReport,
    _ index: [IndexChange], isOnBranch: Bool = false
  ) throws {
    let branch = try branch(at: isOnBranch ? commit : difference.head)
    let lock = try VaultLock(.write, of: vault, patience: settings.patience)
    if isOnBranch {
      // Should it fail, the index is behind the branch; the next sync finds the folder as the commit is.
      let tree = try repository.commit(commit).tree
      return try apply.waitForIndex { () throws(GitError) in
        try repository.updateIndex(index, agreeingWith: tree)
      }
    }
    let set = ChangeSet(
      branch: branch, from: difference.head, to: commit,
      changes: report.changes.map { TreeChange(path: $0.path, old: $0.old, new: $0.new) },
      log: "commit: sync of \(settings.device)")
    guard case .done = try apply.record(set, index: index, holding: lock) else {
      throw LocalCommitError.branchMoved
    }
  }
}
