package import VaultFormat
package import VaultStore

/// Commits what the folder holds: the local half of a sync.
///
/// The order: notes whose media folder was left behind get it; edits made without tl are stamped;
/// what a gate holds back is left out; the rest is read, and what was read is what is committed. A
/// file that changes meanwhile is a change of the next sync. The index and the branch move last.
package struct LocalCommit {
  package let vault: VaultFolder
  package let repository: Repository
  package var settings: Settings
  /// Answers what is not committed unasked; no lock is held while it is asked.
  package var decide: (GateQuestion) -> Bool = { _ in false }
  /// Whether `decide` asks somebody, whose answer is worth being kept.
  package var canAsk = false
  /// Puts a commit into git's index and moves the branch to it; `recordPlainly` without a journal.
  package var record: (CommitRecord, borrowing VaultLock) throws -> Void

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

  package init(_ vault: VaultFolder, _ repository: Repository, _ settings: Settings) {
    self.vault = vault
    self.repository = repository
    self.settings = settings
    record = { record, _ throws in try LocalCommit.recordPlainly(record, repository) }
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
    var difference = try checkedScan()
    var report = LocalCommitReport()
    let orphans = try OrphanedMedia(difference, vault, repository, settings.zone).moves()
    if !orphans.isEmpty {
      report.movedMedia = try move(orphans)
      difference = try checkedScan()
    }
    try leaveOutOtherFiles(&difference, remembers: true)
    let gated = try LocalGates.sift(difference, vault, repository, settings.limits, decide)
    report.leftOut = difference.leftOut + gated.leftOut
    report.stamped = try stamp(gated.changes, difference)
    try commit(gated.changes, difference, &report)
    return report
  }

  /// What `run` would do, without writing anything.
  package func preview() throws -> LocalCommitReport {
    var report = LocalCommitReport()
    let (difference, changes) = try sifted(&report)
    var reader = LocalReader(vault, repository, difference, settings.zone)
    _ = try read(changes, &reader, &report, BlobSink())
    finish(&report, reader)
    return report
  }

  /// The same, and the commit as an object that no branch has: `repository` is to keep it in memory.
  ///
  /// The commit lacks what `run` does to files before it: no note is stamped, no folder is moved.
  package func rehearse() throws -> LocalCommitReport {
    var report = LocalCommitReport()
    let (difference, changes) = try sifted(&report)
    var reader = LocalReader(vault, repository, difference, settings.zone)
    var index: [IndexChange] = []
    let tree = try makeTree(changes, difference, &reader, &report, &index, ObjectSink(repository))
    report.commit = try tree.map { tree in try makeCommit(tree, difference, report) }
    finish(&report, reader)
    return report
  }

  /// What differs and passes the gates; what does not is noted in the report.
  private func sifted(
    _ report: inout LocalCommitReport
  ) throws -> (WorktreeDifference, [LocalChange]) {
    var difference = try checkedScan()
    report.movedMedia = try OrphanedMedia(difference, vault, repository, settings.zone).moves()
    try leaveOutOtherFiles(&difference, remembers: false)
    let gated = try LocalGates.sift(difference, vault, repository, settings.limits, decide)
    report.leftOut = difference.leftOut + gated.leftOut
    return (difference, gated.changes)
  }

  private func checkedScan() throws -> WorktreeDifference {
    if case .detached = try repository.head() { throw LocalCommitError.detachedHead }
    let scan = WorktreeScan(vault, repository, threads: settings.threads, now: settings.now)
    let difference = try scan.run()
    if !difference.unmerged.isEmpty { throw LocalCommitError.unmerged(difference.unmerged) }
    if !difference.stagedOnly.isEmpty { throw LocalCommitError.stagedOnly(difference.stagedOnly) }
    return difference
  }

  /// Reads all files that are to be committed.
  ///
  /// What is gone comes last: where the file that took its place is left out, it stays.
  ///
  /// - Returns: what is to become of the index.
  private func read(
    _ changes: [LocalChange], _ reader: inout LocalReader, _ report: inout LocalCommitReport,
    _ sink: BlobSink
  ) throws -> [IndexChange] {
    var index: [IndexChange] = []
    func take(_ read: LocalReader.Outcome, of change: LocalChange) {
      note(read, of: change, in: &report)
      guard change.staged == nil else { return }
      let status = read.status.flatMap { $0.isSettled(at: settings.now) ? $0 : nil }
      index.append(IndexChange(path: change.path, entry: read.entry, status: status))
    }
    var plain: [LocalChange] = []
    for change in changes where change.kind != .deleted {
      if sink.takesSeveral, try reader.isPlain(change) {
        plain.append(change)
      } else if let read = try reader.read(change, sink.write) {
        take(read, of: change)
      }
    }
    for (change, read) in try reader.readPlain(plain, threads: settings.threads, into: sink.pack) {
      take(read, of: change)
    }
    let deleted = changes.filter { $0.kind == .deleted }
    let leftOut = reader.leftOut.map(\.path).filter { reader.index.positions(of: $0).isEmpty }
    let held = FormerPaths.held(deleted, for: leftOut, vault, repository)
    report.leftOut += held
    let heldPaths = Set(held.map(\.path))
    for change in deleted where !heldPaths.contains(change.path) {
      guard let read = try reader.read(change, sink.write) else { continue }
      note(read, of: change, in: &report)
      if change.staged == nil { index.append(IndexChange(path: change.path, entry: nil)) }
    }
    report.changes.sort { $0.path < $1.path }
    return index
  }

  private func note(
    _ read: LocalReader.Outcome, of change: LocalChange, in report: inout LocalCommitReport
  ) {
    guard read.entry != change.old else { return }
    report.changes.append(
      CommittedChange(
        path: change.path, kind: change.kind, old: change.old, new: read.entry, title: read.title))
  }

  private func finish(_ report: inout LocalCommitReport, _ reader: LocalReader) {
    report.leftOut += reader.leftOut
    report.leftOut.sort { $0.path < $1.path }
    report.findings = NewNames.findings(of: report.changes, reader.index)
  }
}

