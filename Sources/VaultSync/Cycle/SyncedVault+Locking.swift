internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// Runs `body` while no other sync of this vault can run, after recovery.
  func withSyncLock<Value>(_ body: (RecoveryReport) throws -> Value) throws -> Value {
    try withLock(keepsMark: false) { wasEnded in
      let recovered = try recover()
      if wasEnded {
        ScratchFolder.removeAbandoned(in: repository.gitFolder)
        try trashLeftovers()
      }
      return try body(recovered)
    }
  }

  /// Runs `body` while no sync can run, after removing the locks on settings and references that an interrupted one
  /// left.
  ///
  /// Everything else is left to the next sync.
  func withoutSync<Value>(_ body: () throws -> Value) throws -> Value {
    try withLock(keepsMark: true) { _ in try body() }
  }

  /// - Parameter keepsMark: whether the mark of a killed sync stays for the next one.
  private func withLock<Value>(keepsMark: Bool, _ body: (Bool) throws -> Value) throws -> Value {
    let lock = try VaultLock(.sync, of: vault.folder)
    let mark = RunningMark(in: repository)
    let wasEnded = try mark.set()
    let result = Result {
      try repository.checkFolderSync()
      return try body(wasEnded)
    }
    if wasEnded, keepsMark { mark.restore() } else { mark.remove() }
    lock.release()
    return try result.get()
  }

  /// Moves temporary files of interrupted or failed runs to the trash: one may be the only copy of what an editor saved
  /// at that moment.
  func trashLeftovers() throws {
    // While it is held no other tl writes.
    let lock = try VaultLock(.write, of: vault.folder)
    defer { withExtendedLifetime(lock) {} }
    // In media folders too, and in ignored ones with a tracked file.
    let rules = EverythingRules { _ in true }
    let walk = VaultWalk(vault.folder, threads: settings.threads, scope: .everything(rules))
    let found = walk.run { next -> Set<VaultPath?> in
      var folders: Set<VaultPath?> = []
      while let batch = next() {
        batch.forEach { if $1 == .leftover { folders.insert(batch.folder.path) } }
      }
      return folders
    }
    let time = time.rfc3339
    for folder in found.results.reduce(into: Set<VaultPath?>(), { $0.formUnion($1) }) {
      _ = try Trash(vault.folder).putLeftovers(in: folder, at: time)
    }
    // tl's own records have no text of the user.
    for entry in try vault.folder.list(VaultLayout.local)
    where entry.kind == .file && VaultLayout.isTemporary(name: entry.name) {
      try vault.folder.removeFile(VaultPath(in: VaultLayout.local, named: entry.name))
    }
  }

  private func recover() throws -> RecoveryReport {
    let lock = try VaultLock(.write, of: vault.folder)
    return try makeApply().recover(holding: lock)
  }
}
