internal import VaultFormat
internal import VaultStore

/// Held changes that can now be recorded.
extension SyncCycle {
  /// Merges them with the branch, each from its base, and applies the result to the folder.
  ///
  /// - Returns: false if files changed meanwhile, and the sync must be retried; the changes stay held.
  mutating func release(_ released: ReleasedChanges, on branch: String) throws -> Bool {
    let folder = synced.vault.folder
    var isDone = true
    if let head = try synced.branch().head,
      try !released.isEmpty || folder.exists(VaultLayout.keptInGit)
    {
      let joined = try integration.joining(
        released, to: head, message: options.message, held: heldPaths)
      var set = try ChangeSet(
        branch: branch, from: head, to: joined.commit, in: repository, held: heldPaths,
        log: "tl sync")
      set.released = joined.inFolder
      isDone = try apply(set)
      if isDone, !released.isEmpty { report.add(joined, in: repository) }
    }
    let held = try HeldFiles.uncommitted(folder, repository, at: synced.branch().head)
    heldPaths.formUnion(held.map(\.path))
    return isDone
  }
}
