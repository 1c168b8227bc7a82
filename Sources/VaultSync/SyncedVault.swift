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
  /// For times in notes without an offset: the same on every device.
  let noteZone: TimeZoneRules
  /// Called after each step; for tests.
  var onApplyStep: (ApplyStep) -> Void = { _ in }

  /// Opens the repository of the vault, and completes its settings.
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
      throw reason(error, path)
    }
  }

  private static func reason(_ error: GitError, _ path: String) -> SyncError {
    switch error.code {
    case .missing: return .refused(.noRepository)
    case .wrongWorktree: return .refused(.otherWorktree(message: error.message))
    case .foreignOwner: return .refused(.otherOwner(path: path))
    default: return SyncError(error)
    }
  }

  /// The author and committer of new commits.
  ///
  /// - Throws: `.refused` if a default would be needed, and the settings forbid that.
  func identity() throws(SyncError) -> CommitIdentity {
    do {
      let configuration = try repository.configuration()
      let identity = CommitIdentity(
        environment: settings.network.environment,
        setting: { try? configuration.string($0) }, userName: settings.userName,
        device: settings.device,
        time: NoteTime(instant: surroundings.now(), zone: surroundings.zone))
      if identity.usesDefaults, try configuration.bool("user.useConfigOnly") == true {
        throw SyncError.refused(.noIdentity)
      }
      return identity
    } catch let error as SyncError {
      throw error
    } catch let error as GitError {
      throw .git(error)
    } catch {
      throw .other("\(error)")
    }
  }
}
