package import VaultFormat

/// What a sync does not commit without asking.
///
/// With yes it is committed; with no it stays as in the last commit, and is reported.
package enum GateQuestion: Hashable, Sendable {
  /// A new file above `media.max_size`, or above the size that always needs a question; sizes in bytes.
  case largeFile(VaultPath, size: Int64, limit: Int64)
  /// New files with more bytes in total than `media.max_sync`.
  case largeSync(files: [VaultPath], size: Int64, limit: Int64)
  /// An unusual number of notes was deleted: see `DeletionLimit`.
  case deletions(notes: [VaultPath], of: Int)
  /// An unusual number of other files was deleted.
  case mediaDeletions(files: [VaultPath], of: Int)
  /// None of the last commit's notes is left.
  case noNotesLeft(notes: [VaultPath])
  /// Files that are not notes, media or settings, in a folder that had some before it became a vault.
  case otherFiles([VaultPath])
}

/// What a sync commits without asking.
package struct GateLimits: Hashable, Sendable {
  /// The most bytes of one file.
  package var fileSize: Int64
  /// The most bytes of all new files except notes.
  package var syncSize: Int64
  /// `--allow-deletes`.
  package var allowsDeletions = false
  /// `--allow-other-files`; stored.
  package var allowsOtherFiles = false

  /// The limit of hosting services: no setting allows larger files without asking.
  package static let unaskedFileSize: Int64 = 100 << 20
}
