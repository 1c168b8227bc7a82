internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// One sync: records what changed here, joins it with what others changed, and hands it on.
  ///
  /// What is recorded stays recorded whatever happens after; the next sync goes on where this one stopped.
  ///
  /// - Throws: `.store` with `.locked` while another sync runs, `.refused`, `.git`; every file is whole.
  package func sync(_ options: SyncOptions, _ callbacks: SyncCallbacks) throws(SyncError)
    -> SyncReport
  {
    try asSyncError {
      try checkFormat()
      let report = try withSyncLock { recovery in
        try RepositorySetup(repository, program: settings.program).complete()
        var cycle = try SyncCycle(self, options, callbacks)
        do {
          try cycle.run()
        } catch {
          remember(cycle.undo, finished: false)
          throw error
        }
        var report = cycle.report
        if recovery.isEvent { report.remarks.insert(.recovered, at: 0) }
        try remember(&report, cycle.undo)
        return report
      }
      keepUp()
      return report
    }
  }

  /// A vault of a later format is read only.
  func checkFormat() throws {
    let format = vault.configuration.format
    guard format <= VaultConfiguration.supportedFormat else {
      throw SyncError.refused(.newerFormat(format))
    }
  }

  /// Runs `body` while no other sync of this vault can run, after what an interrupted one left was put right.
  func withSyncLock<Value>(_ body: (RecoveryReport) throws -> Value) throws -> Value {
    let lock = try VaultLock(.sync, of: vault.folder)
    let mark = RunningMark(in: repository)
    let wasEnded = try mark.set()
    let result = Result {
      try repository.adaptToDisk()
      let recovered = try recover()
      if wasEnded {
        ScratchFolder.removeAbandoned(in: repository.gitFolder)
        try putLeftoversAway()
      }
      return try body(recovered)
    }
    mark.remove()
    lock.release()
    return try result.get()
  }

  /// Runs `body` while no sync can run, without the locks on settings and references that an interrupted one left.
  ///
  /// What else that one left is for the next sync.
  func withoutSync<Value>(_ body: () throws -> Value) throws -> Value {
    let lock = try VaultLock(.sync, of: vault.folder)
    let mark = RunningMark(in: repository)
    let wasEnded = try mark.set()
    let result = Result {
      try repository.adaptToDisk()
      return try body()
    }
    if wasEnded { mark.restore() } else { mark.remove() }
    lock.release()
    return try result.get()
  }

  /// Puts into the trash the temporary files of a run that was ended, or that could not take back all it did: one
  /// of them may be the only copy of what an editor saved in that very moment.
  func putLeftoversAway() throws {
    // While it is held no other tl writes.
    let lock = try VaultLock(.write, of: vault.folder)
    defer { withExtendedLifetime(lock) {} }
    // In media folders too, and in ignored ones that hold a file which git tracks.
    let rules = EverythingRules { _ in true }
    let walk = VaultWalk(vault.folder, threads: settings.threads, scope: .everything(rules))
    let found = walk.run { next -> Set<VaultPath?> in
      var folders: Set<VaultPath?> = []
      while let batch = next() {
        batch.forEach { if $1 == .leftover { folders.insert(batch.folder.path) } }
      }
      return folders
    }
    let time = NoteTime(instant: surroundings.now(), zone: surroundings.zone).rfc3339
    for folder in found.results.reduce(into: Set<VaultPath?>(), { $0.formUnion($1) }) {
      _ = try Trash(vault.folder).putLeftovers(in: folder, at: time)
    }
    // Tl's own records: no text of anybody is in them.
    for entry in try vault.folder.list(VaultLayout.local)
    where entry.kind == .file && VaultLayout.isTemporary(name: entry.name) {
      try vault.folder.removeFile(VaultPath(in: VaultLayout.local, named: entry.name))
    }
  }

  private func recover() throws -> RecoveryReport {
    let lock = try VaultLock(.write, of: vault.folder)
    return try makeApply().recover(holding: lock)
  }

  /// What brings the folder, the index and the branch from one commit to another.
  ///
  /// - Parameter repository: the vault's where nil; else one that keeps new objects in memory.
  func makeApply(in repository: Repository? = nil) -> Apply {
    var apply = Apply(
      vault.folder, repository ?? self.repository, deviceKey: settings.deviceKey,
      time: NoteTime(instant: surroundings.now(), zone: surroundings.zone).rfc3339)
    apply.threads = settings.threads
    apply.filterProgram = filterProgram
    apply.onStep = onApplyStep
    return apply
  }

  /// Runs git's filters; nil where there is no git program.
  var filterProgram: FilterProgram? {
    settings.network.git.map {
      FilterProgram(git: $0, network: settings.network, now: surroundings.now())
    }
  }

  /// Brings the folder, the index and the branch to another commit.
  func apply(_ set: ChangeSet) throws -> ApplyOutcome {
    let lock = try VaultLock(.write, of: vault.folder)
    return try makeApply().run(set, holding: lock)
  }

  /// Brings the branch and git's index to another commit that the folder agrees with, or deliberately differs from.
  ///
  /// - Returns: false where the branch is not where the set begins.
  func record(_ set: ChangeSet, index: [IndexChange]) throws -> Bool {
    let lock = try VaultLock(.write, of: vault.folder)
    guard case .done = try makeApply().record(set, index: index, holding: lock) else {
      return false
    }
    return true
  }
}