// MARK: - Committing

extension LocalCommit {
  private func commit(
    _ changes: [LocalChange], _ difference: WorktreeDifference, _ report: inout LocalCommitReport
  ) throws {
    var reader = LocalReader(vault, repository, difference, settings.zone)
    var index: [IndexChange] = []
    // Above this many objects one file for each is slow to make and slow to use.
    let isMany = changes.count > 1000
    let tree =
      isMany
      ? try repository.withPack { pack in
        try makeTree(changes, difference, &reader, &report, &index, ObjectSink(pack))
      }
      : try makeTree(changes, difference, &reader, &report, &index, ObjectSink(repository))
    index = (index + difference.indexOnly).sorted { $0.path < $1.path }
    finish(&report, reader)
    guard let tree else { return try refresh(index, difference) }
    let made = try makeCommit(tree, difference, report)
    try record(made, difference, report, index + difference.stale)
    report.commit = made
  }

  /// - Returns: nil where nothing changed.
  private func makeTree(
    _ changes: [LocalChange], _ difference: WorktreeDifference, _ reader: inout LocalReader,
    _ report: inout LocalCommitReport, _ index: inout [IndexChange], _ sink: ObjectSink
  ) throws -> ObjectID? {
    index = try read(changes, &reader, &report, sink.blobs)
    try sink.blobs.flush()
    guard !report.changes.isEmpty else { return nil }
    return try sink.writeTree(difference.tree, report.changes.map { ($0.path, $0.new) })
  }

  private func makeCommit(
    _ tree: ObjectID, _ difference: WorktreeDifference, _ report: LocalCommitReport
  ) throws -> ObjectID {
    let message = CommitMessage.text(
      of: report.changes, device: settings.device, message: settings.message)
    return try repository.writeCommit(
      tree: repository.rootTree(of: tree, onto: difference.head),
      parents: difference.head.map { [$0] } ?? [], author: settings.author,
      committer: settings.committer, message: message)
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
    _ index: [IndexChange]
  ) throws {
    let branch: String
    switch try repository.head() {
    case .branch(let name, let id) where id == difference.head: branch = name
    case .unborn(let name) where difference.head == nil: branch = name
    default: throw LocalCommitError.branchMoved
    }
    let changes = report.changes.map { TreeChange(path: $0.path, old: $0.old, new: $0.new) }
    let lock = try VaultLock(.write, of: vault, patience: settings.patience)
    try record(
      CommitRecord(
        branch: branch, old: difference.head, new: commit, changes: changes, index: index,
        log: "commit: sync of \(settings.device)"), lock)
  }

  /// The index, then the branch: after a crash between them the next sync finds staged what the
  /// folder holds too, and commits it.
  package static func recordPlainly(_ record: CommitRecord, _ repository: Repository) throws {
    try repository.updateIndex(
      record.index, agreeingWith: repository.commit(record.new).tree)
    do throws(GitError) {
      try repository.setReference(
        record.branch, to: record.new, expecting: record.old, log: record.log)
    } catch {
      if error.code == .modified { throw LocalCommitError.branchMoved }
      throw error
    }
  }
}

/// A commit that is in git, and what remains to be done for it to be the vault's.
package struct CommitRecord: Sendable {
  /// The full name of the branch.
  package var branch: String
  /// Where the branch is; nil where it has no commit.
  package var old: ObjectID?
  package var new: ObjectID
  /// The paths at which the trees of the two differ, in byte order.
  package var changes: [TreeChange]
  /// What is to become of git's index.
  package var index: [IndexChange]
  /// The line for the log of the branch.
  package var log: String
}
