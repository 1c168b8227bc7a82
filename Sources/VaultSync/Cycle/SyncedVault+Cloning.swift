package import Git
internal import SystemCalls
package import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// The result of a clone.
  package struct Clone: Sendable {
    /// The branch without `refs/heads/`; nil if the remote is empty.
    package var branch: String?
    package var files: Int
    package var kept: [KeptFile]
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
