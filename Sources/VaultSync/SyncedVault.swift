package import Git
package import VaultFormat
package import VaultStore

/// A vault and the git repository that it is.
///
/// One thread at a time; several processes are kept apart by locks.
package final class SyncedVault {
  package let vault: Vault
  package let repository: Repository
  package let settings: SyncSettings
  package let surroundings: Surroundings
  /// For times in notes without an offset: the same on every device.
  let noteZone: TimeZoneRules
  /// For tests: what happens meanwhile.
  var onApplyStep: (ApplyStep) -> Void = { _ in }

  /// Opens the repository at the root of the vault, and completes what tl needs in its settings.
  ///
  /// - Parameter noteZone: of the vault's settings, else UTC.
  /// - Throws: `.refused` where there is none, or one that is not to be touched.
  package init(
    _ vault: Vault, _ settings: SyncSettings, _ surroundings: Surroundings,
    noteZone: TimeZoneRules
  ) throws(SyncError) {
    self.vault = vault
    self.settings = settings
    self.surroundings = surroundings
    self.noteZone = noteZone
    repository = try Self.open(vault.folder.path)
  }

  /// The repository whose work tree is the folder at `path`, or has it.
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

  /// Who stands in the commits that are made now.
  ///
  /// - Throws: `.refused` where somebody would have to be made up, and the settings forbid that.
  func identity() throws(SyncError) -> CommitIdentity {
    do {
      let configuration = try repository.configuration()
      let identity = CommitIdentity(
        environment: settings.network.environment,
        setting: { try? configuration.string($0) }, userName: settings.userName,
        device: settings.device,
        time: NoteTime(instant: surroundings.now(), zone: surroundings.zone))
      if identity.isMadeUp, try configuration.bool("user.useConfigOnly") == true {
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
