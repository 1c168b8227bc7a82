internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// Runs `body` while no other sync of this vault can run, after what an interrupted one left was put right.
  func withSyncLock<Value>(_ body: (RecoveryReport) throws -> Value) throws -> Value {
    try withLock(keepsMark: false) { wasEnded in
      let recovered = try recover()
      if wasEnded {
        ScratchFolder.removeAbandoned(in: repository.gitFolder)
        try putLeftoversAway()
      }
      return try body(recovered)
    }
  }

  /// Runs `body` while no sync can run, without the locks on settings and references that an interrupted one left.
  ///
  /// What else that one left is for the next sync.
  func withoutSync<Value>(_ body: () throws -> Value) throws -> Value {
    try withLock(keepsMark: true) { _ in try body() }
  }

  /// - Parameter keepsMark: whether the mark of a sync that was ended stays for the next one.
  private func withLock<Value>(keepsMark: Bool, _ body: (Bool) throws -> Value) throws -> Value {
    let lock = try VaultLock(.sync, of: vault.folder)
    let mark = RunningMark(in: repository)
    let wasEnded = try mark.set()
    let result = Result {
      try repository.adaptToDisk()
      return try body(wasEnded)
    }
    if wasEnded, keepsMark { mark.restore() } else { mark.remove() }
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
}
