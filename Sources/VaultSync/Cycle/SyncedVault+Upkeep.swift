internal import Git
internal import System

extension SyncedVault {
  /// For `git gc --auto` to look, and to go on in the background, in milliseconds.
  private static let patience = 30_000

  /// Has the files of objects joined where they have become many; says nothing, and no failure is worth a word: the
  /// next sync tries again.
  ///
  /// Git works in the background, whatever `gc.autoDetach` says: nobody waits for it, and it takes its own locks. It is
  /// to be called without the lock of the sync, so that the mark of a sync that is killed stands for no lock of git's.
  func keepUp() {
    guard let upkeep = try? upkeep() else { return }
    switch upkeep {
    case .none: break
    case .joining(let packs, let withLoose):
      // Another sync does it otherwise.
      _ = try? withSyncLock { _ in try repository.joinPacks(packs, withLoose: withLoose) }
    case .byGit: collectByGit()
    }
  }

  private func upkeep() throws(GitError) -> Upkeep {
    Upkeep(
      try repository.objectFiles(), try repository.upkeepSettings(),
      hasGit: settings.network.git != nil)
  }

  private func collectByGit() {
    guard let git = settings.network.git else { return }
    let command = ChildCommand(
      program: git,
      arguments: [
        "-C", repository.root, "-c", "gc.autoDetach=true", "-c", "maintenance.autoDetach=true",
        "gc",
        "--auto", "--quiet",
      ], environment: settings.network.outsideEnvironment, hasOwnGroup: true)
    _ = try? ChildProcess.run(
      command, input: [], limits: WaitLimits(first: Self.patience, idle: Self.patience))
  }
}
