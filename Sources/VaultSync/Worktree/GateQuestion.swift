package import VaultFormat

/// What a sync does not commit unasked.
///
/// The answer yes lets it through; with no it stays as the last commit has it, and is named.
package enum GateQuestion: Hashable, Sendable {
  /// A new file above `media.max_size`, or above what is ever committed unasked; sizes in bytes.
  case largeFile(VaultPath, size: Int64, limit: Int64)
  /// New files that have more bytes together than `media.max_sync`.
  case largeSync(files: [VaultPath], size: Int64, limit: Int64)
  /// More notes are gone than anybody deletes by hand.
  case deletions(notes: [VaultPath], of: Int)
  /// More files that are no notes are gone than anybody deletes by hand.
  case mediaDeletions(files: [VaultPath], of: Int)
  /// No note at all is left of those in the last commit.
  case noNotesLeft(notes: [VaultPath])
  /// Files that are no notes, media or settings, in a folder that had some before it became a vault.
  case otherFiles([VaultPath])
}

/// How much a sync takes unasked.
package struct GateLimits: Hashable, Sendable {
  /// Of one file, in bytes.
  package var fileSize: Int64
  /// Of all new files that are no notes, in bytes.
  package var syncSize: Int64
  /// `--allow-deletes`.
  package var allowsDeletions: Bool
  /// `--allow-other-files`; remembered.
  package var allowsOtherFiles: Bool

  package init(
    fileSize: Int64, syncSize: Int64, allowsDeletions: Bool = false, allowsOtherFiles: Bool = false
  ) {
    self.fileSize = fileSize
    self.syncSize = syncSize
    self.allowsDeletions = allowsDeletions
    self.allowsOtherFiles = allowsOtherFiles
  }

  /// What hosting services refuse: no setting has such a file committed unasked.
  package static let unaskedFileSize: Int64 = 100 << 20
}
