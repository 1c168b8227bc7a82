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
    commit.record = { [self] record, lock in try finish(record, holding: lock) }
    return commit
  }

  /// The same without a journal and without questions: for a look at what would be committed.
  func plainCommit(
    _ options: SyncOptions, _ identity: CommitIdentity, in repository: Repository
  ) -> LocalCommit {
    let configuration = vault.configuration
    var commit = LocalCommit(
      vault.folder, repository,
      LocalCommit.Settings(
        limits: GateLimits(
          fileSize: configuration.maximumMediaSize, syncSize: configuration.maximumMediaPerSync,
          allowsDeletions: options.allowsDeletes, allowsOtherFiles: options.allowsOtherFiles),
        author: identity.author, committer: identity.committer, device: settings.device,
        now: surroundings.now(), ownZone: surroundings.zone, zone: noteZone,
        threads: settings.threads))
    commit.settings.message = options.message
    commit.filterProgram = filterProgram
    return commit
  }

  private func finish(_ record: CommitRecord, holding lock: borrowing VaultLock) throws {
    let apply = makeApply()
    if record.isOnBranch {
      // Should it fail, the index is behind the branch; the next sync finds the folder as the commit is.
      let tree = try repository.commit(record.new).tree
      return try apply.waitForIndex { () throws(GitError) in
        try repository.updateIndex(record.index, agreeingWith: tree)
      }
    }
    let set = ChangeSet(
      branch: record.branch, from: record.old, to: record.new, changes: record.changes,
      log: record.log)
    guard case .done = try apply.record(set, index: record.index, holding: lock) else {
      throw LocalCommitError.branchMoved
    }
  }
}
