internal import Git
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// Moves the folder, the index and the branch from one commit to another.
  func makeApply() -> Apply {
    var apply = Apply(
      vault.folder, repository, deviceKey: settings.deviceKey,
      time: NoteTime(instant: surroundings.now(), zone: surroundings.zone).rfc3339)
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
