internal import VaultFormat
internal import VaultStore

/// Changes that waited, and can be recorded by now.
extension SyncCycle {
  /// Merges them with the branch, from where each began, and brings the folder to what came of it.
  ///
  /// - Returns: false where files changed meanwhile, and all has to be tried again: they go on waiting.
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
    let waiting = try HeldFiles.waiting(folder, repository, at: synced.branch().head)
    heldPaths.formUnion(waiting.map(\.path))
    return isDone
  }
}
