package import VaultFormat

/// The result of restoring an entry.
package struct RestoreResult: Sendable {
  /// The path of the file: its origin, or that with `-2`, `-3` … if the name was taken.
  package var path: VaultPath
  package var media: VaultPath?
  /// Errors for media that could not be moved; the entry stays in the trash with them.
  package var leftovers: [StoreError] = []
}
