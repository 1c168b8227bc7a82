internal import Git
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// Makes the commits of a sync.
  ///
  /// - Throws: `.refused` if they need a signature or hooks, and there is no git.
  func commitMaker(
    _ identity: CommitIdentity, _ preflight: Preflight
  ) throws(SyncError) -> CommitMaker {
    let signer = preflight.signsCommits ? try GitProgram(self, for: "commit.gpgSign") : nil
    let hooks = try preflight.commitHooks.first.map { hook throws(SyncError) in
      try GitProgram(self, for: hook)
    }
    return CommitMaker(repository: repository, identity: identity, signer: signer, hooks: hooks)
  }

  /// Plans the commit of the folder's changes.
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

  /// Plans how to merge histories.
  func integration(_ commits: CommitMaker, in repository: Repository) -> Integration {
    Integration(repository: repository, zone: noteZone, commits: commits, device: settings.device)
  }

  /// The push after which the remote has `commit`.
  ///
  /// - Parameters:
  ///   - target: the push branch.
  ///   - theirs: the upstream branch.
  func pushPlan(
    _ commit: ObjectID?, onto target: FetchedBranch, theirs: FetchedBranch, remotes: SyncRemotes
  ) throws -> PushPlan? {
    PushPlan(
      of: commit, onto: target, theirs: theirs, address: remotes.target?.pushAddress.publicText,
      isApart: remotes.isApart,
      following: try canFollow(remotes.sourceName) ? remotes.sourceName : nil)
  }
}

// MARK: - Applying

extension SyncedVault {
  /// Moves the folder, the index and the branch from one commit to another.
  func makeApply() -> Apply {
    var apply = Apply(
      vault.folder, repository, deviceKey: settings.deviceKey, time: time.rfc3339)
    apply.threads = settings.threads
    apply.filterProgram = filterProgram
    apply.onStep = onApplyStep
    return apply
  }

  /// Runs git's filters; nil without the git program.
  var filterProgram: FilterProgram? {
    settings.network.git.map {
      FilterProgram(git: $0, network: settings.network, now: surroundings.now())
    }
  }

  /// Moves the folder, the index and the branch to another commit.
  func apply(_ set: ChangeSet) throws -> ApplyOutcome {
    let lock = try VaultLock(.write, of: vault.folder)
    return try makeApply().run(set, holding: lock)
  }

  /// Moves the branch and git's index to another commit; the folder has its content, or differs on purpose.
  ///
  /// - Returns: false if the branch is not at the set's old commit.
  func record(_ set: ChangeSet, index: [IndexChange]) throws -> Bool {
    let lock = try VaultLock(.write, of: vault.folder)
    guard case .done = try makeApply().record(set, index: index, holding: lock) else {
      return false
    }
    return true
  }
}

extension GitProgram {
  /// - Throws: `.refused` without git.
  init(_ synced: SyncedVault, for reason: String) throws(SyncError) {
    guard let program = synced.filterProgram else {
      throw .refused(.gitProgramMissing(reason: reason))
    }
    self.init(program, in: synced.repository)
  }
}
