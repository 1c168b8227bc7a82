internal import Git
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// What makes the commits of a sync.
  ///
  /// - Throws: `.refused` where they are to be signed or have hooks, and there is no git.
  func commitMaker(
    _ identity: CommitIdentity, _ preflight: Preflight
  ) throws(SyncError) -> CommitMaker {
    let signer = preflight.signsCommits ? try GitProgram(self, for: "commit.gpgSign") : nil
    let hooks = try preflight.commitHooks.first.map { hook throws(SyncError) in
      try GitProgram(self, for: hook)
    }
    return CommitMaker(repository: repository, identity: identity, signer: signer, hooks: hooks)
  }

  /// What plans the commit of the folder's changes.
  ///
  /// - Parameter repository: the vault's, or one that keeps new objects in memory.
  func recordPlanner(_ options: SyncOptions, in repository: Repository) -> RecordPlanner {
    let configuration = vault.configuration
    return RecordPlanner(
      vault: vault.folder, repository: repository, filterProgram: filterProgram,
      settings: RecordPlanner.Settings(
        limits: GateLimits(
          fileSize: configuration.maximumMediaSize, syncSize: configuration.maximumMediaPerSync,
          allowsDeletions: options.allowsDeletes, allowsOtherFiles: options.allowsOtherFiles),
        device: settings.device, message: options.message, now: surroundings.now(),
        ownZone: surroundings.zone, zone: noteZone, threads: settings.threads))
  }

  /// What plans how histories become one.
  func integration(_ commits: CommitMaker, in repository: Repository) -> Integration {
    Integration(repository: repository, zone: noteZone, commits: commits, device: settings.device)
  }

  /// What has to be pushed for the remote to have `commit`.
  ///
  /// - Parameters:
  ///   - target: the branch that is pushed to.
  ///   - theirs: the branch that is followed.
  func pushPlan(
    _ commit: ObjectID?, onto target: Fetched, _ theirs: Fetched, _ remotes: SyncRemotes
  ) throws -> PushPlan? {
    PushPlan(
      of: commit, onto: target, theirs: theirs, address: remotes.target?.pushAddress.publicText,
      isApart: remotes.isApart,
      following: try canFollow(remotes.sourceName) ? remotes.sourceName : nil)
  }
}
