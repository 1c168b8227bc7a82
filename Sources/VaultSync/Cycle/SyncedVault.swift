package import Git
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

  /// The present time.
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
    case .unborn(let name): CurrentBranch(name: name, head: nil)
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
