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

  /// What commits the changes of the folder.
  func localCommit(
    _ options: SyncOptions, _ talk: SyncTalk, _ commits: CommitMaker
  ) -> LocalCommit {
    var commit = plainCommit(options, commits.identity, in: repository)
    if let gate = talk.gate {
      commit.decide = gate
      commit.canAsk = true
    }
    commit.commits = CommitMaking { tree, parents, message in
      try commits.commit(tree, parents, message: message)
    }
    if commits.hooks != nil {
      commit.commits.commitWithHooks = { tree, commit in
        try commits.commitWithHooks(tree, commit)
      }
    }
    return commit
  }

  /// The same without hooks, signatures and questions: for a look at what would be committed.
  func plainCommit(
    _ options: SyncOptions, _ identity: CommitIdentity, in repository: Repository
  ) -> LocalCommit {
    let configuration = vault.configuration
    var commit = LocalCommit(
      makeApply(in: repository),
      LocalCommit.Settings(
        limits: GateLimits(
          fileSize: configuration.maximumMediaSize, syncSize: configuration.maximumMediaPerSync,
          allowsDeletions: options.allowsDeletes, allowsOtherFiles: options.allowsOtherFiles),
        author: identity.author, committer: identity.committer, device: settings.device,
        now: surroundings.now(), ownZone: surroundings.zone, zone: noteZone,
        threads: settings.threads))
    commit.settings.message = options.message
    return commit
  }
}
