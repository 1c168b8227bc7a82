internal import Git
internal import VaultFormat
internal import VaultStore

/// The state of a vault's repository relative to the folder and the remote, without network access.
package struct SyncStatus: Sendable {
  /// The branch without `refs/heads/`; nil if none is checked out.
  package var branch: String?
  /// The name of the remote and its address without a password; nil if there is none.
  package var remote: (name: String, address: String)?
  /// The name and address of the push remote; nil if it is the remote.
  package var pushRemote: (name: String, address: String)?
  /// Nil without a remote, and before the first sync with it.
  package var distance: Distance?
  /// The changes that the next sync would record.
  package var changes = ChangeList()
  /// The changes that it would not record, with the reasons.
  package var skipped: [SkippedPath] = []
  /// Files that are kept in git only.
  package var kept: [GitOnlyFile] = []
  /// Why a sync would fail here.
  package var obstacle: SyncError?
  package var record: SyncRecord
  /// Whether another sync was putting files in place, or had been interrupted then, while the folder was read.
  package var isUnfinished = false
  /// Whether `SyncedVault.undo` has something to undo.
  package var canUndo = false

  /// The number of commits relative to the last known state of the remote.
  package struct Distance: Hashable, Sendable {
    /// Not pushed.
    package var ahead: Int
    /// Fetched and not merged.
    package var behind: Int
  }
}

extension SyncedVault {
  /// Reads the folder and the repository; writes nothing.
  ///
  /// A reason to refuse a sync is not an error but the `obstacle`.
  package func status() throws(SyncError) -> SyncStatus {
    try asSyncError {
      var status = SyncStatus(record: SyncRecord(of: vault.folder))
      status.obstacle = obstacle()
      status.kept = try GitOnlyFiles.read(vault.folder)
      if let branch = try? branch() {
        status.branch = branch.shortName
        if let remotes = try remotes() {
          status.remote = (remotes.sourceName, remotes.source.fetchAddress.publicText)
          status.pushRemote = remotes.other.map { ($0.name, $0.address.publicText) }
          status.distance = try distance(branch, remotes)
        }
        status.canUndo = try lastUndo(status.record, at: branch.head) != nil
      }
      let other = OtherSync(self)
      do throws(SyncError) {
        try noteChanges(in: &status)
      } catch {
        status.obstacle = status.obstacle ?? error
      }
      status.isUnfinished = other.mayHaveMovedFiles()
      return status
    }
  }

  private func obstacle() -> SyncError? {
    do throws(SyncError) {
      try asSyncError { try checkFormat() }
      _ = try Preflight(repository, hasGit: settings.network.git != nil)
      return nil
    } catch {
      return error
    }
  }

  private func noteChanges(in status: inout SyncStatus) throws(SyncError) {
    let plan = try asSyncError { try nextRecord() }
    status.skipped = plan.skipped
    status.changes = ChangeList(plan.changes + plan.released.changes, in: repository)
  }

  /// What the next sync would record without asking; writes nothing.
  func nextRecord() throws -> RecordPlan {
    let planner = recordPlanner(SyncOptions(), in: repository)
    let observed = try planner.observe()
    var plan = try planner.plan(observed, [:])
    try planner.readIDs(&plan, observed)
    return plan
  }

  private func distance(
    _ branch: CurrentBranch, _ remotes: SyncRemotes
  ) throws -> SyncStatus.Distance? {
    let references = try remotes.trackingReferences()
    // An address without a name has no tracking references.
    if remotes.isApart, references.target == nil { return nil }
    let source = try references.source.flatMap { try repository.reference($0) }
    let target = try references.target.flatMap { try repository.reference($0) }
    guard let ours = branch.head, let known = target ?? source else { return nil }
    let (ahead, behind) = try repository.aheadBehind(ours, known)
    guard let source, source != known else {
      return SyncStatus.Distance(ahead: ahead, behind: behind)
    }
    let others = try repository.commits(from: source, excluding: [ours, known]).count
    return SyncStatus.Distance(ahead: ahead, behind: behind + others)
  }
}
