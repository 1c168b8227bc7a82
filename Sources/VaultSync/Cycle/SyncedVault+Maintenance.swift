internal import Git
internal import SystemCalls

extension SyncedVault {
  /// Milliseconds until `git gc --auto` has gone to the background.
  private static let timeout = 30_000

  /// Joins the object files if there are many; ignores errors, since the next sync tries again.
  ///
  /// Git works in the background, whatever `gc.autoDetach` says, with its own locks. To be called without the sync
  /// lock, so that the mark of a killed sync never stands for a lock of git.
  func maintain() {
    guard let maintenance = try? maintenance() else { return }
    switch maintenance {
    case .none: break
    case .joining(let packs, let withLoose):
      // Another sync does it otherwise.
      _ = try? withSyncLock { _ in try repository.joinPacks(packs, withLoose: withLoose) }
    case .byGit: collectByGit()
    }
  }

  private func maintenance() throws(GitError) -> Maintenance {
    Maintenance(
      try repository.objectFiles(), try repository.maintenanceSettings(),
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
      command, input: [], timeouts: SocketTimeouts(idle: Self.timeout))
  }
}