// MARK: - What is remembered

extension SyncedVault {
  func remember(_ report: inout SyncReport, _ undo: SyncRecord.Undo?) throws {
    var record = SyncRecord(of: vault.folder)
    let now = surroundings.now()
    record.undo = undo ?? record.undo
    // Said once is enough.
    report.remarks.removeAll { remark in
      guard let advice = remark.advice else { return false }
      return !record.told.insert(advice).inserted
    }
    switch report.network {
    case .failed, .keepsMoving: break
    case .done, .noRemote, .notPushed:
      record.finished = now
      record.failed = nil
    }
    record.save(in: vault.folder)
    let time = NoteTime(instant: now, zone: surroundings.zone).rfc3339
    SyncLog(vault.folder).append(SyncLog.lines(of: report, at: time))
  }

  func remember(_ undo: SyncRecord.Undo?, finished: Bool) {
    guard let undo else { return }
    var record = SyncRecord(of: vault.folder)
    record.undo = undo
    record.save(in: vault.folder)
  }

  /// Keeps why a sync stopped, in the words that the person saw, for `tl status`.
  package func rememberFailure(_ message: String) {
    var record = SyncRecord(of: vault.folder)
    record.failed = SyncRecord.Failure(time: surroundings.now(), message: message)
    record.save(in: vault.folder)
  }
}

extension SyncRemark {
  fileprivate var advice: SyncRecord.Advice? {
    switch self {
    case .madeUpIdentity: .madeUpIdentity
    case .serverHooksDidNotRun: .serverHooks
    default: nil
    }
  }
}

extension RecoveryReport {
  fileprivate var isEvent: Bool { self != .nothing }
}

/// Gives the errors of the parts the names of the whole.
func asSyncError<Result>(_ body: () throws -> Result) throws(SyncError) -> Result {
  do {
    return try body()
  } catch let error as SyncError {
    throw error
  } catch let error as GitError {
    throw SyncError(error)
  } catch let error as StoreError {
    throw .store(error)
  } catch let error as SystemError {
    throw .store(StoreError(error.path ?? "", .system(error)))
  } catch let error as TransportError {
    throw .transport(error)
  } catch LocalCommitError.stagedOnly(let paths) {
    throw .refused(.stagedOnly(paths))
  } catch LocalCommitError.unmerged {
    throw .refused(.operationUnderWay(.merging))
  } catch let failure as FilterFailure {
    throw .gitProgram(command: failure.command, message: failure.words)
  } catch ApplyError.refused(let paths) {
    throw .hostilePaths(paths)
  } catch ApplyError.needsGit(let paths) {
    throw .needsGit(paths)
  } catch {
    throw .other("\(error)")
  }
}
