package import VaultFormat

/// Where tl keeps its own files below the root of a vault (docs/vault-format.md, part V).
package enum VaultLayout {
  package static let settings = VaultPath(constant: ".tl")
  /// What belongs to this device and is never synced.
  package static let local = VaultPath(constant: ".tl/local")
  package static let configuration = VaultPath(constant: ".tl/config.yaml")
  package static let ignoreFile = VaultPath(constant: ".tl/.gitignore")
  package static let lastList = VaultPath(constant: ".tl/local/last-list")
  package static let trash = VaultPath(constant: ".tl/local/trash")
  package static let drafts = VaultPath(constant: ".tl/local/drafts")
  /// Whether files that are no notes, media or settings are recorded.
  package static let otherFiles = VaultPath(constant: ".tl/local/other-files")
  /// Sync's own files; only the holder of its lock writes here.
  package static let sync = VaultPath(constant: ".tl/local/sync")
  /// What an unfinished sync was about to do to the vault.
  package static let journal = VaultPath(constant: ".tl/local/sync/journal")
  /// Files in git that are missing in the folder, because the disk cannot hold them.
  package static let keptInGit = VaultPath(constant: ".tl/local/sync/kept-in-git")
  /// Files of the folder that were made from another version than the branch has.
  package static let heldBack = VaultPath(constant: ".tl/local/sync/held-back")
}

extension VaultPath {
  /// For paths written in the source.
  init(constant: StaticString) {
    guard let path = VaultPath("\(constant)") else {
      preconditionFailure("a path in the source is no path of a vault")
    }
    self = path
  }
}
