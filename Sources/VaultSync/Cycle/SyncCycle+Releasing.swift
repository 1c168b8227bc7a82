internal import VaultFormat
internal import VaultStore

/// Changes that waited, and can be recorded by now.
extension SyncCycle {
  /// Merges them with the branch, from where each began, and brings the folder to what came of it.
  ///
  /// - Returns: false where files changed meanwhile, and all has to be tried again: they go on waiting.
  mutating func release(_ released: ReleasedChanges, on branch: String) throws -> Bool {
    let isDone = try bringIn(released, on: branch)
    let waiting = try HeldFiles.waiting(synced.vault.folder, repository, at: synced.branch().head)
    heldPaths.formUnion(waiting.map(\.path))
    return isDone
  }

  private mutating func bringIn(_ released: ReleasedChanges, on branch: String) throws -> Bool {
    let folder = synced.vault.folder
    guard let head = try synced.branch().head else { return true }
    let hasKept = try folder.exists(VaultLayout.keptInGit)
    guard !released.isEmpty || hasKept else { return true }
    let joined = try integration.joining(
      released, to: head, message: options.message, held: heldPaths)
    var set = try ChangeSet(
      branch: branch, from: head, to: joined.commit, in: repository, held: heldPaths,
      log: "tl sync")
    set.released = joined.inFolder
    guard try apply(set) else { return false }
    report.events += joined.events
    report.committed.add(ChangeList(joined.changes, in: repository))
    return true
  }
}
