internal import VaultStore

/// Copies of a request's media in the vault's file system, made before the vault's lock is taken.
final class RequestStage {
  private let stage: MediaStage
  private var files: [String: StagedFile] = [:]

  init(in vault: Vault) throws(StoreError) {
    stage = try MediaStage(in: vault.folder)
  }

  /// - Parameter file: a path of the system.
  func add(_ file: String) throws(StoreError) {
    files[file] = try stage.add(MediaSource(opening: file))
  }

  /// Nil for a file that was not staged.
  subscript(file: String) -> StagedFile? { files[file] }
}
