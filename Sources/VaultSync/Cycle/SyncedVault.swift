package import Git
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// A vault and its git repository.
///
/// For one thread at a time; locks exclude other processes.
package final class SyncedVault {
  package let vault: Vault
  package let repository: Repository
  package let settings: SyncSettings
  package let surroundings: Surroundings
  /// The zone of times in notes without an offset, which is equal on every device.
  let noteZone: TimeZoneRules
  /// Called after each step; for tests.
  var onApplyStep: (ApplyStep) -> Void = { _ in }

  /// Opens the repository of the vault.
  ///
  /// - Parameter noteZone: of the vault's settings, or else UTC.
  /// - Throws: `.refused` if there is none, or one in which tl does not work.
  package init(
    _ vault: Vault, settings: SyncSettings, surroundings: Surroundings,
    noteZone: TimeZoneRules
  ) throws(SyncError) {
    self.vault = vault
    self.settings = settings
    self.surroundings = surroundings
    self.noteZone = noteZone
    repository = try Self.open(vault.folder.path)
  }

  /// The repository whose work tree is the folder at `path`, or contains it.
  static func open(_ path: String) throws(SyncError) -> Repository {
    do {
      return try Repository(openingVault: path)
    } catch {
      switch error.code {
      case .missing: throw .refused(.noRepository)
      case .wrongWorktree: throw .refused(.otherWorktree(message: error.message))
      case .foreignOwner: throw .refused(.otherOwner(path: path))
      default: throw SyncError(error)
      }
    }
  }

  var time: NoteTime { NoteTime(instant: surroundings.now(), zone: surroundings.zone) }

  /// The author and committer of new commits.
  ///
  /// - Throws: `.refused` if a default would be needed, and the settings forbid that.
  func identity() throws -> CommitIdentity {
    let configuration = try repository.configuration()
    let identity = CommitIdentity(
      environment: settings.network.environment,
      setting: { try? configuration.string($0) }, userName: settings.userName,
      device: settings.device, time: time)
    if identity.usesDefaults, try configuration.bool("user.useConfigOnly") == true {
      throw SyncError.refused(.noIdentity)
    }
    return identity
  }
}

// MARK: - The branch

/// The branch that is checked out.
struct CurrentBranch {
  /// `refs/heads/…`.
  let name: String
  /// Nil before the first commit.
  let head: ObjectID?

  var shortName: String { String(name.withoutHeads) }
}

extension SyncedVault {
  func branch() throws -> CurrentBranch {
    switch try repository.head() {
    case .branch(let name, let id): CurrentBranch(name: name, head: id)
    case .detached(let id): throw SyncError.refused(.detachedHead(id))
    }
  }

  /// Whether the checked-out branch has no upstream in the settings, and its remote there, if any, is `remote`.
  func canFollow(_ remote: String) throws -> Bool {
    let section = try "branch.\(branch().shortName)"
    let configuration = try repository.configuration()
    return try configuration.string("\(section).merge") == nil
      && configuration.string("\(section).remote") ?? remote == remote
  }

  /// Sets another upstream of a branch, which is named without `refs/heads/`.
  func follow(_ other: PushPlan.FollowedBranch, by branch: String) throws {
    let section = "branch.\(branch)"
    let configuration = try repository.configuration()
    try configuration.set("\(section).remote", to: other.remote)
    try configuration.set("\(section).merge", to: other.branch)
  }
}

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
    let mark = CrashMarker(in: repository)
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

extension SyncedVault {
  package struct Clone: Sendable {
    /// The branch without `refs/heads/`; nil if the remote is empty.
    package var branch: String?
    package var files: Int
    package var kept: [GitOnlyFile]
  }

  /// Makes a vault from a remote repository, in a new or empty folder.
  ///
  /// - Parameters:
  ///   - address: in any of git's forms.
  ///   - settings: of a sync of the new folder.
  /// - Throws: what fetching or writing files throws. The folder is empty then, or removed if it was new.
  package static func clone(
    _ address: String, into path: String, settings: SyncSettings,
    surroundings: Surroundings, progress: @escaping (TransferProgress) -> Bool
  ) throws(SyncError) -> Clone {
    try asSyncError {
      let isNew = (try? FileDescriptor.status(ofPath: path)) == nil
      try SystemPath.makeFolders(path)
      let folder = try VaultFolder(opening: path)
      guard try folder.list(nil).isEmpty else { throw StoreError(path, .taken) }
      do {
        return try fill(
          folder, from: address, settings: settings, surroundings: surroundings, progress: progress)
      } catch {
        for entry in (try? folder.list(nil)) ?? [] {
          try? folder.removeTree(VaultPath(in: nil, named: entry.name))
        }
        if isNew { removeFolder(folder.path) }
        throw error
      }
    }
  }

  /// The folder of a vault below the repository's root: a vault around it would take its notes.
  private static func vaultBelowRoot(_ paths: [VaultPath]) -> VaultPath? {
    let settings = VaultLayout.configuration
    guard !paths.contains(settings) else { return nil }
    let ending = Array("/".utf8) + settings.bytes
    return paths.first {
      $0.bytes.count > ending.count && $0.bytes.suffix(ending.count).elementsEqual(ending)
    }
    .flatMap { VaultPath($0.bytes.dropLast(ending.count)) }
  }

  private static func removeFolder(_ path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last
    let parent = try? VaultFolder(opening: SystemPath.parent(of: path))
    if let name = name.flatMap({ VaultPath(String($0)) }) { try? parent?.removeFolder(name) }
  }

  private static func fill(
    _ folder: VaultFolder, from address: String, settings: SyncSettings,
    surroundings: Surroundings, progress: @escaping (TransferProgress) -> Bool
  ) throws -> Clone {
    let repository = try Repository.create(at: folder.path, initialBranch: "main")
    // It has the locks; the remote's files of it arrive beside them.
    try folder.makeFolders(VaultLayout.settings)
    let synced = try SyncedVault(
      Vault(opening: folder.path), settings: settings, surroundings: surroundings, noteZone: .utc)
    let name = try synced.setRemote(address)
    let remote = try Remote(named: name, in: repository, network: settings.network)
    SyncCallbacks(progress: progress).begin(.connecting, remote)
    let fetched = try remote.fetch(progress: progress) { $0.branches.first }
    var clone = Clone(branch: nil, files: 0, kept: [])
    if let branch = fetched.references.branches.first, let commit = fetched.branch {
      try repository.setHead(to: branch)
      if try synced.canFollow(name) {
        try synced.follow(
          PushPlan.FollowedBranch(remote: name, branch: branch), by: String(branch.withoutHeads))
      }
      let set = try ChangeSet(
        branch: branch, from: nil, to: commit, in: repository, log: "clone")
      if let inner = vaultBelowRoot(set.changes.map(\.path)) {
        throw SyncError.refused(.vaultBelow(inner))
      }
      guard case .done(let report) = try synced.apply(set) else {
        throw StoreError(folder.path, .keepsChanging(tries: 1))
      }
      clone = Clone(
        branch: String(branch.withoutHeads), files: report.written.count, kept: report.kept)
    }
    try RepositorySetup(repository: repository, program: settings.program).complete()
    return clone
  }
}
